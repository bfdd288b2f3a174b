import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ProblemNote } from '../../parts/ProblemNote.tsx'
import { toast } from '../../parts/toast.ts'
import Toasts from '../../parts/Toasts.tsx'
import { useSaving } from '../../parts/useSaving.ts'
import { account } from '../../text/account.ts'
import { devices } from '../../text/devices.ts'
import { loadUser, pairedOf, useUser } from '../../user/user.ts'
import { Waiting } from '../Frame.tsx'
import styles from './Account.module.css'
import { keepBrought, takeBrought } from './brought.ts'
import type { Brought } from './brought.ts'
import { Keys } from './Keys.tsx'
import { NameAndEmail } from './NameAndEmail.tsx'
import { PasswordChange } from './PasswordChange.tsx'
import type { Role } from './reads.ts'
import { Roles } from './Roles.tsx'
import { Sessions } from './Sessions.tsx'
import { ThisTablet } from './ThisTablet.tsx'

const words = account.page

/** A person's own account; links from mails and invitations end here. */
export function Account() {
  const user = useUser()
  const isTablet = pairedOf(user) !== null
  if (user.state === 'loading') return <Waiting />
  return (
    <div className={styles.page}>
      <Title order={1} size="h2">
        {isTablet ? devices.account.title : words.title}
      </Title>
      {user.state === 'out' ? (
        <SignInFirst />
      ) : user.person.paired ? (
        <ThisTablet {...user.person.paired} />
      ) : (
        <>
          <Arrived />
          <Roles me={user.person} />
          <NameAndEmail me={user.person} />
          <PasswordChange me={user.person} />
          <Sessions />
          <Keys />
        </>
      )}
      <Toasts />
    </div>
  )
}

function SignInFirst() {
  useEffect(keepBrought, [])
  return (
    <p className={styles.note}>
      {words.signInFirst}{' '}
      <Link to="/sign-in" search={{ to: '/account' }} className={styles.link}>
        {account.signIn.title}
      </Link>
    </p>
  )
}

type Taken = { role: Role; scene: { displayName: string } }

/** What the link one came by offers: a role, or another e-mail. */
function Arrived() {
  const { problem, save, dismiss } = useSaving()
  const isTried = useRef(false)

  async function take({ what, code }: Brought): Promise<void> {
    const path = what === 'role' ? '/api/user/role/' : '/api/user/email/confirm/'
    const saved = await save<Partial<Taken>>({ method: 'POST', path, body: { code } })
    if (!saved.ok) return
    const { role, scene } = saved.answer
    const isRole = role !== undefined && scene !== undefined
    toast(isRole ? words.taken(account.roles.as[role], scene.displayName) : words.emailDone)
    await loadUser()
  }
  useEffect(() => {
    if (isTried.current) return
    isTried.current = true
    const brought = takeBrought()
    if (brought) void take(brought)
  })
  return <ProblemNote problem={problem} title={words.linkFailed} onDismiss={dismiss} />
}

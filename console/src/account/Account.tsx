import { SimpleGrid, Stack } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import forms from '../ui/Form.module.css'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import { toast } from '../hooks/toast.ts'
import Toasts from '../ui/Toasts.tsx'
import { useSaving } from '../query/useSaving.ts'
import { account } from '../core/text/account/account.ts'
import { devices } from '../core/text/account/devices.ts'
import { loadUser, pairedOf, useUser } from '../core/session-user.ts'
import { Waiting } from '../ui/Layout.tsx'
import styles from '../ui/NarrowPage.module.css'
import { storeLinkCode, takeLinkCode } from './sign-in/link-code.ts'
import type { LinkCode } from './sign-in/link-code.ts'
import { Cards } from './Cards.tsx'
import { ProfileVisibility } from './ProfileVisibility.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { Keys } from './Keys.tsx'
import { NameAndEmail } from './NameAndEmail.tsx'
import { Notices } from './Notices.tsx'
import { PasswordChange } from './PasswordChange.tsx'
import { Roles } from './Roles.tsx'
import { Sessions } from './Sessions.tsx'
import { ThisTablet } from './ThisTablet.tsx'
import { rest } from '../core/rest.ts'
import { PageTitle } from '../ui/page/PageTitle.tsx'

const words = account.page

/** The user's account page. Links in mails and invitations lead here. */
export function Account() {
  const user = useUser()
  const isTablet = pairedOf(user) !== null
  if (user.state === 'loading') return <Waiting />
  return (
    <div className={styles.page}>
      <Toasts />
      <PageTitle>{isTablet ? devices.account.title : words.title}</PageTitle>
      {user.state === 'out' ? (
        <SignInFirst />
      ) : user.person.paired ? (
        <ThisTablet {...user.person.paired} />
      ) : (
        <>
          <RedeemLink />
          <Notices />
          <SimpleGrid cols={{ base: 1, lg: 2 }} className={forms.halves}>
            <Stack>
              <Roles me={user.person} />
              <Sessions />
              <Keys me={user.person} />
            </Stack>
            <Stack>
              <NameAndEmail me={user.person} />
              <ProfileVisibility me={user.person} />
              <Cards />
              <PasswordChange me={user.person} />
              <DeleteAccount me={user.person} />
            </Stack>
          </SimpleGrid>
        </>
      )}
    </div>
  )
}

function SignInFirst() {
  const hash = useFragment()
  useEffect(storeLinkCode, [hash])
  return (
    <p className={styles.note}>
      {words.signInFirst}{' '}
      <Link to="/sign-in" search={{ to: '/account' }} className={styles.link}>
        {account.signIn.title}
      </Link>
    </p>
  )
}

/** Redeems the link the user followed: it grants a role or confirms a new e-mail address. */
function RedeemLink() {
  const { problem, save, dismiss } = useSaving()
  const hash = useFragment()
  const redeemedHash = useRef<string | null>(null)

  async function redeem({ what, code }: LinkCode): Promise<void> {
    if (what === 'role') {
      const saved = await save(rest.post('/api/user/role/', {}, { code }))
      if (!saved.ok) return
      const { role, scene } = saved.answer
      toast(words.taken(account.roles.as[role], scene.displayName))
    } else {
      const saved = await save(rest.post('/api/user/email/confirm/', {}, { code }))
      if (!saved.ok) return
      toast(words.emailDone)
    }
    await loadUser()
  }
  useEffect(() => {
    if (redeemedHash.current === hash) return
    redeemedHash.current = hash
    const linkCode = takeLinkCode()
    if (linkCode) void redeem(linkCode)
  })
  return <ProblemNote problem={problem} title={words.linkFailed} onDismiss={dismiss} />
}

/** A link that is followed in a tab with this page changes only the fragment of its address. */
function useFragment(): string {
  return useLocation({ select: ({ hash }) => hash })
}

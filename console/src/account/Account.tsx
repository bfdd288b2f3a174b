import { SimpleGrid, Stack, Group, Switch } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import forms from '../ui/Form.module.css'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import { toast } from '../hooks/toast.ts'
import Toasts from '../ui/Toasts.tsx'
import { useSaving } from '../query/useSaving.ts'
import { account } from '../core/text/account.ts'
import { devices } from '../core/text/shell.ts'
import { loadUser, pairedOf, useUser, signOut } from '../core/session-user.ts'
import type { PairedTablet } from '../core/session-user.ts'
import { Waiting } from '../ui/Layout.tsx'
import styles from '../ui/NarrowPage.module.css'
import { storeLinkCode, takeLinkCode } from './sign-in/link-code.ts'
import type { LinkCode } from './sign-in/link-code.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { Keys } from './Keys.tsx'
import { NameAndEmail } from './NameAndEmail.tsx'
import { Notices } from './Notices.tsx'
import { Roles } from './Roles.tsx'
import { Sessions } from './Sessions.tsx'
import { rest, rowsPerPage } from '../core/rest.ts'
import type { BodyOf } from '../core/rest.ts'
import { PageTitle } from '../ui/page/PageTitle.tsx'
import { PressAgain } from '../ui/PressAgain.tsx'
import { Section } from '../ui/page/Section.tsx'
import { useList } from '../query/useList.ts'
import { RemovableList } from '../ui/row/RemovableList.tsx'
import { dateTimeText } from '../core/time/local-time.ts'
import { atCabinet } from '../core/text/play.ts'
import type { Me } from './sign-in/account-reads.ts'
import { EditForm } from '../ui/form/EditForm.tsx'
import { required } from '../hooks/form/edited-fields.ts'
import { useSavedForm } from '../query/useSavedForm.ts'
import { PasswordField } from './sign-in/Fields.tsx'

const passwordChangeWords = account.change
const empty = { current: '', password: '' }
const check = required<typeof empty>({ password: account.missing.password })

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

const tabletWords = devices.account

/** A paired tablet has no account. Signing out is the only action here. */
function ThisTablet({ name, cabinetName }: PairedTablet) {
  return (
    <Section title={name} lead={tabletWords.lead(cabinetName)}>
      <Group gap="sm">
        <PressAgain
          label={tabletWords.signOut}
          again={tabletWords.signOutAgain}
          onSure={() => void signOut()}
        />
      </Group>
    </Section>
  )
}

const cardWords = atCabinet.cards

/** The user's cards. Only a hash of each card's number is stored. */
function Cards() {
  const list = useList(rest.get('/api/user/card/', { rowsPerPage }))
  return (
    <Section title={cardWords.title} lead={cardWords.lead}>
      <RemovableList
        list={list}
        words={cardWords}
        lineOf={({ createdAt }, i) => {
          return {
            name: cardWords.name(i + 1),
            detail: `${cardWords.since} ${dateTimeText(createdAt)}`,
          }
        }}
        remove={(id) => rest.delete('/api/user/card/:id/', { id })}
      />
    </Section>
  )
}

const shownWords = atCabinet.shown

/** Controls what others see of the user (R-PE-6). */
function ProfileVisibility({ me: { id, shown } }: { me: Me }) {
  const { isSaving, problem, save, dismiss } = useSaving()
  if (!shown || id === null) return null

  const change = (body: BodyOf<'PATCH /api/user/me/'>) =>
    save(rest.patch('/api/user/me/', {}, body), loadUser)

  return (
    <Section title={shownWords.title}>
      <Stack gap="sm">
        <Switch
          size="md"
          label={shownWords.displayed}
          checked={!shown.doNotDisplay}
          disabled={isSaving}
          onChange={({ currentTarget }) => void change({ doNotDisplay: !currentTarget.checked })}
        />
        <Switch
          size="md"
          label={shownWords.profile}
          checked={shown.isProfilePublic}
          disabled={isSaving || shown.doNotDisplay}
          onChange={({ currentTarget }) => void change({ isProfilePublic: currentTarget.checked })}
        />
        {shown.isProfilePublic && !shown.doNotDisplay && (
          <Link to="/player/$id" params={{ id: `${id}` }} className={styles.link}>
            {shownWords.page}
          </Link>
        )}
      </Stack>
      <ProblemNote problem={problem} title={shownWords.failed} onDismiss={dismiss} />
    </Section>
  )
}

type Props = { me: Me }

function PasswordChange({ me }: Props) {
  const form = useSavedForm({ server: empty, check, isKept: false })

  async function change(changes: Partial<typeof empty>, { password }: typeof empty): Promise<void> {
    const body = { ...changes, password }
    const saved = await form.save(rest.put('/api/user/password/', {}, body))
    if (!saved.ok) return
    form.reset()
    toast(passwordChangeWords.saved)
    await loadUser()
  }

  return (
    <Section title={passwordChangeWords.title} lead={passwordChangeWords.lead}>
      <EditForm
        form={form}
        onSave={change}
        failed={passwordChangeWords.failed}
        button={me.hasPassword ? passwordChangeWords.button : passwordChangeWords.set}
      >
        <input type="hidden" autoComplete="username" value={me.email ?? ''} readOnly />
        {me.hasPassword && <PasswordField label={account.present} {...form.field('current')} />}
        <PasswordField isNew label={account.newPassword} {...form.field('password')} />
      </EditForm>
    </Section>
  )
}

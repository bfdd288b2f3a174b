import { Group } from '@mantine/core'
import { Link, useLoaderData, useSearch } from '@tanstack/react-router'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { required } from '../../hooks/form/edited-fields.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { account as all } from '../../core/text/account.ts'
import { useUser } from '../../core/session-user.ts'
import styles from '../../ui/NarrowPage.module.css'
import { EmailField, PasswordField } from './Fields.tsx'
import { Providers } from './Providers.tsx'
import { enter } from './sign-in-redirect.ts'
import { rest } from '../../core/rest.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'

const words = all.signIn
const empty = { email: '', password: '' }
const { email, password } = all.missing
const check = required<typeof empty>({ email, password })

export function SignIn() {
  const { providers } = useLoaderData({ from: '/sign-in' })
  const { to, problem: redirectProblem } = useSearch({ from: '/sign-in' })
  const user = useUser()
  const form = useSavedForm({ server: empty, check, isKept: false })

  async function signIn(_: unknown, body: typeof empty): Promise<void> {
    await form.save(rest.post('/api/user/sign-in/', {}, { ...body, to }), () => enter(to))
  }

  return (
    <div className={styles.narrow}>
      <PageTitle>{words.title}</PageTitle>
      {user.state === 'in' && (
        <p className={styles.note}>
          {words.already(user.person.name)}{' '}
          <Link to="/account" className={styles.link}>
            {all.page.title}
          </Link>
        </p>
      )}
      {redirectProblem === 'elsewhere' && (
        <p className={styles.note} role="alert">
          {words.elsewhere}
        </p>
      )}
      <EditForm form={form} onSave={signIn} failed={words.failed} button={words.button} isNarrow>
        <EmailField {...form.field('email')} />
        <PasswordField {...form.field('password')} />
      </EditForm>
      <Providers providers={providers} to={to} />
      <div>
        <Group gap="xs" m={0} component="p">
          <Link to="/reset" className={styles.link}>
            {words.forgotten}
          </Link>
        </Group>
        <Group gap="xs" m={0} component="p">
          {words.new}
          <Link to="/sign-up" search={to === undefined ? {} : { to }} className={styles.link}>
            {words.toSignUp}
          </Link>
        </Group>
      </div>
    </div>
  )
}

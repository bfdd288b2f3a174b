import { said } from '../../core/text/catalogue.ts'
import '@mantine/core/styles/Input.layer.css'
import { Group, TextInput } from '@mantine/core'
import { Link, useLoaderData, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { required } from '../../hooks/form/edited-fields.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { account as all } from '../../core/text/account.ts'
import styles from '../../ui/NarrowPage.module.css'
import { EmailField, PasswordField } from './Fields.tsx'
import { Providers } from './Providers.tsx'
import { storedInvitation } from './link-code.ts'
import { enter, sceneInPath } from './sign-in-redirect.ts'
import { rest } from '../../core/rest.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'

const words = all.signUp
const empty = { name: '', email: '', password: '' }
const { name, email, password } = all.missing
const check = required<typeof empty>({ name, email, password })

export function SignUp() {
  const { providers, isFirst, passwordLength } = useLoaderData({ from: '/sign-up' })
  const { to } = useSearch({ from: '/sign-up' })
  const form = useSavedForm({ server: empty, check, isKept: false })
  const [notice, setNotice] = useState<string | null>(null)

  async function signUp(_: unknown, fields: typeof empty): Promise<void> {
    const [scene, invitation] = [sceneInPath(to), storedInvitation()]
    const body = { ...fields, scene, invitation, to }
    const saved = await form.save(rest.post('/api/user/sign-up/', {}, body))
    if (!saved.ok) return
    if (saved.answer.signedIn) enter(isFirst ? '/account' : to)
    else setNotice(said(saved.answer.message, saved.answer.detail ?? ''))
  }

  if (notice !== null) {
    return (
      <div className={styles.narrow}>
        <PageTitle>{words.mailed}</PageTitle>
        <p className={styles.note} role="status">
          {notice}
        </p>
      </div>
    )
  }
  const { least, recommended } = passwordLength
  return (
    <div className={styles.narrow}>
      <PageTitle>{words.title}</PageTitle>
      {isFirst && <p className={styles.note}>{words.first}</p>}
      <EditForm form={form} onSave={signUp} failed={words.failed} button={words.button} isNarrow>
        <TextInput
          label={words.name}
          description={words.nameHint}
          required
          autoComplete="nickname"
          {...form.field('name')}
        />
        <EmailField description={words.emailHint} {...form.field('email')} />
        <PasswordField
          isNew
          description={words.passwordHint(least, recommended)}
          {...form.field('password')}
        />
      </EditForm>
      <Providers providers={providers} to={to} />
      <Group gap="xs" m={0} component="p">
        {words.old}
        <Link to="/sign-in" search={to === undefined ? {} : { to }} className={styles.link}>
          {words.toSignIn}
        </Link>
      </Group>
    </div>
  )
}

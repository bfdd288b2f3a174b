import { useLocation, useSearch } from '@tanstack/react-router'
import { EditForm } from '../../ui/form/EditForm.tsx'
import forms from '../../ui/Form.module.css'
import { required } from '../../hooks/form/edited-fields.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { account as all } from '../../core/text/account.ts'
import styles from '../../ui/NarrowPage.module.css'
import { PasswordField } from './Fields.tsx'
import { codeInHash, enter } from './sign-in-redirect.ts'
import { rest } from '../../core/rest.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'

const words = all.confirm

const empty = { password: '' }
const check = required<typeof empty>({ password: all.missing.password })

/** Target of the confirmation mail's link. The password proves that the same person signed up. */
export function ConfirmEmail() {
  const code = useLocation({ select: ({ hash }) => codeInHash(hash) })
  const { to } = useSearch({ from: '/confirm' })
  const form = useSavedForm({ server: empty, check, isKept: false })

  async function confirm(_: unknown, { password }: typeof empty): Promise<void> {
    const body = { code, password }
    await form.save(rest.post('/api/user/confirm/', {}, body), () => enter(to ?? '/account'))
  }

  return (
    <div className={styles.narrow}>
      <PageTitle>{words.title}</PageTitle>
      {code === '' ? (
        <p className={styles.note}>{words.noCode}</p>
      ) : (
        <EditForm form={form} onSave={confirm} failed={words.failed} button={words.button} isNarrow>
          <p className={forms.lead}>{words.lead}</p>
          <PasswordField {...form.field('password')} />
        </EditForm>
      )}
    </div>
  )
}

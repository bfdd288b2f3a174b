import { Button } from '@mantine/core'
import form from '../ui/Form.module.css'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import { toast } from '../hooks/toast.ts'
import { useResource } from '../query/useResource.ts'
import { RowLine } from '../ui/row/RowLine.tsx'
import { useSaving } from '../query/useSaving.ts'
import { dateTimeText } from '../core/time/local-time.ts'
import { account } from '../core/text/account.ts'
import { loadUser } from '../core/session-user.ts'
import { rest } from '../core/rest.ts'
import type { Answer, Write } from '../core/rest.ts'
import { Section } from '../ui/page/Section.tsx'

type Invitation = Answer<'/api/user/notice/'>['invitations'][number]
const words = account.notices

/** Role invitations, and password reset links that others created for this account. */
export function Notices() {
  const { isSaving, problem, save, dismiss } = useSaving()
  const { answer: notices, reload } = useResource(rest.get('/api/user/notice/'))

  async function saveAndReload(write: Write): Promise<boolean> {
    const saved = await save(write)
    await reload()
    return saved.ok
  }
  async function accept({ id, role, scene }: Invitation): Promise<void> {
    if (!(await saveAndReload(rest.post('/api/user/invitation/:id/', { id })))) return
    toast(account.page.taken(account.roles.as[role], scene.displayName))
    await loadUser()
  }

  if (!notices || notices.invitations.length + notices.resetLinks.length === 0) return null
  return (
    <Section title={words.title}>
      <ul className={form.rows} aria-label={words.title}>
        {notices.resetLinks.map(({ id, madeBy, madeAt }) => (
          <li key={`link ${id}`}>
            <RowLine name={words.reset(madeBy, dateTimeText(madeAt))}>
              <Button
                variant="default"
                size="md"
                disabled={isSaving}
                onClick={() => void saveAndReload(rest.delete('/api/user/notice/:id/', { id }))}
              >
                {words.seen}
              </Button>
            </RowLine>
          </li>
        ))}
        {notices.invitations.map((invitation) => (
          <li key={invitation.id}>
            <RowLine
              name={words.invited(account.roles.as[invitation.role], invitation.scene.displayName)}
            >
              <Button
                size="md"
                disabled={isSaving}
                aria-label={words.acceptOf(invitation.scene.displayName)}
                onClick={() => void accept(invitation)}
              >
                {words.accept}
              </Button>
              <Button
                variant="default"
                size="md"
                disabled={isSaving}
                aria-label={words.declineOf(invitation.scene.displayName)}
                onClick={() =>
                  void saveAndReload(
                    rest.delete('/api/user/invitation/:id/', { id: invitation.id }),
                  )
                }
              >
                {words.decline}
              </Button>
            </RowLine>
          </li>
        ))}
      </ul>
      <ProblemNote problem={problem} title={words.failed} onDismiss={dismiss} />
    </Section>
  )
}

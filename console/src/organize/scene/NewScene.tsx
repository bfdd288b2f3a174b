import '@mantine/core/styles/Input.layer.css'
import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { NameFields } from '../../ui/form/NameFields.tsx'
import { shortNameOf } from '../../core/short-name.ts'
import type { Named } from '../../core/short-name.ts'
import { required } from '../../hooks/form/edited-fields.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { account } from '../../core/text/account.ts'
import { loadUser, useUser } from '../../core/session-user.ts'
import { NotAuthorized } from '../../ui/page/NotAuthorized.tsx'
import { Waiting } from '../../ui/Layout.tsx'
import { rest } from '../../core/rest.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'

const words = account.scene

const empty: Named = { displayName: '', name: null }
const check = required<Named>({ displayName: words.missing })

/** Creates a scene, the first step on a new site. It leads on to creating a tournament. */
export function NewScene() {
  const user = useUser()
  const navigate = useNavigate()
  const form = useSavedForm({ server: empty, check })
  if (user.state === 'loading') return <Waiting />
  if (user.state === 'out' || !user.person.isOwner) return <NotAuthorized />

  async function create(_: unknown, fields: Named): Promise<void> {
    const body = { name: shortNameOf(fields), displayName: fields.displayName }
    const saved = await form.save(rest.post('/api/game/scene/', {}, body))
    if (!saved.ok) return
    await loadUser()
    const params = { sceneName: saved.answer.name }
    await navigate({ to: '/scene/$sceneName/new-tournament', params })
  }

  return (
    <Stack gap="lg">
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      <EditForm form={form} onSave={create} failed={words.failed} button={words.make}>
        <NameFields form={form} words={words} />
      </EditForm>
    </Stack>
  )
}

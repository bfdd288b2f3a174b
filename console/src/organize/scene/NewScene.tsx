import '@mantine/core/styles/Input.layer.css'
import { Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { required } from '../../hooks/form/edited-fields.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { account } from '../../core/text/account.ts'
import { loadUser, useUser } from '../../core/session-user.ts'
import { NotAuthorized } from '../../ui/page/NotAuthorized.tsx'
import { Waiting } from '../../ui/Layout.tsx'
import { plainName } from '../tournament-cabinets/cabinet-client.ts'
import { rest } from '../../core/rest.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'

const words = account.scene

/** `name` is null until the user types one. Until then it is derived from `displayName`. */
type Fields = { displayName: string; name: string | null }
const empty: Fields = { displayName: '', name: null }
const check = required<Fields>({ displayName: words.missing })

/** Creates a scene, the first step on a new site. It leads on to creating a tournament. */
export function NewScene() {
  const user = useUser()
  const navigate = useNavigate()
  const form = useSavedForm({ server: empty, check })
  const name = form.values.name ?? plainName(form.values.displayName)
  if (user.state === 'loading') return <Waiting />
  if (user.state === 'out' || !user.person.isOwner) return <NotAuthorized />

  async function create(_: unknown, { displayName }: Fields): Promise<void> {
    const body = { name, displayName }
    const saved = await form.save(rest.post('/api/game/scene/', {}, body))
    if (!saved.ok) return
    await loadUser()
    const params = { sceneName: saved.answer.name }
    await navigate({ to: '/scene/$sceneName/new-tournament', params })
  }

  return (
    <Stack gap="lg">
      <title>{words.title}</title>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      <EditForm form={form} onSave={create} failed={words.failed} button={words.make}>
        <TextInput label={words.displayName} required {...form.field('displayName')} />
        <TextInput
          label={words.name}
          description={words.nameHint}
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('name')}
          value={name}
        />
      </EditForm>
    </Stack>
  )
}

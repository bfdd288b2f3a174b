import '@mantine/core/styles/Input.layer.css'
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useLoaderData, useNavigate } from '@tanstack/react-router'
import { rest, rowsPerPage } from '../core/rest.ts'
import type { Scene, TournamentBody } from '../core/rest.ts'
import { EditForm } from '../ui/form/EditForm.tsx'
import forms from '../ui/Form.module.css'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import { useList } from '../query/useList.ts'
import { creation as words } from '../core/text/spectate/home.ts'
import { settings } from '../core/text/organize/settings.ts'
import { mayOrganize, useUser } from '../core/session-user.ts'
import { NotAuthorized } from '../ui/page/NotAuthorized.tsx'
import { Waiting } from '../ui/Layout.tsx'
import { BracketImport } from '../organize/import-export/BracketImport.tsx'
import { LinkTypeChoice } from '../organize/settings/LinkTypeChoice.tsx'
import { PageTitle } from '../ui/page/PageTitle.tsx'
import { rowChoices } from '../ui/form/choices.ts'
import { useState } from 'react'
import { useEditedForm } from '../hooks/form/useEditedForm.ts'
import { missingIn } from '../organize/settings/settings-form.ts'
import { useSaving } from '../query/useSaving.ts'

/** Creates a tournament in a scene, empty or from a template. */
export function NewTournament() {
  const { scene, cabinets } = useLoaderData({ from: '/scene/$sceneName/new-tournament' })
  const user = useUser()
  if (user.state === 'loading') return <Waiting />
  if (!mayOrganize(user, scene)) return <NotAuthorized />
  return (
    <Stack gap="lg">
      <PageTitle>{words.title(scene.displayName)}</PageTitle>
      <CreationForm scene={scene} cabinets={cabinets.map(({ id }) => id)} />
      <BracketImport scene={scene} cabinets={cabinets.map(({ id }) => id)} />
    </Stack>
  )
}

function CreationForm({ scene, cabinets }: { scene: Scene; cabinets: number[] }) {
  const creation = useNewTournament(scene, cabinets)
  const { form, created } = creation
  const templates = useList(
    rest.get('/api/tournament/template/', { sceneId: scene.id, rowsPerPage }),
  )
  if (created) return <TemplateFailed creation={creation} created={created} />
  return (
    <EditForm form={form} onSave={creation.create} failed={words.failed} button={words.create}>
      <TextInput label={settings.name} required {...form.field('name')} />
      <TextInput type="date" label={settings.date} required maw="14rem" {...form.field('date')} />
      <LinkTypeChoice {...form.field('linkType')} />
      {(templates.rows ?? []).length > 0 && (
        <NativeSelect
          label={words.template}
          description={words.templateHint}
          data={rowChoices(words.noTemplate, templates.rows ?? [])}
          {...form.field('template')}
        />
      )}
    </EditForm>
  )
}

type TemplateFailedProps = {
  creation: ReturnType<typeof useNewTournament>
  created: TournamentBody
}

/** The tournament was created, but its template could not be loaded. */
function TemplateFailed({ creation, created }: TemplateFailedProps) {
  const { problem, isSaving, load, open } = creation
  return (
    <Stack className={forms.form} role="status">
      <p className={forms.lead}>{words.made(created.name)}</p>
      <ProblemNote problem={problem} title={words.notLoaded} onDismiss={() => void open(created)}>
        {problem?.code === 'CABINET_GONE' && (
          <Button size="md" onClick={() => void load(created, true)}>
            {words.without}
          </Button>
        )}
      </ProblemNote>
      <Group>
        <Button variant="default" size="md" loading={isSaving} onClick={() => void open(created)}>
          {words.goOn}
        </Button>
      </Group>
    </Stack>
  )
}

/** `template` is an id, or empty for none */
type NewTournamentForm = Pick<TournamentBody, 'name' | 'date' | 'linkType'> & { template: string }

/**
 * Creates a tournament, then loads its template in a second request, which may be refused on its
 * own. Without a template the tournament gets all cabinets of its scene.
 */
function useNewTournament(scene: Scene, cabinets: number[]) {
  const saving = useSaving()
  const navigate = useNavigate()
  const [created, setCreated] = useState<TournamentBody | null>(null)
  const [empty] = useState<NewTournamentForm>(() => {
    return { name: '', date: today(), linkType: 'hivemind', template: '' }
  })
  const form = useEditedForm({ server: empty, saving, check: missingIn })
  const template = Number(form.values.template)

  async function create(): Promise<void> {
    const { template: _, name, ...fields } = form.values
    const assignedCabinets = template === 0 ? { assignedCabinets: cabinets } : {}
    const body = { scene: scene.id, ...fields, name: name.trim(), ...assignedCabinets }
    const saved = await saving.save(rest.post('/api/tournament/tournament/', {}, body))
    if (!saved.ok) return
    if (template === 0) return open(saved.answer)
    setCreated(saved.answer)
    await load(saved.answer, false)
  }

  async function load(tournament: TournamentBody, force: boolean): Promise<void> {
    const path = '/api/tournament/tournament/:id/load-template/'
    const saved = await saving.save(rest.put(path, { id: tournament.id }, { template, force }))
    if (saved.ok) await open(tournament)
  }

  function open({ id }: TournamentBody): Promise<void> {
    return navigate({ to: '/tournament/$id/admin', params: { id: String(id) } })
  }

  return { ...saving, form, created, create, load, open }
}

/** Today's date in local time, not in UTC. */
function today(): string {
  const now = new Date()
  const twoDigits = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}

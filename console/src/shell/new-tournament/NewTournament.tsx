import '@mantine/core/styles/Input.layer.css'
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { rest, rowsPerPage } from '../../core/rest.ts'
import type { Scene, TournamentBody } from '../../core/rest.ts'
import { EditForm } from '../../ui/form/EditForm.tsx'
import forms from '../../ui/Form.module.css'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useList } from '../../query/useList.ts'
import { creation as words } from '../../spectate/home/text.ts'
import { settings } from '../../core/text/organize/settings.ts'
import { mayOrganize, useUser } from '../../core/session-user.ts'
import { NotAuthorized } from '../../ui/page/NotAuthorized.tsx'
import { Waiting } from '../../ui/Layout.tsx'
import { BracketImport } from '../../organize/import-export/BracketImport.tsx'
import { LinkTypeChoice } from '../../organize/settings/LinkTypeChoice.tsx'
import { useNewTournament } from './useNewTournament.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { rowChoices } from '../../ui/form/choices.ts'

/** Creates a tournament in a scene, empty or from a template. */
export function NewTournament() {
  const { scene, cabinets } = useLoaderData({ from: '/scene/$sceneName/new-tournament' })
  const user = useUser()
  if (user.state === 'loading') return <Waiting />
  if (!mayOrganize(user, scene)) return <NotAuthorized />
  return (
    <Stack gap="lg">
      <title>{words.title(scene.displayName)}</title>
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

import '@mantine/core/styles/Input.layer.css'
import {
  Anchor,
  Button,
  Input,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
  Textarea,
  NativeSelect,
} from '@mantine/core'
import { Link, useLoaderData, useRouter } from '@tanstack/react-router'
import { useState, useMemo } from 'react'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { ConflictQuestion, ConcurrentEdits } from '../../ui/form/ConcurrentEdits.tsx'
import forms from '../../ui/Form.module.css'
import { savingText } from '../../core/text/forms.ts'
import { removal, settings as words, exporting } from '../../core/text/organize/settings.ts'
import { Markdown } from '../../spectate/page/LazyMarkdown.tsx'
import { ExportTournament } from '../import-export/ExportTournament.tsx'
import styles from './BasicSettings.module.css'
import { displayValue, missingIn, settingsOf } from './settings-form.ts'
import type { Settings } from './settings-form.ts'
import DeleteTournament from './DeleteTournament.tsx'
import { LinkTypeChoice } from './LinkTypeChoice.tsx'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { rest, tournamentAt } from '../../core/rest.ts'
import type { SceneDefaults } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { toast } from '../../hooks/toast.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { atLeast } from '#events/schema/parts/ruling-signers.ts'
import { useList } from '../../query/useList.ts'
import type { EditedForm } from '../../hooks/form/useEditedForm.ts'
import { choices } from '../../ui/form/choices.ts'

/** The basic settings of a tournament, its export and its deletion. */
export default function BasicSettings() {
  const { form, save } = useSettings()
  const conflictProps = { form, shown: displayValue }
  return (
    <Stack gap="lg">
      <PageTitle>{words.title}</PageTitle>
      <EditForm form={form} onSave={save} failed={words.failed} button={savingText.save} isLong>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="lg">
          <Stack>
            <TextInput id="settings-name" label={words.name} required {...form.field('name')} />
            <ConcurrentEdits field="name" {...conflictProps} />
            <TextInput
              type="date"
              label={words.date}
              required
              className={styles.date}
              {...form.field('date')}
            />
            <ConcurrentEdits field="date" {...conflictProps} />
            <Address />
          </Stack>
          <Stack>
            <LinkTypeChoice {...form.field('linkType')} />
            <ConcurrentEdits field="linkType" {...conflictProps} />
            <Switch
              className={forms.choice}
              label={words.isActive}
              description={words.isActiveHint}
              {...form.tick('isActive')}
            />
            <ConcurrentEdits field="isActive" {...conflictProps} />
          </Stack>
          <Stack>
            <ProtestChoices form={form} />
            <ConcurrentEdits field="protestDeadline" {...conflictProps} />
            <ConcurrentEdits field="rulingSigners" {...conflictProps} />
          </Stack>
          <Stack>
            <Textarea
              label={words.description}
              description={words.descriptionHint}
              rows={12}
              {...form.field('description')}
            />
            <ConcurrentEdits field="description" {...conflictProps} />
            <section className={styles.preview} aria-label={words.preview}>
              <h2>{words.preview}</h2>
              {form.values.description.trim() === '' ? (
                <p className={forms.lead}>{words.previewEmpty}</p>
              ) : (
                <Markdown source={form.values.description} />
              )}
            </section>
          </Stack>
        </SimpleGrid>
      </EditForm>
      <Export />
      <Deletion />
      <ConflictQuestion {...conflictProps} labels={words} />
    </Stack>
  )
}

function Export() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  return (
    <section className={styles.apart} aria-label={exporting.title}>
      <ExportTournament tournament={tournament} />
    </section>
  )
}

/** Outside the form, because deleting does not save its fields. */
function Deletion() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.apart} aria-label={removal.menu}>
      <p className={forms.lead}>{removal.hint}</p>
      <Button variant="default" size="md" onClick={() => setOpen(true)}>
        {removal.menu}
      </Button>
      {isOpen && <DeleteTournament tournament={tournament} onClose={() => setOpen(false)} />}
    </section>
  )
}

function Address() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { slug } = tournament
  const sceneName = tournament.scene.name
  return (
    <div>
      <Input.Label size="md" labelElement="div">
        {words.address}
      </Input.Label>
      <Input.Description size="md">{words.addressHint}</Input.Description>
      <Anchor
        className={forms.link}
        renderRoot={(props) => (
          <Link to="/t/$sceneName/$slug" params={{ sceneName, slug }} {...props} />
        )}
      >
        {`/t/${sceneName}/${slug}`}
      </Anchor>
    </div>
  )
}

/** The form of the basic settings. Unsaved changes survive when somebody else saves. */
function useSettings() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const row = useLiveState((shown) => shown.live.rows.tournament[tournament.id])
  const server = useMemo(() => settingsOf({ ...tournament, ...row }), [tournament, row])
  const router = useRouter()
  const form = useSavedForm<Settings>({
    server,
    check: missingIn,
    // No frame contains the description, so the tournament is fetched.
    latest: () =>
      tournamentAt(tournament.id).then(
        (now) => settingsOf(now.tournament),
        () => null,
      ),
  })

  async function save(body: Partial<Settings>): Promise<Settings | void> {
    const { id } = tournament
    const saved = await form.save(rest.patch('/api/tournament/tournament/:id/', { id }, body))
    if (!saved.ok) return
    toast(savingText.saved)
    void router.invalidate()
    return settingsOf(saved.answer)
  }
  return { form, save }
}

/** The deadline for protests and the number of signatures on a ruling (R-DI-2, R-DI-4). */
function ProtestChoices({ form }: { form: EditedForm<Settings> }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { name, displayName } = tournament.scene
  const sceneDefaults = useList(rest.get('/api/tournament/scene/', { name })).rows?.[0]
  return (
    <>
      <NativeSelect
        label={words.protestDeadline}
        description={[
          words.deadlineHint,
          sceneDefaults &&
            words.deadlineOf(displayName, words.deadlines[sceneDefaults.protestDeadline]),
        ]
          .filter(Boolean)
          .join(' ')}
        data={choices(words.deadlines)}
        {...form.field('protestDeadline')}
      />
      <NativeSelect
        label={words.rulingSigners}
        description={
          sceneDefaults && words.signersOf(displayName, words.signers[sceneDefaults.rulingSigners])
        }
        data={choices(words.signers).map((choice) => ({
          ...choice,
          disabled:
            sceneDefaults !== undefined && isTooFew(choice.value, sceneDefaults, form.values),
        }))}
        {...form.field('rulingSigners')}
      />
    </>
  )
}

/** Fewer signers than the scene requires. The current value always stays allowed. */
function isTooFew(value: string, sceneDefaults: SceneDefaults, current: Settings): boolean {
  const signers = value as Settings['rulingSigners']
  if (signers === current.rulingSigners) return false
  return atLeast(signers, sceneDefaults.rulingSigners) !== signers
}

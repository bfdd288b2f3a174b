import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect, TextInput, Title } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import type { Scene, TournamentBody } from '../../core/rest.ts'
import form from '../../ui/Form.module.css'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useList } from '../../query/useList.ts'
import { creation as words } from '../../spectate/home/text.ts'
import { settings } from '../../core/text/settings.ts'
import { mayOrganize, useUser } from '../../core/session-user.ts'
import { NotAuthorized } from '../admin/Admin.tsx'
import { Waiting } from '../../ui/Frame.tsx'
import { LinkTypeChoice } from '../../organize/settings/LinkTypeChoice.tsx'
import { templateUrl } from '../../organize/templates/content.ts'
import type { Template } from '../../organize/templates/content.ts'
import styles from '../../spectate/home/Creation.module.css'
import { useNewTournament } from './useNewTournament.ts'
import type { Wanted } from './useNewTournament.ts'

/** A new tournament of a scene, empty or as a template has it. */
export function NewTournament() {
  const { scene } = useLoaderData({ from: '/scene/$sceneName/new-tournament' })
  const user = useUser()
  if (user.state === 'loading') return <Waiting />
  if (!mayOrganize(user, scene)) return <NotAuthorized />
  return (
    <div className={`${form.screen} ${styles.page}`}>
      <title>{words.title(scene.displayName)}</title>
      <Title order={1} size="h2">
        {words.title(scene.displayName)}
      </Title>
      <CreationForm scene={scene} />
    </div>
  )
}

function CreationForm({ scene }: { scene: Scene }) {
  const creation = useNewTournament(scene)
  const { made, errors, isSaving, problem, dismiss } = creation
  const templates = useList<Template>(`${templateUrl}?sceneId=${scene.id}&rowsPerPage=1000`)
  const [wanted, setWanted] = useState<Wanted>(() => {
    return { name: '', date: today(), linkType: 'hivemind', template: null }
  })
  const set = (part: Partial<Wanted>) => setWanted((now) => ({ ...now, ...part }))
  if (made) return <Unloaded creation={creation} made={made} template={wanted.template ?? 0} />
  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => (event.preventDefault(), void creation.create(wanted))}
    >
      <TextInput
        label={settings.name}
        required
        maxLength={200}
        value={wanted.name}
        error={errors.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={settings.date}
        required
        className={styles.date}
        value={wanted.date}
        error={errors.date}
        onChange={({ currentTarget }) => set({ date: currentTarget.value })}
      />
      <LinkTypeChoice
        value={wanted.linkType}
        error={errors.linkType}
        onChange={(linkType) => set({ linkType })}
      />
      {(templates.rows ?? []).length > 0 && (
        <NativeSelect
          label={words.template}
          description={words.templateHint}
          value={wanted.template ?? ''}
          data={[
            { value: '', label: words.noTemplate },
            ...(templates.rows ?? []).map(({ id, name }) => ({ value: `${id}`, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            set({ template: value === '' ? null : Number(value) })
          }
        />
      )}
      <ProblemNote
        problem={problem}
        title={words.failed}
        beside={['name', 'date', 'linkType']}
        onDismiss={dismiss}
      />
      <div className={form.row}>
        <Button type="submit" size="md" className={form.button} loading={isSaving}>
          {words.create}
        </Button>
      </div>
    </form>
  )
}

type UnloadedProps = {
  creation: ReturnType<typeof useNewTournament>
  made: TournamentBody
  template: number
}

/** It is there, and its template is not in it yet. */
function Unloaded({ creation, made, template }: UnloadedProps) {
  const { problem, isSaving, load, open } = creation
  return (
    <div className={form.form} role="status">
      <p className={form.lead}>{words.made(made.name)}</p>
      <ProblemNote problem={problem} title={words.notLoaded} onDismiss={() => void open(made)}>
        {problem?.code === 'CABINET_GONE' && (
          <Button size="md" className={form.button} onClick={() => void load(made, template, true)}>
            {words.without}
          </Button>
        )}
      </ProblemNote>
      <div className={form.row}>
        <Button
          variant="default"
          size="md"
          className={form.button}
          loading={isSaving}
          onClick={() => void open(made)}
        >
          {words.goOn}
        </Button>
      </div>
    </div>
  )
}

/** As the wall of this place has it, not as Greenwich has. */
function today(): string {
  const now = new Date()
  const two = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

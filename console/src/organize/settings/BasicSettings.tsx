import '@mantine/core/styles/Input.layer.css'
import { Anchor, Button, Switch, TextInput, Textarea, Title } from '@mantine/core'
import { Link, useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import { Confirm } from '../../ui/Confirm.tsx'
import form from '../../ui/Form.module.css'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { text } from '../../core/text/text.ts'
import { removal, settings as words } from '../../core/text/settings.ts'
import { Markdown } from '../../spectate/frame/LazyMarkdown.tsx'
import styles from './BasicSettings.module.css'
import { conflicts, fields, taken } from './settings-form.ts'
import type { Field, Settings } from './settings-form.ts'
import { DeleteTournament } from './DeleteTournament.tsx'
import { LinkTypeChoice } from './LinkTypeChoice.tsx'
import { ProtestChoices } from './ProtestChoices.tsx'
import { idOf, useSettings } from './useSettings.ts'

/** Name, date and description of a tournament, and where its matches come from. */
export function BasicSettings() {
  const settings = useSettings()
  const { draft, server, errors, hasChanges, isSaving, problem, asked, type } = settings
  const { values } = draft
  const twice = new Set(conflicts(draft, server))
  const set = (value: Partial<Settings>) =>
    type((before) => ({ ...before, values: { ...before.values, ...value } }))
  const theirs = (field: Field) =>
    twice.has(field) && (
      <Theirs value={shown(field, server)} onTake={() => type((d) => taken(d, field, server))} />
    )
  return (
    <div className={form.screen}>
      <Title order={1} size="h2">
        {words.title}
      </Title>
      <form
        noValidate
        className={`${form.form} ${styles.form}`}
        onSubmit={(event) => {
          event.preventDefault()
          if (hasChanges && !isSaving) void settings.save()
        }}
      >
        <div className={styles.fields}>
          <TextInput
            id={idOf('name')}
            label={words.name}
            required
            maxLength={200}
            value={values.name}
            error={errors.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          {theirs('name')}
          <TextInput
            id={idOf('date')}
            type="date"
            label={words.date}
            required
            className={styles.date}
            value={values.date}
            error={errors.date}
            onChange={({ currentTarget }) => set({ date: currentTarget.value })}
          />
          {theirs('date')}
          <Address />
        </div>
        <div className={styles.fields}>
          <LinkTypeChoice
            value={values.linkType}
            error={errors.linkType}
            onChange={(linkType) => set({ linkType })}
          />
          {theirs('linkType')}
          <Switch
            id={idOf('isActive')}
            size="lg"
            color="gray.6"
            withThumbIndicator={false}
            className={form.choice}
            label={words.isActive}
            description={words.isActiveHint}
            checked={values.isActive}
            onChange={({ currentTarget }) => set({ isActive: currentTarget.checked })}
          />
          {theirs('isActive')}
        </div>
        <div className={styles.fields}>
          <ProtestChoices values={values} errors={errors} onChange={set} />
          {theirs('protestDeadline')}
          {theirs('rulingSigners')}
        </div>
        <Textarea
          id={idOf('description')}
          label={words.description}
          description={words.descriptionHint}
          rows={12}
          maxLength={20_000}
          value={values.description}
          error={errors.description}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        />
        <section className={styles.preview} aria-label={words.preview}>
          <h2>{words.preview}</h2>
          {values.description.trim() === '' ? (
            <p className={form.lead}>{words.previewEmpty}</p>
          ) : (
            <Markdown source={values.description} />
          )}
        </section>
        {theirs('description')}
        <div className={styles.end}>
          <ProblemNote
            problem={problem}
            title={words.failed}
            beside={fields}
            onDismiss={settings.dismiss}
          />
          <div className={form.row}>
            <Button
              type="submit"
              size="md"
              className={form.button}
              aria-disabled={!hasChanges || undefined}
              data-disabled={!hasChanges || undefined}
              loading={isSaving}
            >
              {text.saving.save}
            </Button>
            <span role="status">{hasChanges ? words.unsaved : words.unchanged}</span>
          </div>
        </div>
      </form>
      <Deletion />
      {asked && (
        <Confirm
          title={words.conflict}
          reasons={asked.fields.map((field) =>
            words.changedBy(labelOf(field), shown(field, asked.server)),
          )}
          yes={words.overwrite}
          no={words.keepEditing}
          onYes={() => void settings.overwrite()}
          onClose={settings.lookAgain}
        />
      )}
    </div>
  )
}

/** Apart from the form: what is typed there is not part of it. */
function Deletion() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.removal} aria-label={removal.menu}>
      <p className={form.lead}>{removal.hint}</p>
      <Button variant="default" size="md" className={form.button} onClick={() => setOpen(true)}>
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
      <span className={styles.label}>{words.address}</span>
      <Anchor
        className={styles.address}
        renderRoot={(props) => (
          <Link to="/t/$sceneName/$slug" params={{ sceneName, slug }} {...props} />
        )}
      >
        {`/t/${sceneName}/${slug}`}
      </Anchor>
      <p className={styles.hint}>{words.addressHint}</p>
    </div>
  )
}

function Theirs({ value, onTake }: { value: string; onTake: () => void }) {
  return (
    <div className={styles.theirs} role="status">
      <span>{words.theirs(value)}</span>
      <Button variant="default" size="compact-md" className={form.button} onClick={onTake}>
        {words.takeTheirs}
      </Button>
    </div>
  )
}

function labelOf(field: Field): string {
  return words[field]
}

function shown(field: Field, values: Settings): string {
  if (field === 'isActive') return words.active[`${values.isActive}`]
  if (field === 'linkType') return words.linkTypes[values.linkType].name
  if (field === 'protestDeadline') return words.deadlines[values.protestDeadline]
  if (field === 'rulingSigners') return words.signers[values.rulingSigners]
  const value = values[field]
  return value === '' ? words.nothing : value.length > 200 ? `${value.slice(0, 200)}…` : value
}

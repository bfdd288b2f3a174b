import '@mantine/core/styles/Input.layer.css'
import { Button, FileButton, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { rest } from '../../core/rest.ts'
import type { AnswerOf, Scene } from '../../core/rest.ts'
import { useSaving } from '../../query/useSaving.ts'
import forms from '../../ui/Form.module.css'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { bracket as words } from '../../core/text/organize/settings.ts'

type Preview = AnswerOf<'POST /api/game/scene/:id/preview-bracket/'>
type Previewed = { documents: string[]; preview: Preview }

/** Imports a bracket from another site, after a preview of what can be imported. */
export function BracketImport({ scene, cabinets }: { scene: Scene; cabinets: number[] }) {
  const { save, isSaving, problem, dismiss } = useSaving()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [inputError, setInputError] = useState<string | null>(null)
  const [previewed, setPreviewed] = useState<Previewed | null>(null)

  async function loadPreview(files: { name: string; text: string }[]): Promise<void> {
    setPreviewed(null)
    const invalidFile = files.find((file) => !isJson(file.text))
    setInputError(invalidFile ? words.notJson(invalidFile.name) : null)
    if (invalidFile) return
    const documents = files.map((file) => file.text)
    const path = '/api/game/scene/:id/preview-bracket/'
    const saved = await save(rest.post(path, { id: scene.id }, { documents }))
    if (saved.ok) setPreviewed({ documents, preview: saved.answer })
  }
  async function importBracket(documents: string[]): Promise<void> {
    const body = { documents, assignedCabinets: cabinets }
    const path = '/api/game/scene/:id/import-bracket/'
    const saved = await save(rest.post(path, { id: scene.id }, body))
    if (!saved.ok) return
    await navigate({ to: '/tournament/$id/admin', params: { id: String(saved.answer.id) } })
  }
  const choose = async (files: File[]) =>
    loadPreview(
      await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() }))),
    )

  return (
    <Stack component="section" gap="sm" className={forms.section}>
      <Title order={2} size="h3">
        {words.title}
      </Title>
      <p className={forms.lead}>{words.lead}</p>
      <Group>
        <FileButton
          multiple
          accept="application/json,.json"
          onChange={(files) => void choose(files)}
        >
          {(props) => (
            <Button {...props} variant="default" size="md" loading={isSaving && previewed === null}>
              {words.choose}
            </Button>
          )}
        </FileButton>
      </Group>
      <Textarea
        label={words.paste}
        rows={4}
        value={text}
        error={inputError}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {text.trim() !== '' && (
        <Group>
          <Button
            variant="default"
            size="md"
            onClick={() => void loadPreview([{ name: words.pasted, text }])}
          >
            {words.look}
          </Button>
        </Group>
      )}
      <ProblemNote
        problem={problem}
        title={previewed ? words.failed : words.unread}
        onDismiss={dismiss}
      />
      {previewed && (
        <PreviewSummary
          preview={previewed.preview}
          isSaving={isSaving}
          onImport={() => void importBracket(previewed.documents)}
        />
      )}
    </Stack>
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

type PreviewSummaryProps = { preview: Preview; isSaving: boolean; onImport: () => void }

function PreviewSummary({ preview, isSaving, onImport }: PreviewSummaryProps) {
  const { source, name, isOver, stages, teams, warnings, leftOut } = preview
  const placed = teams.filter(({ place, placeHere }) => place !== null && placeHere !== null)
  const hasMatches = stages.some(({ matches }) => matches > 0)
  const state = isOver ? 'over' : hasMatches ? 'running' : 'new'
  const different = placed.filter(({ place, placeHere }) => place !== placeHere)
  return (
    <Stack gap="xs" role="region" aria-label={words.preview} aria-live="polite">
      <strong>{words.heading(source, name, state)}</strong>
      <ul>
        {stages.map((stage, index) => (
          <li key={index}>{words.stage(stage)}</li>
        ))}
      </ul>
      {placed.length > 0 && different.length === 0 && <Text>{words.same}</Text>}
      {different.length > 0 && (
        <Text component="div" c="var(--needs-you)">
          {words.differs}
          <ul>
            {different.map((team, index) => (
              <li key={index}>{words.place(team.name, team.place ?? 0, team.placeHere ?? 0)}</li>
            ))}
          </ul>
        </Text>
      )}
      {warnings.map((warning) => (
        <Text key={warning} c="var(--needs-you)">
          {warning}
        </Text>
      ))}
      <Text c="dimmed">{words.leftOut(leftOut)}</Text>
      <details>
        <summary>{words.teams}</summary>
        <ol>
          {teams.map((team, index) => (
            <li key={index}>{team.name}</li>
          ))}
        </ol>
      </details>
      <Group>
        <Button size="md" loading={isSaving} onClick={onImport}>
          {words.import(teams.length)}
        </Button>
      </Group>
    </Stack>
  )
}

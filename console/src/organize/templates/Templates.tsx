import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput, Title } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import form from '../../ui/Form.module.css'
import { ListState } from '../../ui/ListState.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { toast } from '../../hooks/toast.ts'
import { useList } from '../../query/useList.ts'
import { useSaving } from '../../query/useSaving.ts'
import { templates as words } from './text.ts'
import { templateUrl } from './content.ts'
import type { Template } from './content.ts'
import { TemplateRow } from './TemplateRow.tsx'
import styles from './Templates.module.css'

/** How this tournament is set up, kept under a name; and what was kept, brought back. */
export function Templates() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const scene = tournament.scene.id
  const kept = useList<Template>(`${templateUrl}?sceneId=${scene}&rowsPerPage=1000`)
  return (
    <div className={form.screen}>
      <Title order={1} size="h2">
        {words.title}
      </Title>
      <p className={form.lead}>{words.lead}</p>
      <NewTemplate scene={scene} tournament={tournament.id} onSaved={kept.reload} />
      <section className={form.section}>
        <h2>{words.list}</h2>
        <ListState kept={kept} empty={words.empty}>
          {(rows) => (
            <ul className={styles.list}>
              {rows.map((template) => (
                <TemplateRow
                  key={template.id}
                  template={template}
                  tournament={tournament.id}
                  onChanged={kept.reload}
                />
              ))}
            </ul>
          )}
        </ListState>
      </section>
    </div>
  )
}

type NewProps = { scene: number; tournament: number; onSaved: () => Promise<void> }

function NewTemplate({ scene, tournament, onSaved }: NewProps) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isEmpty = name.trim() === ''

  async function create(): Promise<void> {
    setMissing(isEmpty)
    if (isEmpty || isSaving) return
    const body = { scene, tournament, name: name.trim() }
    const saved = await save<Template>({ method: 'POST', path: templateUrl, body })
    if (!saved.ok) return
    toast(words.saved(saved.answer.name))
    setName('')
    await onSaved()
  }

  return (
    <section className={form.section}>
      <h2>{words.save}</h2>
      <form
        noValidate
        className={form.form}
        onSubmit={(event) => (event.preventDefault(), void create())}
      >
        <TextInput
          label={words.name}
          required
          maxLength={100}
          value={name}
          error={isMissing && isEmpty ? words.nameMissing : problem?.fields['name']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <div className={form.row}>
          <Button type="submit" size="md" className={form.button} loading={isSaving}>
            {words.button}
          </Button>
        </div>
        <ProblemNote problem={problem} title={words.failed} beside={['name']} onDismiss={dismiss} />
      </form>
    </section>
  )
}

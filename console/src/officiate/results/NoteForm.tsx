import '@mantine/core/styles/Input.css'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import type { MatchRow } from '../../../../events/schema/rows.ts'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { toast } from '../../hooks/toast.ts'
import { useSaving } from '../../query/useSaving.ts'
import { results } from './text.ts'
import { text } from '../../core/text/text.ts'
import styles from './Results.module.css'

/** Keep the bracket, note the error: nothing moves, and everybody can read why (R-ED-6). */
export function NoteForm({ match, onClose }: { match: MatchRow; onClose: () => void }) {
  const [note, setNote] = useState(match.note ?? '')
  const { isSaving, problem, save, dismiss } = useSaving()
  async function send(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const path = `/api/tournament/match/${match.id}/annotate/`
    const saved = await save({ method: 'PUT', path, body: { note: note.trim() } })
    if (!saved.ok) return
    toast(results.note.saved)
    onClose()
  }
  return (
    <form className={styles.note} onSubmit={(event) => void send(event)}>
      <TextInput
        label={results.note.label}
        description={results.note.hint}
        size="lg"
        maxLength={500}
        data-autofocus
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <ProblemNote problem={problem} onDismiss={dismiss} />
      <div className={styles.pair}>
        <Button type="submit" className={styles.action} disabled={isSaving}>
          {results.note.save}
        </Button>
        <Button variant="default" className={styles.action} onClick={onClose}>
          {text.cancel}
        </Button>
      </div>
    </form>
  )
}

import '@mantine/core/styles/Input.layer.css'
import { Paper, TextInput } from '@mantine/core'
import type { MatchRow } from '../../../../events/schema/rows.ts'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { toast } from '../../hooks/toast.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { results } from './text.ts'
import { rest } from '../../core/rest.ts'

/** A public note about an error in a result; the bracket stays as it is (R-ED-6). */
export function NoteForm({ match, onClose }: { match: MatchRow; onClose: () => void }) {
  const form = useSavedForm({ server: { note: match.note ?? '' } })

  async function send(_: unknown, { note }: { note: string }): Promise<void> {
    const path = '/api/tournament/match/:id/annotate/'
    const saved = await form.save(rest.put(path, { id: match.id }, { note: note.trim() }))
    if (!saved.ok) return
    toast(results.note.saved)
    onClose()
  }
  return (
    <Paper withBorder p="sm" w="100%">
      <EditForm form={form} onSave={send} button={results.note.save} onCancel={onClose}>
        <TextInput
          label={results.note.label}
          description={results.note.hint}
          data-autofocus
          {...form.field('note')}
        />
      </EditForm>
    </Paper>
  )
}

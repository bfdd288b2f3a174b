import { rest, rowsPerPage } from '../../core/rest.ts'
import { useList } from '../../query/useList.ts'
import { useSaving } from '../../query/useSaving.ts'
import form from '../../ui/Form.module.css'
import { ListState } from '../../ui/ListState.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { RemovableRows } from '../../ui/row/RemovableRows.tsx'
import { when } from '../../core/local-time.ts'
import { atCabinet } from './text.ts'

const words = atCabinet.cards

/** A person's cards; what is on them nobody knows any more. */
export function Cards() {
  const list = useList(rest.get('/api/user/card/', { rowsPerPage }))
  const { isSaving, problem, save, dismiss } = useSaving()

  async function remove(id: number): Promise<void> {
    const saved = await save(rest.delete('/api/user/card/:id/', { id }))
    if (saved.ok) await list.reload()
  }

  return (
    <section className={form.section}>
      <h2>{words.title}</h2>
      <p className={form.lead}>{words.lead}</p>
      <ListState list={list} empty={words.empty}>
        {(rows) => (
          <RemovableRows
            words={words}
            isSaving={isSaving}
            onRemove={(id) => void remove(id)}
            rows={rows.map(({ id, createdAt }, i) => {
              return { id, name: words.name(i + 1), detail: `${words.since} ${when(createdAt)}` }
            })}
          />
        )}
      </ListState>
      <ProblemNote problem={problem} title={words.removeFailed} onDismiss={dismiss} />
    </section>
  )
}

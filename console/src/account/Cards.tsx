import { rest, rowsPerPage } from '../core/rest.ts'
import { useList } from '../query/useList.ts'
import form from '../ui/Form.module.css'
import { RemovableList } from '../ui/row/RemovableList.tsx'
import { dateTimeText } from '../core/time/local-time.ts'
import { atCabinet } from '../play/at-cabinet/text.ts'

const words = atCabinet.cards

/** The user's cards. Only a hash of each card's number is stored. */
export function Cards() {
  const list = useList(rest.get('/api/user/card/', { rowsPerPage }))
  return (
    <section className={form.section}>
      <h2>{words.title}</h2>
      <p className={form.lead}>{words.lead}</p>
      <RemovableList
        list={list}
        words={words}
        lineOf={({ createdAt }, i) => {
          return { name: words.name(i + 1), detail: `${words.since} ${dateTimeText(createdAt)}` }
        }}
        remove={(id) => rest.delete('/api/user/card/:id/', { id })}
      />
    </section>
  )
}

import { rest, rowsPerPage } from '../core/rest.ts'
import { useList } from '../query/useList.ts'
import { RemovableList } from '../ui/row/RemovableList.tsx'
import { dateTimeText } from '../core/time/local-time.ts'
import { atCabinet } from '../play/at-cabinet/text.ts'
import { Section } from '../ui/page/Section.tsx'

const words = atCabinet.cards

/** The user's cards. Only a hash of each card's number is stored. */
export function Cards() {
  const list = useList(rest.get('/api/user/card/', { rowsPerPage }))
  return (
    <Section title={words.title} lead={words.lead}>
      <RemovableList
        list={list}
        words={words}
        lineOf={({ createdAt }, i) => {
          return { name: words.name(i + 1), detail: `${words.since} ${dateTimeText(createdAt)}` }
        }}
        remove={(id) => rest.delete('/api/user/card/:id/', { id })}
      />
    </Section>
  )
}

import { Anchor } from '@mantine/core'
import { memo, useState } from 'react'
import type { Difference } from '../../core/history/differences.ts'
import { asItWas as words } from '../../core/text/officiate/time-travel.ts'
import forms from '../../ui/Form.module.css'
import styles from './TimeTravel.module.css'

type Props = {
  changes: readonly Difference[]
  isStale: boolean
  onMatch: (match: number) => void
}

const maxInSummary = 3

/** The differences to the present: the first few in one line, all of them when expanded. */
export const Changes = memo(function Changes({ changes, isStale, onMatch }: Props) {
  // There can be hundreds, so the list is rendered only when it is open.
  const [isOpen, setOpen] = useState(false)
  if (changes.length === 0) {
    return (
      <p className={styles.changes} aria-busy={isStale}>
        {isStale ? words.comparing : words.nothing}
      </p>
    )
  }
  const first = changes.slice(0, maxInSummary).map(changeText)
  const moreCount = changes.length - first.length
  return (
    <details
      className={styles.changes}
      aria-busy={isStale}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <strong>{words.changes(changes.length)}</strong>: {first.join('; ')}
        {moreCount > 0 && <> {words.more(moreCount)}</>}
      </summary>
      {isOpen && (
        <ul aria-label={words.changes(changes.length)}>
          {changes.map((change) => (
            <li key={change.key}>
              <Name change={change} onMatch={onMatch} />: {partsText(change)}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
})

function Name({
  change: { name, match },
  onMatch,
}: Pick<Props, 'onMatch'> & { change: Difference }) {
  if (match === undefined) return <strong>{name}</strong>
  return (
    <Anchor
      component="button"
      type="button"
      fw={700}
      className={forms.link}
      onClick={() => onMatch(match)}
    >
      {name}
    </Anchor>
  )
}

function changeText(change: Difference): string {
  return words.change(change.name, partsText(change))
}

function partsText({ parts }: Difference): string {
  return parts.map(({ was, is }) => words.part(was, is)).join('; ')
}

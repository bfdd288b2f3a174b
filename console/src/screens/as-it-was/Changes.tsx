import type { Difference } from '../../past/differences.ts'
import { asItWas as words } from '../../text/as-it-was.ts'
import styles from './AsItWas.module.css'

type Props = { changes: readonly Difference[]; onMatch: (match: number) => void }

const mostInOneLine = 3

/** What is no longer as it was: the first in one line, all of them when it is opened. */
export function Changes({ changes, onMatch }: Props) {
  if (changes.length === 0) return <p className={styles.changes}>{words.nothing}</p>
  const first = changes.slice(0, mostInOneLine).map(told)
  const more = changes.length - first.length
  return (
    <details className={styles.changes}>
      <summary>
        <strong>{words.changes(changes.length)}</strong>: {first.join('; ')}
        {more > 0 && <> {words.more(more)}</>}
      </summary>
      <ul aria-label={words.changes(changes.length)}>
        {changes.map((change) => (
          <li key={change.key}>
            <Name change={change} onMatch={onMatch} />: {partsOf(change)}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Name({
  change: { name, match },
  onMatch,
}: Pick<Props, 'onMatch'> & { change: Difference }) {
  if (match === undefined) return <strong>{name}</strong>
  return (
    <button type="button" className={styles.name} onClick={() => onMatch(match)}>
      {name}
    </button>
  )
}

function told(change: Difference): string {
  return words.change(change.name, partsOf(change))
}

function partsOf({ parts }: Difference): string {
  return parts.map(({ was, is }) => words.part(was, is)).join('; ')
}

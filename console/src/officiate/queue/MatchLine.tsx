import type { DraggableAttributes } from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import { memo, use, useCallback, useRef, useState } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { Changed, PastContext, useLiveState } from '../../core/live/context.ts'
import type { Tables } from '../../core/live/rows.ts'
import { matchTitle, roundOf, versus } from '../../core/live/select.ts'
import { DisputedAt } from '../../ui/live/Disputed.tsx'
import { EstimatedStart } from '../../ui/live/EstimatedStart.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useNear } from '../../hooks/useNear.ts'
import { text } from '../../core/text/text.ts'
import { onSite } from '../../core/text/officiate/on-site.ts'
import { queueText } from '../../core/text/officiate/referee.ts'
import styles from './MatchLine.module.css'
import { useDraggableLine } from './drag-registry.ts'
import type { Sorting } from './drag-registry.ts'

/** A keyboard move goes to a line at most this far off the screen. */
const nearPx = 200

/**
 * The score while the match is on a cabinet, stage (if there are several), round and teams. The
 * score comes early, so that long names do not push it out of a card of fixed height.
 */
export const MatchWords = memo(function MatchWords({ match: id }: { match: number }) {
  const words = useLiveState(useShallow(({ live }) => wordsOf(live.rows, id)))
  if (!words) return null
  const { number, round, teams, score } = words
  return (
    <span className={styles.words} data-active={score !== '' || undefined}>
      <span className="hint">
        {number} {score && <strong className="nowrap">{score}</strong>}
        {round && ` · ${round}`}
      </span>
      <span className={styles.teams}>{teams}</span>
      <span className={styles.expected}>
        <EstimatedStart match={id} />
        <DisputedAt match={id} />
        <Attendance match={id} />
        <Changed match={id} />
      </span>
    </span>
  )
})

/** Which of the match's teams are on site, as far as reported. */
function Attendance({ match: id }: { match: number }) {
  const words = useLiveState(({ live: { rows } }) => {
    const match = rows.match[id]
    const reports = [match?.blueTeam, match?.goldTeam].flatMap(
      (team) => rows.attendance[team ?? 0] ?? [],
    )
    return reports
      .map(({ team, missing }) => `${rows.team[team]?.name ?? ''} ${onSite.state(missing)}`)
      .join(' · ')
  })
  return words && <span className="hint">{words}</span>
}

/** Strings only, so that unrelated changes do not re-render the line. */
function wordsOf(rows: Tables, id: number) {
  const match = rows.match[id]
  if (!match) return null
  return {
    number: text.match.short(match.matchNum),
    round: roundOf(rows, match),
    teams: versus(rows, match),
    score: match.activeCabinet === null ? '' : text.match.score(match.blueScore, match.goldScore),
  }
}

type Props = { match: number; isLifted?: boolean; children?: ReactNode }

export function MatchLine({ match, isLifted, children }: Props) {
  return (
    <div className={styles.line} data-lifted={isLifted || undefined}>
      <span className={styles.grip} aria-hidden="true">
        <Icon name="grip" />
      </span>
      <MatchWords match={match} />
      {children}
    </div>
  )
}

/** A match that can be dragged: with the keyboard by its grip, by mouse or touch anywhere. */
export function SortableLine(props: Props) {
  return use(PastContext) === null ? <Sortable {...props} /> : <ReadOnlyLine match={props.match} />
}

/** A line in the past, which cannot be moved. A sortable one would be measured on every change. */
function ReadOnlyLine({ match }: Pick<Props, 'match'>) {
  return (
    <li className={styles.line}>
      <MatchWords match={match} />
    </li>
  )
}

function Sortable({ match, children }: Props) {
  const line = useRef<HTMLLIElement>(null)
  const grip = useRef<HTMLButtonElement>(null)
  const listeners = useRef<Sorting['listeners']>(undefined)
  const [attributes, setAttributes] = useState<DraggableAttributes | null>(null)
  // Near at first, so that a line that was just dragged into another list stays in the drag.
  const isNear = useNear(line, { within: nearPx, isNearAtFirst: true })
  const name = useLiveState(({ live: { rows } }) => {
    const row = rows.match[match]
    return row ? matchTitle(rows, row) : ''
  })
  const applySorting = useCallback((sorting: Sorting) => {
    if (!line.current) return
    listeners.current = sorting.listeners
    sorting.setNodeRef(line.current)
    sorting.setActivatorNodeRef(grip.current)
    setAttributes(sorting.attributes)
    line.current.style.transform = CSS.Translate.toString(sorting.transform) ?? ''
    line.current.style.transition = sorting.transition ?? ''
    line.current.toggleAttribute('data-dragged', sorting.isDragging)
  }, [])
  useDraggableLine(match, isNear, applySorting)
  const on = (kind: string) => (event: SyntheticEvent) => listeners.current?.[kind]?.(event)
  return (
    <li
      ref={line}
      className={styles.line}
      onMouseDown={on('onMouseDown')}
      onTouchStart={on('onTouchStart')}
    >
      <button
        type="button"
        id={`drag-${match}`}
        className={styles.grip}
        ref={grip}
        {...attributes}
        onKeyDown={on('onKeyDown')}
        aria-label={queueText.grab(name)}
      >
        <Icon name="grip" />
      </button>
      <MatchWords match={match} />
      {children}
    </li>
  )
}

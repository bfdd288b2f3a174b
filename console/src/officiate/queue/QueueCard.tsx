import { Menu, Switch, VisuallyHidden, Button } from '@mantine/core'
import { memo, useState } from 'react'
import type { QueueRow } from '#events/schema/rows.ts'
import type { CabinetBody } from '../../core/rest.ts'
import { enable, notePlace, removeAll } from '../../core/presses/actions.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import type { CloseCondition } from '../../core/live/match-change.ts'
import { CommandNotes } from '../../ui/live/CommandNotes.tsx'
import { useAutoClose } from '../../hooks/useAutoClosingDialog.ts'
import { preloadedPart } from '../../hooks/lazy-part.ts'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import {
  ending,
  queueText,
  queues as words,
  pressText,
  referee as activeSlotWords,
} from '../../core/text/officiate/referee.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { DotsMenu } from './DotsMenu.tsx'
import { SortableLine, MatchWords } from './MatchLine.tsx'
import { MoveMenu } from './MoveMenu.tsx'
import { listOf, unconfirmedQueues } from './order.ts'
import type { Drag } from './order.ts'
import { useDropList } from './drag-registry.ts'
import styles from './QueueCard.module.css'
import { activeMatchOn, otherActiveMatchOn } from '../../core/live/select.ts'
import { Countdown } from '../../ui/live/Countdown.tsx'
import { text } from '../../core/text/text.ts'
import { CabinetStatus } from '../../ui/live/CabinetCard.tsx'
import { useSelectNext } from '../referee/useSelectNext.tsx'

const QueueDialog = preloadedPart(() => import('./QueueDialog.tsx'))

type Props = {
  queue: QueueRow
  title: string
  matches: readonly number[]
  move: (drag: Drag) => void
  onRef: (cabinet: CabinetBody) => void
}

/** One queue: the current matches of its cabinets, and the waiting ones. */
export const QueueCard = memo(function QueueCard(props: Props) {
  const { queue, title, matches, move, onRef } = props
  const list = listOf.queue(queue.id)
  const { frame, lines } = useDropList<HTMLOListElement>(list)
  const isUnconfirmed = useLiveState(({ presses }) => unconfirmedQueues(presses).has(queue.id))
  return (
    <section ref={frame} className={styles.card} aria-label={title}>
      <Head queue={queue} title={title} />
      <Slots queue={queue} onRef={onRef} />
      <ol ref={lines} className={styles.list} data-unconfirmed={isUnconfirmed || undefined}>
        {matches.length === 0 && <li className={styles.none}>{queueText.none}</li>}
        {matches.map((match) => (
          <SortableLine key={match} match={match}>
            <MoveMenu match={match} list={list} matches={matches} move={move} />
          </SortableLine>
        ))}
      </ol>
      <div className={styles.notes}>
        <CommandNotes
          places={[notePlace.queue(queue.id), ...queue.cabinets.map(notePlace.cabinet)]}
        />
      </div>
    </section>
  )
})

// Memoized, so that dragging a match over the queue does not re-render them.

const Head = memo(function Head({ queue, title }: Pick<Props, 'queue' | 'title'>) {
  const { press } = useLiveSession()
  return (
    <header className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      <Switch
        label={<VisuallyHidden>{queueText.enabled(title)}</VisuallyHidden>}
        checked={queue.enabled}
        onChange={({ currentTarget }) =>
          press(enable({ id: queue.id, title }, currentTarget.checked))
        }
      />
      <QueueMenu queue={queue} title={title} />
    </header>
  )
})

const Slots = memo(function Slots({ queue, onRef }: Pick<Props, 'queue' | 'onRef'>) {
  const cabinets = useTournamentCabinets().filter(({ id }) => queue.cabinets.includes(id))
  return cabinets.map((cabinet) => (
    <ActiveSlot
      key={cabinet.id}
      cabinet={cabinet}
      isNamed={cabinets.length > 1 || !queue.autoCreated}
      onRef={() => onRef(cabinet)}
    />
  ))
})

/** Emptying needs a second press: it is public and affects many matches at once. */
function QueueMenu({ queue, title }: { queue: QueueRow; title: string }) {
  const { press, showNote } = useLiveSession()
  const [edited, setEdited] = useState<QueueRow | null>(null)
  // The second press applies to the queue as it was at the first: a change in between ends it.
  const [armedCondition, setArmedCondition] = useState<CloseCondition | null>(null)
  const isArmed = armedCondition !== null
  const once = useDoubleTapGuard()
  useAutoClose(armedCondition, () => {
    setArmedCondition(null)
    showNote(notePlace.queue(queue.id), ending.queue(title))
  })
  return (
    <>
      <DotsMenu label={queueText.menu(title)} onClose={() => setArmedCondition(null)}>
        {(close) => (
          <>
            <Menu.Item className={styles.item} onClick={() => setEdited(queue)}>
              {words.edit}
            </Menu.Item>
            <Menu.Item
              className={styles.item}
              disabled={queue.matches.length === 0}
              closeMenuOnClick={false}
              onClick={() =>
                once(() => {
                  if (!isArmed) return setArmedCondition(() => queueStays(queue))
                  press(removeAll({ id: queue.id, title }))
                  close()
                })
              }
            >
              {isArmed ? queueText.removeAllSure : queueText.removeAll}
            </Menu.Item>
          </>
        )}
      </DotsMenu>
      {edited && <QueueDialog queue={edited} title={title} onClose={() => setEdited(null)} />}
    </>
  )
}

function queueStays({ id, matches }: QueueRow): CloseCondition {
  const before = matches.join()
  return ({ live }) => {
    return live.rows.queue[id]?.matches.join() === before ? null : { reason: null }
  }
}

type ActiveSlotProps = { cabinet: CabinetBody; isNamed: boolean; onRef: () => void }

/** The current match of one of the queue's cabinets, and the button that starts the next. */
function ActiveSlot({ cabinet, isNamed, onRef }: ActiveSlotProps) {
  const active = useLiveState((state) => activeMatchOn(state.live.rows, cabinet.id))
  const once = useDoubleTapGuard()
  const { label, why, begin, confirmDialog } = useSelectNext(cabinet)
  const other = useLiveState((state) => otherActiveMatchOn(state, cabinet.id))
  const keyNumber = useTournamentCabinets().findIndex(({ id }) => id === cabinet.id) + 1
  const name = `${pressText.next(cabinet.displayName)}: ${why ?? label}`
  return (
    <div className={styles.slot}>
      <div className={styles.current}>
        <span className={styles.cabinet}>
          {isNamed && <strong>{cabinet.displayName}</strong>} <CabinetStatus id={cabinet.id} />
        </span>
        {active ? (
          <MatchWords match={active.id} />
        ) : (
          <>
            <span className={styles.none}>{queueText.noCurrent}</span>
            <Countdown cabinet={cabinet.id} />
          </>
        )}
      </div>
      <div className={styles.actions}>
        <Button
          variant="default"
          className={styles.ref}
          aria-label={text.cabinet.open(cabinet.displayName)}
          onClick={onRef}
        >
          {text.cabinet.ref}
        </Button>
        <Button
          className={styles.next}
          aria-label={name}
          aria-keyshortcuts={keyNumber > 9 ? undefined : `${keyNumber}`}
          aria-disabled={why !== null || undefined}
          data-disabled={why !== null || undefined}
          onClick={() => why === null && once(begin)}
        >
          {activeSlotWords.next.nothing}
        </Button>
      </div>
      <p className={styles.why} data-screen-only>
        {other && `${activeSlotWords.otherMatchHere(other.matchName, other.tournamentName)}. `}
        {why ?? label}
      </p>
      {confirmDialog}
    </div>
  )
}

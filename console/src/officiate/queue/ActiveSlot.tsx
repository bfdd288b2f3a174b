import { Button } from '@mantine/core'
import type { CabinetBody } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { activeMatchOn, otherActiveMatchOn } from '../../core/live/select.ts'
import { Countdown } from '../../ui/live/Countdown.tsx'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { pressText, referee as words, queueText } from '../../core/text/officiate/referee.ts'
import { text } from '../../core/text/text.ts'
import { CabinetStatus } from '../../ui/live/CabinetCard.tsx'
import { useSelectNext } from '../referee/useSelectNext.tsx'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { MatchWords } from './MatchLine.tsx'
import styles from './QueueCard.module.css'

type Props = { cabinet: CabinetBody; isNamed: boolean; onRef: () => void }

/** The current match of one of the queue's cabinets, and the button that starts the next. */
export function ActiveSlot({ cabinet, isNamed, onRef }: Props) {
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
          {words.next.nothing}
        </Button>
      </div>
      <p className={styles.why} data-screen-only>
        {other && `${words.otherMatchHere(other.matchName, other.tournamentName)}. `}
        {why ?? label}
      </p>
      {confirmDialog}
    </div>
  )
}

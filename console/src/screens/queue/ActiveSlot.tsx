import { Button } from '@mantine/core'
import type { CabinetPaper } from '../../api.ts'
import { placeOf, selectNext } from '../../live/actions.ts'
import { useSession, useShown } from '../../live/LiveTournament.tsx'
import { activeOn } from '../../live/select.ts'
import { Countdown } from '../../parts/Countdown.tsx'
import { PressNotes } from '../../parts/PressNotes.tsx'
import { useOnce } from '../../parts/useOnce.ts'
import { text } from '../../text.ts'
import { Presence } from '../cabinets/CabinetCard.tsx'
import { useNext } from '../referee/NextBar.tsx'
import { useAssigned } from '../useAssigned.ts'
import { MatchWords } from './MatchLine.tsx'
import styles from './QueueCard.module.css'

type Props = { cabinet: CabinetPaper; isNamed: boolean; onRef: () => void }

/** What is on a cabinet of the queue, and the way to the next match. */
export function ActiveSlot({ cabinet, isNamed, onRef }: Props) {
  const active = useShown((shown) => activeOn(shown.live.rows, cabinet.id))
  const { press } = useSession()
  const once = useOnce()
  const { label, why } = useNext(cabinet)
  const place = useAssigned().findIndex(({ id }) => id === cabinet.id) + 1
  const name = `${text.next.label(cabinet.displayName)}: ${why ?? label}`
  return (
    <div className={styles.slot}>
      <div className={styles.current}>
        <span className={styles.cabinet}>
          {isNamed && <strong>{cabinet.displayName}</strong>} <Presence id={cabinet.id} />
        </span>
        {active ? (
          <MatchWords match={active.id} />
        ) : (
          <span className={styles.none}>{text.queue.noCurrent}</span>
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
          aria-keyshortcuts={place > 9 ? undefined : `${place}`}
          aria-disabled={why !== null || undefined}
          data-disabled={why !== null || undefined}
          onClick={() => why === null && once(() => press(selectNext(cabinet)))}
        >
          {text.next.nothing}
        </Button>
      </div>
      <p className={styles.why}>
        {why ?? label} <Countdown cabinet={cabinet.id} />
      </p>
      <PressNotes places={[placeOf.cabinet(cabinet.id)]} />
    </div>
  )
}

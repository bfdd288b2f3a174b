import { useCallback } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { activeMatchOn, comingOn, isQueuePaused } from '../../core/live/select.ts'
import { read, rest } from '../../core/rest.ts'
import { publicText } from '../../core/text/spectate/public.ts'
import { venue as text } from '../../core/text/display/venue.ts'
import { usePolled } from '../../hooks/usePolled.ts'
import { useCabinetName } from '../../spectate/page/tournament-context.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { Board } from './Board.tsx'
import { CabinetNow } from './CabinetNow.tsx'
import styles from './CabinetNow.module.css'
import { QueueLines } from './QueueBoard.tsx'

// Loaded only when needed, which is never on most screens.
const PickupLine = lazyPart(() => import('../../ui/pickup/PickupLine.tsx'))
const maxMatches = 2

/** The display at one cabinet: its current and next matches; without any, its line. */
export function CabinetBoard({ id }: { id: number }) {
  const rows = useLiveState((state) => state.live.rows)
  const name = useCabinetName()(id)
  const next = comingOn(rows, id).slice(0, maxMatches)
  const isFree = next.length === 0 && !activeMatchOn(rows, id)
  const line = usePickup(id)
  if (isFree && line) {
    return (
      <Board title={name}>
        <div className={styles.line}>
          <PickupLine line={line} teams={maxMatches} />
        </div>
      </Board>
    )
  }
  return (
    <Board title={name}>
      <div className={styles.grid} data-columns="1">
        <CabinetNow id={id} name={text.board['now-playing']} />
      </div>
      <h2 className={styles.next}>{text.next}</h2>
      {next.length === 0 && (
        <p className={styles.none}>
          {isQueuePaused(rows, id) ? publicText.queues.off : text.nothingNext}
        </p>
      )}
      <QueueLines matches={next} isOfOne />
    </Board>
  )
}

const pickupPollMs = 3_000

function usePickup(id: number) {
  const load = useCallback(() => read(rest.get('/api/game/cabinet/:id/pickup/', { id })), [id])
  return usePolled(load, { everyMs: pickupPollMs }).answer?.line
}

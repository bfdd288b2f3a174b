import type { QueueRow } from '../../../../events/schema/rows.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { queueText } from '../../core/text/queue.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { queueIn } from './order.ts'

/** A queue is called by its cabinet where it was made for one, else by its own name. */
export function useTitles() {
  const cabinets = useTournamentCabinets()
  const queues = useLiveState((shown) => shown.live.rows.queue)
  const queue = ({ autoCreated, cabinets: [first], name }: QueueRow) =>
    (autoCreated ? cabinets.find(({ id }) => id === first)?.displayName : undefined) ?? name
  const list = (of: string) => {
    const row = queues[queueIn(of) ?? -1]
    return row ? queue(row) : queueText.unassigned
  }
  return { queue, list }
}

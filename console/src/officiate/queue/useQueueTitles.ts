import type { QueueRow } from '../../../../events/schema/rows.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { queueText } from '../../core/text/queue.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { queueOfList } from './order.ts'

/** A queue that was created with a cabinet has the cabinet's name, any other its own. */
export function useQueueTitles() {
  const cabinets = useTournamentCabinets()
  const queues = useLiveState((state) => state.live.rows.queue)
  const queue = ({ autoCreated, cabinets: [first], name }: QueueRow) =>
    (autoCreated ? cabinets.find(({ id }) => id === first)?.displayName : undefined) ?? name
  const list = (name: string) => {
    const row = queues[queueOfList(name) ?? -1]
    return row ? queue(row) : queueText.unassigned
  }
  return { queue, list }
}

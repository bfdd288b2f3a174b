import { queueTitle } from '#events/describe/queue-title.ts'
import type { QueueRow } from '#events/schema/rows.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { queueText } from '../../core/text/officiate/referee.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { queueOfList } from './order.ts'

export function useQueueTitles() {
  const cabinets = useTournamentCabinets()
  const queues = useLiveState((state) => state.live.rows.queue)
  const queue = (row: QueueRow) =>
    queueTitle(row, (cabinet) => cabinets.find(({ id }) => id === cabinet)?.displayName)
  const list = (name: string) => {
    const row = queues[queueOfList(name) ?? -1]
    return row ? queue(row) : queueText.unassigned
  }
  return { queue, list }
}

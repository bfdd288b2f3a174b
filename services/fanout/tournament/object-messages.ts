import type { Change } from '#events/view/frames.ts'
import type { MatchRow, QueueRow, StandingRow } from '#events/schema/rows.ts'
import type { StageId } from '#events/ids.ts'

/** Loads complete objects in the shape of REST where a change has only rows. */
export type ObjectLoader = {
  queues(rows: QueueRow[]): Promise<object[]>
  standings(brackets: number[]): Promise<{ bracket: StageId; standings: object[] }[]>
}
export type ObjectMessage = {
  type: 'match' | 'matches' | 'queue' | 'standings'
  data: unknown
  version: number
}

/** Converts a change for programs that expect complete objects and know no versions (wire 3.3). */
export async function objectMessages(
  change: Change,
  loader: ObjectLoader,
): Promise<ObjectMessage[]> {
  const { version, rows } = change
  const matches: MatchRow[] = rows.match?.put ?? []
  const queues: QueueRow[] = rows.queue?.put ?? []
  const standings: StandingRow[] = rows.standing?.put ?? []
  const brackets = [...new Set(standings.map((row) => row.bracket))]
  const messages: ObjectMessage[] = []
  if (matches.length === 1) messages.push({ type: 'match', data: matches[0], version })
  if (matches.length > 1) messages.push({ type: 'matches', data: matches, version })
  for (const data of queues.length > 0 ? await loader.queues(queues) : []) {
    messages.push({ type: 'queue', data, version })
  }
  for (const data of brackets.length > 0 ? await loader.standings(brackets) : []) {
    messages.push({ type: 'standings', data, version })
  }
  return messages
}

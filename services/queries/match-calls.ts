import { callsOf } from '#events/view/calls.ts'
import type { Calls } from '#events/view/calls.ts'
import type { Store } from '../store/index.ts'
import type { MatchId, TournamentId } from '#events/ids.ts'

/** The calls of all matches of these tournaments, computed from their current rows (R-QU-4). */
export async function callsIn(
  { db }: Store,
  tournaments: TournamentId[],
): Promise<Map<number, Calls>> {
  const ids = [...new Set(tournaments)]
  if (ids.length === 0) return new Map()
  const [queues, timers] = await Promise.all([
    db.selectFrom('view.queue').selectAll().where('tournament', 'in', ids).execute(),
    db.selectFrom('view.timer').selectAll().where('tournament', 'in', ids).execute(),
  ])
  const queued = queues.flatMap((queue) => queue.matches)
  const matches = await db
    .selectFrom('view.match')
    .select(['id', 'tournament', 'blueTeam', 'goldTeam', 'activeCabinet', 'isComplete'])
    .where('tournament', 'in', ids)
    .where((eb) =>
      eb.or([
        eb('activeCabinet', 'is not', null),
        ...(queued.length > 0 ? [eb('id', 'in', queued)] : []),
      ]),
    )
    .execute()
  const own = <T extends { tournament: TournamentId }>(rows: T[], id: number) =>
    rows.filter((row) => row.tournament === id)
  return new Map(
    ids.map((id) => {
      const rows = { queues: own(queues, id), timers: own(timers, id), matches: own(matches, id) }
      return [id, callsOf(rows)]
    }),
  )
}

/** The calls of the matches of a queue, in its order. */
export function callsInQueue(
  calls: Map<number, Calls>,
  queue: { tournament: TournamentId; matches: MatchId[] },
) {
  const own = calls.get(queue.tournament)
  return queue.matches.flatMap((match) => {
    const call = own?.get(match)
    return call ? [{ match, call }] : []
  })
}

import { queueTitle } from '#events/describe/queue-title.ts'
import type { Store } from '../store/index.ts'
import type { CabinetId, MatchId, TournamentId } from '#events/ids.ts'
import { callsIn, callsInQueue } from './match-calls.ts'

type Row = {
  tournament: TournamentId
  name: string
  cabinets: CabinetId[]
  autoCreated: boolean
  matches: MatchId[]
}

/** Adds the matches in order, their calls, and the display name. */
export async function withMatches<T extends Row>(store: Store, rows: T[]) {
  const { db } = store
  const matchIds = rows.flatMap((row) => row.matches)
  const auto = rows.flatMap((row) => (row.autoCreated ? row.cabinets : []))
  const [calls, matches, cabinets] = await Promise.all([
    callsIn(
      store,
      rows.map((row) => row.tournament),
    ),
    matchIds.length
      ? db.selectFrom('view.match').selectAll().where('id', 'in', matchIds).execute()
      : [],
    auto.length
      ? db
          .selectFrom('kept.cabinet')
          .select(['id', 'displayName'])
          .where('id', 'in', auto)
          .execute()
      : [],
  ])
  const byId = new Map(matches.map((match) => [match.id, match]))
  const names = new Map(cabinets.map((cabinet) => [cabinet.id, cabinet.displayName]))
  return rows.map((row) => ({
    ...row,
    displayName: queueTitle(row, (cabinet) => names.get(cabinet)),
    matchList: row.matches.flatMap((id) => byId.get(id) ?? []),
    calls: callsInQueue(calls, row),
  }))
}

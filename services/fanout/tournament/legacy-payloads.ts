import { queueTitle } from '../../../events/describe/queue-title.ts'
import { inRankOrder } from '../../../events/rules/ranks.ts'
import { callsIn, callsInQueue } from '../../queries/match-calls.ts'
import type { Store } from '../../store/index.ts'
import type { LegacyPayload } from './legacy-messages.ts'

/** Loads queues with their matches, and standings with all rows and team names. */
export function legacyPayloadsOf(store: Store): LegacyPayload {
  const { db } = store
  return {
    async queues(rows) {
      const ids = rows.flatMap((row) => row.matches)
      const singleCabinets = rows.flatMap((row) => (row.autoCreated ? row.cabinets : []))
      const matches = ids.length
        ? await db.selectFrom('view.match').selectAll().where('id', 'in', ids).execute()
        : []
      const cabinets = singleCabinets.length
        ? await db
            .selectFrom('kept.cabinet')
            .select(['id', 'displayName'])
            .where('id', 'in', singleCabinets)
            .execute()
        : []
      const tournaments = rows.map((row) => row.tournament)
      const calls = await callsIn(store, tournaments)
      return rows.map((row) => {
        return {
          ...row,
          displayName: queueTitle(
            row,
            (cabinet) => cabinets.find(({ id }) => id === cabinet)?.displayName,
          ),
          matchList: row.matches.flatMap((id) => matches.find((match) => match.id === id) ?? []),
          calls: callsInQueue(calls, row),
        }
      })
    },
    async standings(brackets) {
      const rows = await db
        .selectFrom('view.standing')
        .innerJoin('view.team', 'view.team.id', 'view.standing.team')
        .selectAll('view.standing')
        .select('view.team.name')
        .where('view.standing.bracket', 'in', brackets)
        .execute()
      return brackets.map((bracket) => ({
        bracket,
        standings: inRankOrder(rows.filter((row) => row.bracket === bracket)).map(
          ({ team, name, ...row }) => ({ ...row, team: { id: team, name } }),
        ),
      }))
    },
  }
}

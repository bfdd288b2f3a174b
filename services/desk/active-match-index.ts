import type { CabinetId, MatchId, TournamentId } from '#events/ids.ts'
import type { Commit } from '#events/schema/commit.ts'
import { cabinetChangeOf } from './decide/displacement.ts'

export type ActiveMatchIds = { tournament: TournamentId; match: MatchId; cabinet: CabinetId }

/**
 * The matches that may be on a cabinet, over all tournaments, computed from the commits of a log.
 */
export function openActiveMatchIndex(saved: ActiveMatchIds[] = []) {
  const byTournament = new Map<TournamentId, Map<MatchId, ActiveMatchIds>>()
  const byCabinet = new Map<CabinetId, Set<ActiveMatchIds>>()
  saved.forEach(put)

  function put(added: ActiveMatchIds): void {
    const { tournament, match, cabinet } = added
    remove(added)
    byTournament.set(tournament, matchesOf(byTournament, tournament).set(match, added))
    byCabinet.set(cabinet, (byCabinet.get(cabinet) ?? new Set()).add(added))
  }

  function remove({ tournament, match }: Omit<ActiveMatchIds, 'cabinet'>): void {
    const own = byTournament.get(tournament)
    const before = own?.get(match)
    if (!own || !before) return
    own.delete(match)
    if (own.size === 0) byTournament.delete(tournament)
    const onCabinet = byCabinet.get(before.cabinet)
    onCabinet?.delete(before)
    if (onCabinet?.size === 0) byCabinet.delete(before.cabinet)
  }

  return {
    take({ tournament, events }: Pick<Commit, 'tournament' | 'events'>): void {
      for (const event of events) {
        if (event.type === 'TournamentDeleted') {
          matchesOf(byTournament, tournament).forEach(remove)
        }
        const change = cabinetChangeOf(event)
        if (!change) continue
        const { match, cabinet } = change
        if (cabinet === null) remove({ tournament, match })
        else put({ tournament, match, cabinet })
      }
    },
    on: (cabinets: CabinetId[]): ActiveMatchIds[] =>
      cabinets.flatMap((cabinet) => [...(byCabinet.get(cabinet) ?? [])]),
    all: (): ActiveMatchIds[] => [...byTournament.values()].flatMap((own) => [...own.values()]),
  }
}

function matchesOf<K, V>(all: Map<K, Map<MatchId, V>>, key: K): Map<MatchId, V> {
  return all.get(key) ?? new Map()
}

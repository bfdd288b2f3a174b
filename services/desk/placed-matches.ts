import type { CabinetId, MatchId, TournamentId } from '../../events/ids.ts'
import type { Commit } from '../../events/schema/commit.ts'
import { placementOf } from './decide/cabinets-in-use.ts'

export type PlacedMatch = { tournament: TournamentId; match: MatchId; cabinet: CabinetId }

/**
 * The matches that may be on a cabinet, over all tournaments, computed from the commits of a log.
 */
export function openPlacedMatches(saved: PlacedMatch[] = []) {
  const byTournament = new Map<TournamentId, Map<MatchId, PlacedMatch>>()
  const byCabinet = new Map<CabinetId, Set<PlacedMatch>>()
  saved.forEach(put)

  function put(placed: PlacedMatch): void {
    const { tournament, match, cabinet } = placed
    remove(placed)
    byTournament.set(tournament, matchesOf(byTournament, tournament).set(match, placed))
    byCabinet.set(cabinet, (byCabinet.get(cabinet) ?? new Set()).add(placed))
  }

  function remove({ tournament, match }: Omit<PlacedMatch, 'cabinet'>): void {
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
        const placed = placementOf(event)
        if (!placed) continue
        const { match, cabinet } = placed
        if (cabinet === null) remove({ tournament, match })
        else put({ tournament, match, cabinet })
      }
    },
    on: (cabinets: CabinetId[]): PlacedMatch[] =>
      cabinets.flatMap((cabinet) => [...(byCabinet.get(cabinet) ?? [])]),
    all: (): PlacedMatch[] => [...byTournament.values()].flatMap((own) => [...own.values()]),
  }
}

function matchesOf<K, V>(all: Map<K, Map<MatchId, V>>, key: K): Map<MatchId, V> {
  return all.get(key) ?? new Map()
}

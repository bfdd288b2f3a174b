import type { CabinetId, MatchId, TournamentId } from '../../events/ids.ts'
import type { Commit } from '../../events/schema/commit.ts'
import { placedBy } from './decide/cabinets-in-use.ts'

export type PlacedMatch = { tournament: TournamentId; match: MatchId; cabinet: CabinetId }

/** The matches that may be on a cabinet, over all tournaments: only these are kept of a log. */
export function openPlacedMatches(saved: PlacedMatch[] = []) {
  const byTournament = new Map<TournamentId, Map<MatchId, PlacedMatch>>()
  const byCabinet = new Map<CabinetId, Set<PlacedMatch>>()
  saved.forEach(put)

  function put(one: PlacedMatch): void {
    remove(one)
    byTournament.set(one.tournament, of(byTournament, one.tournament).set(one.match, one))
    byCabinet.set(one.cabinet, (byCabinet.get(one.cabinet) ?? new Set()).add(one))
  }

  function remove({ tournament, match }: Omit<PlacedMatch, 'cabinet'>): void {
    const own = byTournament.get(tournament)
    const before = own?.get(match)
    if (!own || !before) return
    own.delete(match)
    if (own.size === 0) byTournament.delete(tournament)
    const there = byCabinet.get(before.cabinet)
    there?.delete(before)
    if (there?.size === 0) byCabinet.delete(before.cabinet)
  }

  return {
    take({ tournament, events }: Pick<Commit, 'tournament' | 'events'>): void {
      for (const event of events) {
        if (event.type === 'TournamentDeleted') {
          of(byTournament, tournament).forEach(remove)
        }
        const placed = placedBy(event)
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

function of<K, V>(all: Map<K, Map<MatchId, V>>, key: K): Map<MatchId, V> {
  return all.get(key) ?? new Map()
}

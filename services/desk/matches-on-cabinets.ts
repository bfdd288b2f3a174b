import type { CabinetId, MatchId, TournamentId } from '../../events/ids.ts'
import type { Commit } from '../../events/schema/commit.ts'
import { cabinetChangeOf } from './decide/cabinets-in-use.ts'

export type MatchOnCabinet = { tournament: TournamentId; match: MatchId; cabinet: CabinetId }

/**
 * The matches that may be on a cabinet, over all tournaments, computed from the commits of a log.
 */
export function openMatchesOnCabinets(saved: MatchOnCabinet[] = []) {
  const byTournament = new Map<TournamentId, Map<MatchId, MatchOnCabinet>>()
  const byCabinet = new Map<CabinetId, Set<MatchOnCabinet>>()
  saved.forEach(put)

  function put(added: MatchOnCabinet): void {
    const { tournament, match, cabinet } = added
    remove(added)
    byTournament.set(tournament, matchesOf(byTournament, tournament).set(match, added))
    byCabinet.set(cabinet, (byCabinet.get(cabinet) ?? new Set()).add(added))
  }

  function remove({ tournament, match }: Omit<MatchOnCabinet, 'cabinet'>): void {
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
    on: (cabinets: CabinetId[]): MatchOnCabinet[] =>
      cabinets.flatMap((cabinet) => [...(byCabinet.get(cabinet) ?? [])]),
    all: (): MatchOnCabinet[] => [...byTournament.values()].flatMap((own) => [...own.values()]),
  }
}

function matchesOf<K, V>(all: Map<K, Map<MatchId, V>>, key: K): Map<MatchId, V> {
  return all.get(key) ?? new Map()
}

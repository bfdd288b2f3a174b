import type { Timer } from '../../events/state/queue.ts'
import { emptyTournament, fold } from '../../events/state/tournament.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import type { Log, Stored } from '../log/index.ts'
import { openActiveMatches } from './active-matches.ts'
import type { OnCabinet } from './active-matches.ts'
import type { CabinetId, TournamentId } from '../../events/ids.ts'

/** A timer that stands, and the position of the commit that armed it. */
export type Standing = { tournament: TournamentId; timer: Timer; seq: number }
export type TournamentStates = {
  follow(signal: AbortSignal): Promise<void>
  /** position of the last commit taken in */
  folded(): number
  /** what was on a cabinet when the log ended at `seq`, the last started last */
  on(cabinet: CabinetId, seq: number): OnCabinet[]
  timersOf(cabinet: CabinetId): Standing[]
}

/** All tournaments as the log has them, and what was on which cabinet at each position of it. */
export function openTournamentStates(
  log: Log,
  /** `freed`: the position where the match on a cabinet last changed */
  changed: (t: Tournament, freed: ReadonlyMap<CabinetId, number>) => void,
): TournamentStates {
  const states = new Map<TournamentId, Tournament>()
  const timers = new Map<string, Standing>()
  const active = openActiveMatches()
  const freed = new Map<CabinetId, number>()
  let folded = 0

  function take({ commit, seq }: Stored): void {
    folded = seq
    const before = states.get(commit.tournament) ?? emptyTournament(commit.tournament)
    if (commit.version <= before.version) return
    const after = fold(before, commit)
    states.set(after.id, after)
    const cabinets = active.follow(before, after, seq)
    for (const cabinet of cabinets) freed.set(cabinet, seq)
    if (before.timers !== after.timers) noteTimers(before, after, seq)
    changed(after, freed)
    // A timer of another tournament may have waited for that.
    for (const { tournament, timer } of timers.values()) {
      const other = states.get(tournament)
      if (other && tournament !== after.id && cabinets.includes(timer.cabinet))
        changed(other, freed)
    }
  }

  function noteTimers(before: Tournament, after: Tournament, seq: number): void {
    for (const { cabinet } of Object.values(before.timers)) {
      if (!after.timers[cabinet]) timers.delete(`${after.id}/${cabinet}`)
    }
    for (const timer of Object.values(after.timers)) {
      const { cabinet } = timer
      if (before.timers[cabinet]?.dueAt === timer.dueAt) continue
      timers.set(`${after.id}/${cabinet}`, { tournament: after.id, timer, seq })
    }
  }

  return {
    follow: (signal) => log.follow(folded, async (batch) => batch.forEach(take), signal),
    folded: () => folded,
    on: active.at,
    timersOf: (cabinet) => [...timers.values()].filter(({ timer }) => timer.cabinet === cabinet),
  }
}

import { matchLabel } from '#events/bracket/bracket.ts'
import { matchIndex } from '#events/bracket/match-index.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { CabinetId, MatchId, TournamentId } from '#events/ids.ts'

/** A match on a cabinet. Its time is a position in the tournaments' log, not of a clock (P17). */
export type ActiveMatch = {
  tournament: TournamentId
  match: MatchId
  isFlipped: boolean
  name: string
}
/**
 * The matches on a cabinet from a position on, the last started last. In older logs matches of
 * several tournaments can be on a cabinet.
 */
type CabinetsAt = { seq: number; now: ActiveMatch[] }

export type SavedMatches = [cabinet: CabinetId, changes: CabinetsAt[]][]

const maxChanges = 500
/**
 * Changes to save for each cabinet, for games that began before a restart and are uploaded after
 * it.
 */
const savedChanges = 20

export function openActiveMatches(saved: SavedMatches = []) {
  const changes = new Map(saved)

  function record(cabinet: CabinetId, change: CabinetsAt): void {
    const all = changes.get(cabinet) ?? []
    all.push(change)
    if (all.length > maxChanges) all.shift()
    changes.set(cabinet, all)
  }

  return {
    /** Applies the changes of a commit; returns the cabinets whose match has changed. */
    follow(before: Tournament, after: Tournament, seq: number): number[] {
      if (before.matches === after.matches && before.deleted === after.deleted) return []
      const matchesBefore = matchesOnCabinets(before)
      const matchesAfter = matchesOnCabinets(after)
      const changed: number[] = []
      for (const cabinet of new Set([...matchesBefore.keys(), ...matchesAfter.keys()])) {
        const [previous, now] = [matchesBefore.get(cabinet), matchesAfter.get(cabinet)]
        if (previous?.match === now?.match && previous?.isFlipped === now?.isFlipped) continue
        const all = changes.get(cabinet)?.at(-1)?.now ?? []
        record(cabinet, { seq, now: withOwn(all, after.id, now) })
        if (previous?.match !== now?.match) changed.push(cabinet)
      }
      return changed
    },
    /** The matches on a cabinet when the log ended at `seq`, the last started last. */
    at(cabinet: CabinetId, seq: number): ActiveMatch[] {
      return changes.get(cabinet)?.findLast((change) => change.seq <= seq)?.now ?? []
    },
    /** The changes to save: those needed for positions from `seq` on, and some earlier ones. */
    since(seq: number): SavedMatches {
      return [...changes].map(([cabinet, all]) => {
        const first = all.findLastIndex((change) => change.seq <= seq)
        return [cabinet, all.slice(Math.max(0, Math.min(first, all.length - savedChanges)))]
      })
    },
  }
}

/** Replaces the match of one tournament on a cabinet, and leaves those of others. */
function withOwn(
  all: ActiveMatch[],
  tournament: TournamentId,
  now: ActiveMatch | undefined,
): ActiveMatch[] {
  const index = all.findIndex((one) => one.tournament === tournament)
  // A swap of sides is no new start, so the order stays.
  if (now && all[index]?.match === now.match) return all.with(index, now)
  const others = all.filter((one) => one.tournament !== tournament)
  return now ? [...others, now] : others
}

function matchesOnCabinets(t: Tournament): Map<CabinetId, ActiveMatch> {
  const byCabinet = new Map<CabinetId, ActiveMatch>()
  if (t.deleted) return byCabinet
  for (const match of matchIndex(t.matches).all) {
    const { id, cabinet, isFlipped } = match
    if (cabinet === null) continue
    const name = `${matchLabel(match)} of ${t.name}`
    byCabinet.set(cabinet, { tournament: t.id, match: id, isFlipped, name })
  }
  return byCabinet
}

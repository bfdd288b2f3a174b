import { label } from '../../events/bracket/bracket.ts'
import { matchIndex } from '../../events/bracket/match-index.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import type { CabinetId, MatchId, TournamentId } from '../../events/ids.ts'

/** Which match was on which cabinet, by position in the tournament log: log order, not clocks (P17). */
export type ActiveMatch = {
  tournament: TournamentId
  match: MatchId
  isFlipped: boolean
  name: string
}
/** Older logs can have matches of several tournaments on a cabinet; the last started comes last. */
type CabinetsAt = { seq: number; now: ActiveMatch[] }

export type SavedMatches = [cabinet: CabinetId, changes: CabinetsAt[]][]

const maxChanges = 500
/** For games whose beginning is only uploaded after a restart. */
const savedChanges = 20

export function openActiveMatches(saved: SavedMatches = []) {
  const changes = new Map(saved)

  function note(cabinet: CabinetId, change: CabinetsAt): void {
    const all = changes.get(cabinet) ?? []
    all.push(change)
    if (all.length > maxChanges) all.shift()
    changes.set(cabinet, all)
  }

  return {
    /** takes in what one commit changed; the cabinets where another match is on now, or none */
    follow(before: Tournament, after: Tournament, seq: number): number[] {
      if (before.matches === after.matches && before.deleted === after.deleted) return []
      const was = occupied(before)
      const is = occupied(after)
      const changed: number[] = []
      for (const cabinet of new Set([...was.keys(), ...is.keys()])) {
        const [then, now] = [was.get(cabinet), is.get(cabinet)]
        if (then?.match === now?.match && then?.isFlipped === now?.isFlipped) continue
        const all = changes.get(cabinet)?.at(-1)?.now ?? []
        note(cabinet, { seq, now: withOwn(all, after.id, now) })
        if (then?.match !== now?.match) changed.push(cabinet)
      }
      return changed
    },
    /** what was on a cabinet when the log ended at `seq`, the last started last */
    at(cabinet: CabinetId, seq: number): ActiveMatch[] {
      return changes.get(cabinet)?.findLast((change) => change.seq <= seq)?.now ?? []
    },
    /** all that can be asked about from a position on, and some changes before */
    since(seq: number): SavedMatches {
      return [...changes].map(([cabinet, all]) => {
        const first = all.findLastIndex((change) => change.seq <= seq)
        return [cabinet, all.slice(Math.max(0, Math.min(first, all.length - savedChanges)))]
      })
    },
  }
}

/** A tournament that leaves a cabinet does not take another's match with it. */
function withOwn(
  all: ActiveMatch[],
  tournament: TournamentId,
  now: ActiveMatch | undefined,
): ActiveMatch[] {
  const place = all.findIndex((one) => one.tournament === tournament)
  // Its sides were swapped: it is not started anew by that.
  if (now && all[place]?.match === now.match) return all.with(place, now)
  const others = all.filter((one) => one.tournament !== tournament)
  return now ? [...others, now] : others
}

function occupied(t: Tournament): Map<CabinetId, ActiveMatch> {
  const found = new Map<CabinetId, ActiveMatch>()
  if (t.deleted) return found
  for (const match of matchIndex(t.matches).all) {
    const { id, cabinet, isFlipped } = match
    if (cabinet === null) continue
    const name = `${label(match)} of ${t.name}`
    found.set(cabinet, { tournament: t.id, match: id, isFlipped, name })
  }
  return found
}

import { overview } from '../../events/overview.ts'
import type { Tournament } from '../../events/tournament.ts'

/** Which match was on which cabinet, by position in the tournament log: log order, not clocks (P17). */
export type OnCabinet = { tournament: number; match: number; isFlipped: boolean }
type Step = { seq: number; now: OnCabinet | null }

const keptSteps = 500

export function openActive() {
  const steps = new Map<number, Step[]>()

  function note(cabinet: number, step: Step): void {
    const all = steps.get(cabinet) ?? []
    all.push(step)
    if (all.length > keptSteps) all.shift()
    steps.set(cabinet, all)
  }

  return {
    /** takes in what one commit changed */
    follow(before: Tournament, after: Tournament, seq: number): void {
      if (before.matches === after.matches && before.deleted === after.deleted) return
      const was = occupied(before)
      const is = occupied(after)
      for (const [cabinet, now] of is) {
        const then = was.get(cabinet)
        if (then?.match === now.match && then.isFlipped === now.isFlipped) continue
        note(cabinet, { seq, now })
      }
      for (const cabinet of was.keys()) {
        // Two tournaments can share a cabinet: one that leaves it does not take the other's match.
        const mine = steps.get(cabinet)?.at(-1)?.now?.tournament === after.id
        if (mine && !is.has(cabinet)) note(cabinet, { seq, now: null })
      }
    },
    /** what was on a cabinet when the log ended at `seq` */
    at(cabinet: number, seq: number): OnCabinet | null {
      return steps.get(cabinet)?.findLast((step) => step.seq <= seq)?.now ?? null
    },
  }
}

function occupied(t: Tournament): Map<number, OnCabinet> {
  const found = new Map<number, OnCabinet>()
  if (t.deleted) return found
  for (const { id: match, cabinet, isFlipped } of overview(t.matches).all) {
    if (cabinet !== null) found.set(cabinet, { tournament: t.id, match, isFlipped })
  }
  return found
}

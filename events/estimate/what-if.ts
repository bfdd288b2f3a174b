import type { CabinetId } from '../ids.ts'
import type { Tournament } from '../state/tournament.ts'
import { estimateOf } from './estimate.ts'
import type { TournamentEstimate } from './estimate.ts'
import type { MatchDuration } from './match-duration.ts'

/** A change to the plan of a tournament that an organiser considers. */
export type Change = {
  /** how many cabinets play */
  cabinets: number
  /** wins that decide a match, in stages with a number of wins; null: unchanged */
  winsPerMatch: number | null
  /** length of a break in which no match starts, and how long after `nowMs` it begins */
  breakMs: number
  breakInMs: number
}

/** The estimate of a tournament with a change from `nowMs` on: now, or the time of a past step. */
export function whatIf(
  t: Tournament,
  { change, durations, nowMs }: { change: Change; durations: MatchDuration; nowMs: number },
): TournamentEstimate {
  const from = change.breakInMs / 1000
  const breaks = [{ from, to: from + change.breakMs / 1000 }]
  const changed = withCabinets(withWins(t, change), change.cabinets)
  return estimateOf(changed, durations, nowMs, (model) => ({ ...model, breaks }))
}

function withWins(t: Tournament, { winsPerMatch }: Change): Tournament {
  if (winsPerMatch === null) return t
  const stages = Object.entries(t.stages).map(([id, stage]) => {
    return [id, stage.winsPerMatch > 0 ? { ...stage, winsPerMatch } : stage]
  })
  return { ...t, stages: Object.fromEntries(stages) as Tournament['stages'] }
}

/**
 * An added cabinet serves every queue. On a cabinet that is taken away, the current match is played
 * to its end.
 */
function withCabinets(t: Tournament, count: number): Tournament {
  const own = Object.values(t.cabinets).toSorted((a, b) => a.place - b.place)
  if (count === own.length) return t
  const taken = new Set(Object.values(t.matches).map(({ cabinet }) => cabinet))
  const kept = new Set(own.toSorted(by(({ id }) => (taken.has(id) ? 0 : 1))).slice(0, count))
  const first = Math.max(0, ...own.map(({ id }) => id)) + 1
  const more = Array.from({ length: Math.max(0, count - own.length) }, (_, index) => {
    return { id: first + index, name: '', place: own.length + index }
  })
  const cabinets = [...own.filter((cabinet) => kept.has(cabinet) || taken.has(cabinet.id)), ...more]
  const isKept = (id: CabinetId) => own.some((cabinet) => cabinet.id === id && kept.has(cabinet))
  const queues = Object.entries(t.queues).map(([id, queue]) => {
    const served = [...queue.cabinets.filter(isKept), ...more.map(({ id }) => id)]
    return [id, { ...queue, cabinets: served }]
  })
  return {
    ...t,
    cabinets: Object.fromEntries(cabinets.map((cabinet) => [cabinet.id, cabinet])),
    queues: Object.fromEntries(queues) as Tournament['queues'],
  }
}

function by<T>(rank: (item: T) => number) {
  return (a: T, b: T) => rank(a) - rank(b)
}

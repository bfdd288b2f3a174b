import type { CabinetId } from '../ids.ts'
import type { Tournament } from '../state/tournament.ts'
import { estimateOf } from './estimate.ts'
import type { TournamentEstimate } from './estimate.ts'
import type { MatchDuration } from './match-duration.ts'

/** What somebody thinks of doing otherwise from a moment on. */
export type Change = {
  /** how many of them play */
  cabinets: number
  /** first to so many games, in matches that a number of wins decides; null: as it is set */
  winsPerMatch: number | null
  /** no match starts for so long, from so long after that moment on */
  breakMs: number
  breakInMs: number
}

/** The estimate of a tournament that goes on otherwise from `nowMs` on: the present, or a past step. */
export function whatIf(
  t: Tournament,
  { change, pace, nowMs }: { change: Change; pace: MatchDuration; nowMs: number },
): TournamentEstimate {
  const from = change.breakInMs / 1000
  const breaks = [{ from, to: from + change.breakMs / 1000 }]
  const changed = withCabinets(withWins(t, change), change.cabinets)
  return estimateOf(changed, pace, nowMs, (model) => ({ ...model, breaks }))
}

function withWins(t: Tournament, { winsPerMatch }: Change): Tournament {
  if (winsPerMatch === null) return t
  const stages = Object.entries(t.stages).map(([id, stage]) => {
    return [id, stage.winsPerMatch > 0 ? { ...stage, winsPerMatch } : stage]
  })
  return { ...t, stages: Object.fromEntries(stages) as Tournament['stages'] }
}

/** One more takes from every queue. On one that goes, the match that is on it is played out. */
function withCabinets(t: Tournament, count: number): Tournament {
  const own = Object.values(t.cabinets).toSorted((a, b) => a.place - b.place)
  if (count === own.length) return t
  const busy = new Set(Object.values(t.matches).map(({ cabinet }) => cabinet))
  const stay = new Set(own.toSorted(by(({ id }) => (busy.has(id) ? 0 : 1))).slice(0, count))
  const first = Math.max(0, ...own.map(({ id }) => id)) + 1
  const more = Array.from({ length: Math.max(0, count - own.length) }, (_, index) => {
    return { id: first + index, name: '', place: own.length + index }
  })
  const cabinets = [...own.filter((one) => stay.has(one) || busy.has(one.id)), ...more]
  const isLeft = (id: CabinetId) => own.some((one) => one.id === id && stay.has(one))
  const queues = Object.entries(t.queues).map(([id, queue]) => {
    const served = [...queue.cabinets.filter(isLeft), ...more.map(({ id }) => id)]
    return [id, { ...queue, cabinets: served }]
  })
  return {
    ...t,
    cabinets: Object.fromEntries(cabinets.map((one) => [one.id, one])),
    queues: Object.fromEntries(queues) as Tournament['queues'],
  }
}

function by<T>(rank: (one: T) => number) {
  return (a: T, b: T) => rank(a) - rank(b)
}

import { isInBracket } from '../bracket/bracket.ts'
import type { Tournament } from '../state/tournament.ts'
import type { Basis } from './basis.ts'
import { modelOf } from './model.ts'
import type { Model } from './model.ts'
import type { MatchDuration } from './match-duration.ts'
import { fixtureIndexOf } from './fixture-index.ts'
import { isEveryListTaken } from './queue-model.ts'
import { drawSchedule } from './schedule.ts'
import type { MatchId } from '../ids.ts'

/** When matches will probably start and the tournament will probably end (R-ETA-1). */
export type TournamentEstimate = {
  basis: Basis
  begun: boolean
  /** by match that is on no cabinet; matches that cannot be simulated are left out */
  starts: Map<MatchId, Spread>
  /** null: nothing is left to play, or some of it has no cabinet */
  end: Spread | null
  /** how many cabinets play in parallel */
  cabinets: number
}
/** p20, p50 and p80, in ms since 1970 */
export type Spread = { early: number; likely: number; late: number }

export const runs = 500

export function estimateOf(
  t: Tournament,
  durations: MatchDuration,
  nowMs: number,
  adjust?: (model: Model) => Model,
): TournamentEstimate {
  const work = estimating(t, durations, nowMs, adjust)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** The same in small steps, so that the caller can do other work in between. */
export function* estimating(
  t: Tournament,
  durations: MatchDuration,
  nowMs: number,
  adjust = (model: Model) => model,
): Generator<void, TournamentEstimate, void> {
  const model = adjust(modelOf(t, durations, nowMs))
  const fixtureIndex = fixtureIndexOf(model)
  yield
  const starts = model.fixtures.map((): number[] => [])
  const ends: number[] = []
  const isEnding = isEveryListTaken(model.queues)
  // Without a cabinet every schedule would be empty.
  const canStart = model.fixtures.length > 0 && model.queues.cabinets.length > 0
  for (let run = 0; run < runs && canStart; run++) {
    const schedule = drawSchedule(model, fixtureIndex, run)
    for (const { fixture, start } of schedule) starts[fixture]!.push(start)
    if (schedule.length > 0 && isEnding)
      ends.push(schedule.reduce((last, { end }) => Math.max(last, end), 0))
    yield
  }
  const spreads = new Map<MatchId, Spread>()
  for (const [index, { match, cabinet }] of model.fixtures.entries()) {
    // A second final that is not needed yet has no start (R-BR-7).
    const isWaiting = cabinet === null && isInBracket(t.matches, t.matches[match]!)
    if (isWaiting && starts[index]!.length > 0) {
      spreads.set(match, spreadOf(starts[index]!, nowMs))
    }
    yield
  }
  return {
    basis: model.basis,
    begun: model.begun,
    starts: spreads,
    end: ends.length > 0 ? spreadOf(ends, nowMs) : null,
    cabinets: model.queues.cabinets.length,
  }
}

export function spreadOf(seconds: number[], nowMs: number): Spread {
  const sorted = Float64Array.from(seconds).sort()
  const at = (part: number) => {
    const second = sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]!
    return nowMs + Math.round(second * 1000)
  }
  return { early: at(0.2), likely: at(0.5), late: at(0.8) }
}

import { needed } from '../bracket/bracket.ts'
import type { Tournament } from '../state/tournament.ts'
import type { Basis } from './basis.ts'
import { modelOf } from './model.ts'
import type { Model } from './model.ts'
import type { MatchDuration } from './match-duration.ts'
import { played, spotsOf } from './simulation.ts'
import type { MatchId } from '../ids.ts'

/** When matches will probably start and the tournament end (R-ETA-1). */
export type TournamentEstimate = {
  basis: Basis
  begun: boolean
  /** by match that is on no cabinet; those that nobody can place are left out */
  starts: Map<MatchId, Spread>
  end: Spread | null
  /** how many cabinets play at once */
  cabinets: number
}
/** p20, p50 and p80, in ms since 1970 */
export type Spread = { early: number; likely: number; late: number }

export const runs = 500

export function estimateOf(
  t: Tournament,
  pace: MatchDuration,
  nowMs: number,
  adjust?: (model: Model) => Model,
): TournamentEstimate {
  const work = estimating(t, pace, nowMs, adjust)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** The same in small steps, so that who has other work can do it in between. */
export function* estimating(
  t: Tournament,
  pace: MatchDuration,
  nowMs: number,
  adjust = (model: Model) => model,
): Generator<void, TournamentEstimate, void> {
  const model = adjust(modelOf(t, pace, nowMs))
  const spots = spotsOf(model)
  yield
  const starts = model.fixtures.map((): number[] => [])
  const ends: number[] = []
  for (let run = 0; run < runs && model.fixtures.length > 0; run++) {
    const turns = played(model, spots, run)
    for (const { fixture, start } of turns) starts[fixture]!.push(start)
    if (turns.length > 0) ends.push(turns.reduce((last, { end }) => Math.max(last, end), 0))
    yield
  }
  const found = new Map<MatchId, Spread>()
  for (const [index, { match, cabinet }] of model.fixtures.entries()) {
    // A second final that nobody needs yet is none (R-BR-7).
    const isThere = cabinet === null && needed(t.matches, t.matches[match]!)
    if (isThere && starts[index]!.length > 0) {
      found.set(match, spreadOf(starts[index]!, nowMs))
    }
    yield
  }
  return {
    basis: model.basis,
    begun: model.begun,
    starts: found,
    end: ends.length > 0 ? spreadOf(ends, nowMs) : null,
    cabinets: model.lines.cabinets.length,
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

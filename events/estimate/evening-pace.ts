import type { Samples } from './basis.ts'
import { draw } from './random-draw.ts'

/** How much slower the rest of an evening may be than what is reckoned with: a natural logarithm. */
export type Pace = { mean: number; sd: number }
export type Paces = Record<keyof Samples, Pace>
/** As slow as what is reckoned with, for certain. */
export const asReckoned: Paces = {
  game: { mean: 0, sd: 0 },
  gap: { mean: 0, sd: 0 },
  changeOver: { mean: 0, sd: 0 },
}

/** How far evenings lie apart in their means, and what happens in one of them, as logarithms. */
const between: Record<keyof Samples, number> = { game: 0.25, gap: 0.5, changeOver: 0.5 }
const within = 0.45
/** Games of later rounds are longer: equal teams meet. Of both recorded evenings by 30 in 100. */
const later: Pace = { mean: Math.log(1.25), sd: 0.1 }

/** What the first of today say of the evening before there are enough of them (R-ETA-1). */
export function paceFromPrior(kind: keyof Samples, seen: number[], prior: number): Pace {
  const { weight, sd } = learned(kind, seen.length)
  if (seen.length === 0) return { mean: 0, sd }
  const mean = seen.reduce((sum, seconds) => sum + seconds, 0) / seen.length
  return { mean: weight * Math.log(mean / prior), sd }
}

export function paceFromToday(kind: keyof Samples, seen: number): Pace {
  const { sd } = learned(kind, seen)
  return kind === 'game' ? { mean: later.mean, sd: Math.hypot(sd, later.sd) } : { mean: 0, sd }
}

/** A normal mean of known spread, told by so many. */
function learned(kind: keyof Samples, seen: number): { weight: number; sd: number } {
  const variance = between[kind] ** 2
  const weight = (seen * variance) / (seen * variance + within ** 2)
  return { weight, sd: Math.sqrt(variance * (1 - weight)) }
}

/** Drawn once for each simulated evening: a slow one is slow to its end. */
export function drawnPaces(seed: number, run: number, paces: Paces): Record<keyof Samples, number> {
  const factor = ({ mean, sd }: Pace, turn: number) =>
    Math.exp(mean + (sd > 0 ? sd * normal(seed, run, turn) : 0))
  return {
    game: factor(paces.game, 0),
    gap: factor(paces.gap, 1),
    changeOver: factor(paces.changeOver, 2),
  }
}

function normal(seed: number, run: number, turn: number): number {
  const [one, two] = [2 * turn, 2 * turn + 1].map((at) => draw(seed, { run, match: -1, turn: at }))
  return Math.sqrt(-2 * Math.log(1 - one!)) * Math.cos(2 * Math.PI * two!)
}

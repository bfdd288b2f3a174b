import { draw } from './random-draw.ts'

export type Samples = { game: number[]; gap: number[]; changeOver: number[] }

/**
 * How much slower the rest of an evening may be than the basis of the estimate: the natural
 * logarithm of the factor is normally distributed.
 */
export type Pace = { mean: number; sd: number }
export type Paces = Record<keyof Samples, Pace>
/** Exactly as slow as the basis. */
export const nominalPaces: Paces = {
  game: { mean: 0, sd: 0 },
  gap: { mean: 0, sd: 0 },
  changeOver: { mean: 0, sd: 0 },
}

/** Standard deviation of the means of evenings, and within one evening, as logarithms. */
const sdBetweenEvenings: Record<keyof Samples, number> = { game: 0.25, gap: 0.5, changeOver: 0.5 }
const sdWithinEvening = 0.45
/**
 * Games of later rounds are longer, because the teams are more equal: by 30 % on both recorded
 * evenings.
 */
const laterRounds: Pace = { mean: Math.log(1.25), sd: 0.1 }

/** The pace while there are too few samples of today: they correct the prior (R-ETA-1). */
export function paceFromPrior(kind: keyof Samples, samples: number[], prior: number): Pace {
  const { weight, sd } = posterior(kind, samples.length)
  if (samples.length === 0) return { mean: 0, sd }
  const mean = samples.reduce((sum, seconds) => sum + seconds, 0) / samples.length
  return { mean: weight * Math.log(mean / prior), sd }
}

export function paceFromToday(kind: keyof Samples, sampleCount: number): Pace {
  const { sd } = posterior(kind, sampleCount)
  if (kind !== 'game') return { mean: 0, sd }
  return { mean: laterRounds.mean, sd: Math.hypot(sd, laterRounds.sd) }
}

/** The posterior of a normal mean with known variance after so many samples. */
function posterior(kind: keyof Samples, sampleCount: number): { weight: number; sd: number } {
  const variance = sdBetweenEvenings[kind] ** 2
  const weight = (sampleCount * variance) / (sampleCount * variance + sdWithinEvening ** 2)
  return { weight, sd: Math.sqrt(variance * (1 - weight)) }
}

/** Factors drawn once for each simulated evening: a slow evening is slow to its end. */
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
  const [first, second] = [2 * turn, 2 * turn + 1].map((at) =>
    draw(seed, { run, match: -1, turn: at }),
  )
  return Math.sqrt(-2 * Math.log(1 - first!)) * Math.cos(2 * Math.PI * second!)
}

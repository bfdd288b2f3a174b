import type { Samples } from './evening-pace.ts'
import { paceFromPrior, paceFromToday } from './evening-pace.ts'
import type { Pace, Paces } from './evening-pace.ts'
import type { MatchDuration } from './match-duration.ts'

/** The durations an estimate uses: measured today if there are enough samples, else a prior. */
export type Basis = { game: Measure; gap: Measure; changeOver: Measure }
/**
 * `seconds` is the median of `seen` samples of today, or the prior. The prior of a change-over does
 * not include the queue timer of the stage.
 */
type Measure = { seconds: number; seen: number; from: 'today' | 'prior' }
const minSamples = 8
export const prior = { game: 125, gap: 35, changeOver: 90 }
/** Samples older than this are not of today. A day of play may end after midnight. */
const dayMs = 16 * 3_600_000

/**
 * Samples of today; empty for a kind that has too few of them. `queueTimer` is the typical queue
 * timer in seconds: measured change-overs include it, the prior does not.
 */
export function samplesAt(
  durations: MatchDuration,
  nowMs: number,
  queueTimer = 0,
): Samples & { basis: Basis; paces: Paces } {
  const today = (samples: MatchDuration['games']) =>
    samples.flatMap(({ seconds, at }) => (nowMs - Date.parse(at) < dayMs ? [seconds] : []))
  const measured = {
    game: today(durations.games),
    gap: today(durations.gaps),
    changeOver: today(durations.changes),
  }
  const used = (kind: keyof Samples) => (measured[kind].length >= minSamples ? measured[kind] : [])
  const measure = (kind: keyof Samples): Measure => {
    const samples = used(kind)
    const isMeasured = samples.length > 0
    const seconds = isMeasured ? median(samples) : prior[kind]
    return { seconds, seen: measured[kind].length, from: isMeasured ? 'today' : 'prior' }
  }
  const paceOf = (kind: keyof Samples): Pace => {
    if (used(kind).length > 0) return paceFromToday(kind, measured[kind].length)
    const expected = prior[kind] + (kind === 'changeOver' ? queueTimer : 0)
    return paceFromPrior(kind, measured[kind], expected)
  }
  return {
    game: used('game'),
    gap: used('gap'),
    changeOver: used('changeOver'),
    basis: { game: measure('game'), gap: measure('gap'), changeOver: measure('changeOver') },
    paces: { game: paceOf('game'), gap: paceOf('gap'), changeOver: paceOf('changeOver') },
  }
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[sorted.length % 2 === 1 ? middle : middle - 1], sorted[middle]]
  return ((low ?? 0) + (high ?? 0)) / 2
}

import { paceFromPrior, paceFromToday } from './evening-pace.ts'
import type { Pace, Paces } from './evening-pace.ts'
import type { MatchDuration } from './match-duration.ts'

/** What an estimate reckons with: what was seen today once there is enough of it, else a prior. */
export type Basis = { game: Measure; gap: Measure; changeOver: Measure }
/** `seconds` is a median or the prior; of a change-over without the stage's queue timer */
type Measure = { seconds: number; seen: number; from: 'today' | 'prior' }
export type Samples = { game: number[]; gap: number[]; changeOver: number[] }

const enough = 8
export const prior = { game: 125, gap: 35, changeOver: 90 }
/** A day of play: it may begin at noon and end after midnight. */
const dayMs = 16 * 3_600_000

/** Empty where there is not enough. `queueTimer`: what change-overs of today have before the prior. */
export function samplesAt(
  pace: MatchDuration,
  nowMs: number,
  queueTimer = 0,
): Samples & { basis: Basis; paces: Paces } {
  const today = (samples: MatchDuration['games']) =>
    samples.flatMap(({ seconds, at }) => (nowMs - Date.parse(at) < dayMs ? [seconds] : []))
  const seen = {
    game: today(pace.games),
    gap: today(pace.gaps),
    changeOver: today(pace.changes),
  }
  const used = (kind: keyof Samples) => (seen[kind].length >= enough ? seen[kind] : [])
  const measure = (kind: keyof Samples): Measure => {
    const samples = used(kind)
    const known = samples.length > 0
    const seconds = known ? median(samples) : prior[kind]
    return { seconds, seen: seen[kind].length, from: known ? 'today' : 'prior' }
  }
  const paceOf = (kind: keyof Samples): Pace => {
    if (used(kind).length > 0) return paceFromToday(kind, seen[kind].length)
    return paceFromPrior(kind, seen[kind], prior[kind] + (kind === 'changeOver' ? queueTimer : 0))
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

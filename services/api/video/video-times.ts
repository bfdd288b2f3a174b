import { postgameSeconds } from '#events/rules/time-limits.ts'
import { hours } from '#events/text/durations.ts'

// Positions of games in a recording (R-VI-1, R-VI-2). Times are in ms of the cabinet's clock.

type ReferencePoint = 'start' | 'end' | 'postgame'
/** A moment of a game and its position in the video, in seconds. */
export type Reference = {
  referencePoint: ReferencePoint
  startTime: string
  endTime: string | null
  seconds: number
}
/** `length` in seconds. */
type Recording = { start: number; length: number }
/** From the start of the first counted game to the end of the last, on one cabinet. */
export type Span = { start: number; end: number }

const second = 1_000
const leadSeconds = 5
const maxDifferenceSeconds = 5

/** The start of a video by one reference; null while the game has no end time (R-VI-1). */
export function beginningBy(reference: Reference): number | null {
  const { referencePoint, startTime, endTime, seconds } = reference
  const time = referencePoint === 'start' ? startTime : endTime
  if (time === null) return null
  const after = referencePoint === 'postgame' ? postgameSeconds : 0
  return Date.parse(time) + (after - seconds) * second
}

type Beginning = { start: number | null; warning: string | null }

/** The median of all references, with a warning if they differ by more than 5 s. */
export function beginningOf(references: Reference[]): Beginning {
  const all = references.flatMap((reference) => beginningBy(reference) ?? [])
  const sorted = all.toSorted((a, b) => a - b)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return { start: null, warning: null }
  const half = Math.floor(sorted.length / 2)
  const middle = sorted[half] ?? first
  const start = sorted.length % 2 === 1 ? middle : ((sorted[half - 1] ?? middle) + middle) / 2
  const difference = (last - first) / second
  if (difference <= maxDifferenceSeconds) return { start, warning: null }
  const warning = `The references of this video disagree by ${hours(Math.round(difference))}.`
  return { start, warning }
}

/**
 * The seconds of a video that show a match, with a little before and after it (R-VI-2). null if the
 * match is not in the video at all.
 */
export function visibleSpan(
  { start, length }: Recording,
  match: Span,
): [from: number, to: number] | null {
  const [began, ended] = [match.start, match.end].map((time) => (time - start) / second) as [
    number,
    number,
  ]
  if (ended < 0 || began >= length) return null
  const within = (seconds: number) => Math.min(Math.max(seconds, 0), length)
  return [within(Math.floor(began - leadSeconds)), within(Math.ceil(ended + postgameSeconds))]
}

import type { Beat } from '../../../../events/game/game-replay.ts'

type BeatFilter = (beat: Beat) => boolean

// A jump goes to the exact time of a beat. A beat this close counts as the current one.
const toleranceMs = 50

/** The last matching beat before a moment. */
export function previousBeat(
  beats: readonly Beat[],
  ms: number,
  matches: BeatFilter,
): Beat | undefined {
  return beats.findLast((beat) => beat.ms < ms - toleranceMs && matches(beat))
}

/** The first matching beat after a moment. */
export function nextBeat(
  beats: readonly Beat[],
  ms: number,
  matches: BeatFilter,
): Beat | undefined {
  return beats.find((beat) => beat.ms > ms + toleranceMs && matches(beat))
}

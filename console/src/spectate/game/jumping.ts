import type { Beat } from '../../../../events/game/game-replay.ts'

type BeatFilter = (beat: Beat) => boolean

// A jump lands on the very moment, so "before" is earlier than that by more than a rounding.
const apartMs = 50

/** The last such thing before a moment. */
export function before(beats: readonly Beat[], ms: number, isWanted: BeatFilter): Beat | undefined {
  return beats.findLast((beat) => beat.ms < ms - apartMs && isWanted(beat))
}

/** The next such thing after a moment. */
export function after(beats: readonly Beat[], ms: number, isWanted: BeatFilter): Beat | undefined {
  return beats.find((beat) => beat.ms > ms + apartMs && isWanted(beat))
}

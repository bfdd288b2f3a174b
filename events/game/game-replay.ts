// A finished or running game as a screen draws it: what is known at any moment of it, and its story.
// Needs no schema library, for public pages import it.
export type { Happening } from './evolve.ts'
export { livesLeft, snailAt } from './live-game.ts'
export { hiveOf, keyOf, width, type ReplayState } from './replay-state.ts'
export { countAt, happeningsOf, stateAt, openReplay, type Replay } from './replay.ts'
export { statsOf, type Stats } from './stats.ts'
export { jumps, scoreAt, scoresOf, storyOf } from './story.ts'
export type { Beat, Jump, Score } from './story.ts'

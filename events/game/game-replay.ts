// A finished or running game as a screen draws it: what is known at any moment of it, and its story.
// Needs no schema library, for public pages import it.
export type { Happening } from './evolve.ts'
export { livesLeft, snailAt } from './live-game.ts'
export { hiveOf, keyOf, width, type Moment } from './sighting.ts'
export { countAt, happeningsOf, momentAt, openReplay, type Replay } from './replay.ts'
export { statsOf, type Stats } from './stats.ts'
export { jumps, scoreAt, scoresOf, storyOf } from './story.ts'
export type { Beat, Jump, Score } from './story.ts'

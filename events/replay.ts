// A finished or running game as a screen draws it: what is known at any moment of it, and its story.
// Needs no schema library, for public pages import it.
export type { Happening } from './game/evolve.ts'
export { livesLeft, snailAt } from './game/live.ts'
export { hiveOf, keyOf, width, type Kill, type Moment, type Sight } from './game/moment.ts'
export { countAt, happeningsOf, momentAt, openReplay, type Replay } from './game/replay.ts'
export { statsOf, type Stats } from './game/stats.ts'
export { jumps, standAt, standsOf, storyOf } from './game/story.ts'
export type { Beat, Jump, Stand } from './game/story.ts'

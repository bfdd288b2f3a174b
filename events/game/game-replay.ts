// A finished or running game as a screen draws it: its state at any moment, and its story. Public
// pages import this, so it must not need the schema library.
export type { TimedGameEvent } from './evolve.ts'
export { livesLeft, snailAt } from './live-game.ts'
export { hiveOf, keyOf, width, type ReplayState } from './replay-state.ts'
export { countAt, timedEventsOf, stateAt, openReplay, type Replay } from './replay.ts'
export { statsOf, type Stats } from './stats.ts'
export { jumpKinds, scoreAt, scoresOf, storyOf } from './story.ts'
export type { StoryEvent, Jump, Score } from './story.ts'

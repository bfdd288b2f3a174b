// One game as its cabinet reported it. Order and repetition of the events make no difference.
export { addEvent, emptyGame, eventsOf, type GameFold } from './fold.ts'
export { gameStats } from './game-stats.ts'
export { live, type Live } from './live-game.ts'
export { hasEnded, result, type Game } from './result.ts'
export { statNames, stats, sumStats, type StatName, type Stats } from './stats.ts'

// One game as its cabinet told it: the same from its events in any order, however often repeated.
export { addEvent, emptyGame, eventsOf, type GameFold } from './fold.ts'
export { gameStats } from './game-stats.ts'
export { live, type Live } from './live-game.ts'
export { ended, result, type Game } from './result.ts'
export { statNames, stats, sumStats, type StatName, type Stats } from './stats.ts'

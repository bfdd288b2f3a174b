// One game as its cabinet told it: the same from its events in any order, however often repeated.
export { addEvent, emptyGame, eventsOf, type GameFold } from './game/fold.ts'
export { live, type Live } from './game/live.ts'
export { ended, result, type Game } from './game/result.ts'
export { stats, type Stats } from './game/stats.ts'

import type { JoinBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** A game with what it was played for: each cabinet numbers its games by itself. */
export function onPlayedGame(join: JoinBuilder<Tables, 'view.played' | 'view.game'>) {
  return join
    .onRef('view.played.game', '=', 'view.game.gameId')
    .onRef('view.played.cabinet', '=', 'view.game.cabinet')
}

/** The same, of games that are a match's, warm-ups too (R-WU-2). */
export function onMatchGame(join: JoinBuilder<Tables, 'view.played' | 'view.game'>) {
  return onPlayedGame(join).on('view.played.status', 'in', ['counted', 'warmup'])
}

import type { JoinBuilder } from 'kysely'
import type { Tables } from './tables/tables.ts'

/** Joins a game with its match by game id and cabinet, because game ids are unique per cabinet. */
export function onPlayedGame(join: JoinBuilder<Tables, 'view.played' | 'view.game'>) {
  return join
    .onRef('view.played.game', '=', 'view.game.gameId')
    .onRef('view.played.cabinet', '=', 'view.game.cabinet')
}

/** The same, but only for games that belong to a match, including warm-ups (R-WU-2). */
export function onMatchGame(join: JoinBuilder<Tables, 'view.played' | 'view.game'>) {
  return onPlayedGame(join).on('view.played.status', 'in', ['counted', 'warmup'])
}

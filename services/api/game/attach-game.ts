import type { CommandOf } from '../../../events/schema/command.ts'
import type { MatchRow } from '../../../events/schema/rows.ts'
import { withAdvisoryLock } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { Rejection } from '../../web/index.ts'
import { idempotent } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import { readGame, gameBody } from '../../queries/games.ts'
import type { GameRow } from '../../queries/games.ts'
import { sceneOfTournament } from '../http/scope.ts'
import type { Scopes } from '../http/scope.ts'
import { readMatch } from '../match/match-rows.ts'
import { send } from '../http/command/send.ts'
import type { RefusalCode } from '../../../events/refusals.ts'
import type { MatchId, SceneId, TournamentId } from '../../../events/ids.ts'
import { route } from '../http/route.ts'

/** What a game is to be clicked for; without a match: any of the tournament. */
export type AttachTarget = { scene: SceneId | null; match?: MatchRow }
type Reason = { code: RefusalCode; detail: string }

/** Why a game cannot be added to a match, in words (R-GE-7); null when it can. */
export function attachRefusal(game: GameRow, { scene, match }: AttachTarget): Reason | null {
  if (game.sceneId !== scene) {
    const detail = 'This game is not associated with the same scene as this tournament.'
    return { code: 'GAME_OF_OTHER_SCENE', detail }
  }
  if (game.endTime === null) {
    return { code: 'GAME_NOT_OVER', detail: 'This game is not over yet.' }
  }
  if (game.winningTeam !== 'blue' && game.winningTeam !== 'gold') {
    return { code: 'GAME_WITHOUT_RESULT', detail: 'This game has no result.' }
  }
  if (game.tournamentMatch !== null && game.tournamentMatch !== match?.id) {
    const detail = 'This game is already part of a tournament match.'
    return { code: 'GAME_ATTACHED', detail }
  }
  if (!match?.isComplete) return null
  return { code: 'MATCH_COMPLETE', detail: `M${match.matchNum} is complete already.` }
}

/** For a list of games: whether each can be clicked for this match or tournament, and why not. */
export async function attachTargetOf(
  store: Store,
  { match: id, tournament }: { match?: MatchId | undefined; tournament?: TournamentId | undefined },
): Promise<AttachTarget | null> {
  if (id === undefined && tournament === undefined) return null
  const match = id === undefined ? undefined : await readMatch(store, id)
  const scene = await sceneOfTournament(store.db, match?.tournament ?? tournament ?? 0)
  return { scene, ...(match ? { match } : {}) }
}

/** Adding a game to a match and taking it off: a click of the manual link's dialog. */
export function attachGameRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context
  const config = { access: 'runMatches', scene: sceneOf.game } as const

  route(web, 'PATCH /api/game/game/:id/', config, (request, reply) =>
    idempotent({ store, request, reply }, () =>
      // A game counts once, whatever tournaments two people click in: their logs know nothing of
      // each other.
      withAdvisoryLock(store, async () => {
        const game = await readGame(store, request.params.id)
        const { tournamentMatch: wanted } = request.body
        const id = wanted ?? (await matchOf(store, game))
        if (id === null) return gameBody(game)
        const match = await readMatch(store, id)
        const scene = await sceneOfTournament(store.db, match.tournament)
        const command =
          wanted === null
            ? ({ type: 'DetachGame', game: game.gameId } as const)
            : attaching(game, { scene, match })
        if (scene !== game.sceneId) throw refused(attachRefusal(game, { scene, match }))
        await send(context, { request, reply, tournament: match.tournament }, command)
        return gameBody(await readGame(store, game.id))
      }),
    ),
  )
}

function attaching(
  game: GameRow,
  wanted: AttachTarget & { match: MatchRow },
): CommandOf<'AttachGame'> {
  const why = attachRefusal(game, wanted)
  const { winningTeam } = game
  if (why || (winningTeam !== 'blue' && winningTeam !== 'gold')) throw refused(why)
  return {
    type: 'AttachGame',
    match: wanted.match.id,
    game: game.gameId,
    cabinet: game.cabinet,
    winningTeam,
    winCondition: game.winCondition ?? '',
    mapName: game.mapName,
    seconds: game.seconds ?? 0,
  }
}

/** The match a game counts for, else the one it is proposed for, or counts for unseen (R-CMD-4). */
async function matchOf({ db }: Store, game: GameRow): Promise<number | null> {
  if (game.tournamentMatch !== null) return game.tournamentMatch
  const row = await db
    .selectFrom('view.played')
    .select('match')
    .where('game', '=', game.gameId)
    .where('cabinet', '=', game.cabinet)
    .where('status', 'in', ['proposed', 'running'])
    .orderBy('match')
    .executeTakeFirst()
  return row?.match ?? null
}

function refused(why: Reason | null): Rejection {
  return new Rejection(
    409,
    why ?? { code: 'GAME_WITHOUT_RESULT', detail: 'This game has no result.' },
  )
}

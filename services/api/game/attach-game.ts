import { matchLabel } from '#events/bracket/match-label.ts'
import { english } from '#events/messages/english.ts'
import { say } from '#events/messages/message.ts'
import type { Message } from '#events/messages/message.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import { withAdvisoryLock } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { Rejection } from '../../web/index.ts'
import { idempotent } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import { readGame, gameBody } from '../../queries/index.ts'
import type { GameRow } from '../../queries/index.ts'
import { sceneOfTournament } from '../http/scope.ts'
import { readMatch } from '../match/match-rows.ts'
import { send } from '../http/command/send.ts'
import { refusals } from '#events/refusals.ts'
import type { RefusalCode } from '#events/refusals.ts'
import type { MatchId, SceneId, TournamentId } from '#events/ids.ts'
import { route } from '../http/route.ts'

/** Where a game is to be attached: a match, or any match of the tournament. */
export type AttachTarget = { scene: SceneId | null; match?: MatchRow }
type Reason = { code: RefusalCode; detail: string; message: Message }
const reason = (code: RefusalCode): Reason => ({
  code,
  detail: refusals[code],
  message: { key: code },
})

/** Why a game cannot be attached to a match (R-GE-7); null if it can. */
export function attachRefusal(game: GameRow, { scene, match }: AttachTarget): Reason | null {
  if (game.sceneId !== scene) return reason('GAME_OF_OTHER_SCENE')
  if (game.endTime === null) return reason('GAME_NOT_OVER')
  if (game.winningTeam !== 'blue' && game.winningTeam !== 'gold') {
    return reason('GAME_WITHOUT_RESULT')
  }
  if (game.tournamentMatch !== null && game.tournamentMatch !== match?.id) {
    return reason('GAME_ATTACHED')
  }
  if (!match?.isComplete) return null
  const message = say('alreadyComplete', { match: matchLabel({ num: match.matchNum }) })
  return { code: 'MATCH_COMPLETE', detail: english(message), message }
}

/**
 * The target for a list of games, each of which tells whether it can be attached to that target.
 */
export async function attachTargetOf(
  store: Store,
  { match: id, tournament }: { match?: MatchId | undefined; tournament?: TournamentId | undefined },
): Promise<AttachTarget | null> {
  if (id === undefined && tournament === undefined) return null
  const match = id === undefined ? undefined : await readMatch(store, id)
  const scene = await sceneOfTournament(store.db, match?.tournament ?? tournament ?? 0)
  return { scene, ...(match ? { match } : {}) }
}

/** Attaches a game to a match or detaches it, as in the dialog of manual linking. */
export function attachGameRoutes(context: Context): void {
  const { web, store, sceneOf } = context
  const config = { access: 'runMatches', scene: sceneOf.game, isCommand: true } as const

  route(web, 'PATCH /api/game/game/:id/', config, (request, reply) =>
    idempotent({ store, request, reply }, () =>
      // A lock across tournaments, since a game counts only once and the logs of two tournaments
      // cannot see each other.
      withAdvisoryLock(store, async () => {
        const game = await readGame(store, request.params.id)
        const { tournamentMatch: target, force } = request.body
        const id = target ?? (await matchOf(store, game))
        if (id === null) return gameBody(game)
        const match = await readMatch(store, id)
        const scene = await sceneOfTournament(store.db, match.tournament)
        const command =
          target === null
            ? ({ type: 'DetachGame', game: game.gameId } as const)
            : { ...attachCommand(game, { scene, match }), force }
        if (scene !== game.sceneId) throw refused(attachRefusal(game, { scene, match }))
        await send(context, { request, reply, tournament: match.tournament }, command)
        return gameBody(await readGame(store, game.id))
      }),
    ),
  )
}

function attachCommand(
  game: GameRow,
  target: AttachTarget & { match: MatchRow },
): CommandOf<'AttachGame'> {
  const refusal = attachRefusal(game, target)
  const { winningTeam } = game
  if (refusal || (winningTeam !== 'blue' && winningTeam !== 'gold')) throw refused(refusal)
  return {
    type: 'AttachGame',
    match: target.match.id,
    game: game.gameId,
    cabinet: game.cabinet,
    winningTeam,
    winCondition: game.winCondition ?? '',
    mapName: game.mapName,
    seconds: game.seconds ?? 0,
  }
}

/**
 * The match a game counts for, or is proposed for, or counts for while it is under review
 * (R-CMD-4).
 */
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

function refused(refusal: Reason | null): Rejection {
  return new Rejection(409, refusal ?? reason('GAME_WITHOUT_RESULT'))
}

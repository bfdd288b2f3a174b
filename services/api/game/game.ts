import type { Message } from '#events/messages/message.ts'
import type { z } from 'zod'
import { gameStats } from '#events/game/index.ts'
import type { Stats } from '#events/game/index.ts'
import type { Context } from '../http/context.ts'
import { attachTargetOf, attachRefusal } from './attach-game.ts'
import type { AttachTarget } from './attach-game.ts'
import { playersOfGames, gameRows, readGame, gameBody } from '../../queries/index.ts'
import type { GameRow } from '../../queries/index.ts'
import { excludePractice } from '../../store/index.ts'
import { listRows } from '../http/list.ts'
import { RecentFilters } from '../schema/match/game.ts'
import { route, publicRead } from '../http/route.ts'

export function gameRoutes({ web, store }: Context): void {
  route(web, ['GET /api/game/game/', 'GET /api/game/game/recent/'], publicRead, async (request) => {
    const { matchId, tournamentId }: z.infer<typeof RecentFilters> = RecentFilters.parse(
      request.query,
    )
    const target = await attachTargetOf(store, { match: matchId, tournament: tournamentId })
    const { tournamentMatchId: match } = request.query
    const cabinet = request.query.cabinetId ?? request.query.cabinet
    const games = gameRows(store)
      .where(excludePractice('scene', 'kept.cabinet.scene', [match, cabinet]))
      .$if(match !== undefined, (q) => q.where('view.played.match', '=', match ?? 0))
      .$if(cabinet !== undefined, (q) => q.where('view.game.cabinet', '=', cabinet ?? 0))
      // Recent games are listed to be attached to a match, so only finished ones.
      .$if(request.routeOptions.url === '/api/game/game/recent/', (q) =>
        q.where('view.game.endTime', 'is not', null),
      )
    // Games of a match are in the order of play, all others the latest first.
    const order = match === undefined ? 'desc' : 'asc'
    return listRows(request, games.orderBy('view.game.id', order), (rows) =>
      rows.map((row) => ({
        ...gameBody(row),
        ...attachState(row, target),
      })),
    )
  })

  route(web, 'GET /api/game/game/:id/', publicRead, async (request) =>
    gameBody(await readGame(store, request.params.id)),
  )

  route(web, 'GET /api/game/game/:id/stats/', publicRead, async (request) => {
    const game = await readGame(store, request.params.id)
    const users = await playersOfGames(store, [game.id])
    const signedIn = users.map(({ position, person: id, name }) => [position, { id, name }])
    return gameStats(game.stats as Stats, game, Object.fromEntries(signedIn))
  })
}

function attachState(
  row: GameRow,
  target: AttachTarget | null,
): { available?: boolean; why?: string | null; whyMessage?: Message | null } {
  if (!target) return {}
  const refusal = attachRefusal(row, target)
  return {
    available: refusal === null,
    why: refusal?.detail ?? null,
    whyMessage: refusal?.message ?? null,
  }
}

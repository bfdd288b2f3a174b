import { sumStats } from '#events/game/index.ts'
import type { Stats } from '#events/game/index.ts'
import type { MatchId } from '#events/ids.ts'
import { onMatchGame, onPlayedGame } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { notFound } from '../web/index.ts'

/** Games with their cabinet, scene and match, including warm-ups (R-WU-2). */
export function gameRows({ db }: Store) {
  return db
    .selectFrom('view.game')
    .innerJoin('kept.cabinet', 'kept.cabinet.id', 'view.game.cabinet')
    .innerJoin('kept.scene', 'kept.scene.id', 'kept.cabinet.scene')
    .leftJoin('view.played', onMatchGame)
    .selectAll('view.game')
    .select([
      'view.played.match as tournamentMatch',
      'view.played.status as played',
      'kept.cabinet.name as cabinetName',
      'kept.cabinet.displayName as cabinetDisplayName',
      'kept.scene.id as sceneId',
      'kept.scene.name as sceneName',
      'kept.scene.displayName as sceneDisplayName',
    ])
}
export type GameRow = Awaited<ReturnType<ReturnType<typeof gameRows>['execute']>>[number]

export function gameBody(row: GameRow) {
  const { cabinet, cabinetName, cabinetDisplayName, played } = row
  const { sceneId, sceneName, sceneDisplayName, stats: _, ...game } = row
  const scene = { id: sceneId, name: sceneName, displayName: sceneDisplayName }
  return {
    ...game,
    isWarmup: played === 'warmup',
    cabinet: { id: cabinet, name: cabinetName, displayName: cabinetDisplayName, scene },
    scene,
  }
}

export async function readGame(store: Store, id: number): Promise<GameRow> {
  return gameRows(store).where('view.game.id', '=', id).executeTakeFirstOrThrow(notFound)
}

/** The statistics of all games that count for a match, by position. */
export async function matchTotals({ db }: Store, match: MatchId) {
  const rows = await db
    .selectFrom('view.played')
    .innerJoin('view.game', onPlayedGame)
    .select('view.game.stats')
    .where('view.played.match', '=', match)
    .where('view.played.status', '=', 'counted')
    .execute()
  return { games: rows.length, ...sumStats(rows.map(({ stats }) => stats as Stats)) }
}

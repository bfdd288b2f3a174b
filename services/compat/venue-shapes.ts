import { playersOfGames } from '../queries/index.ts'
import type { Store } from '../store/index.ts'
import { time } from './casing.ts'
import type { ShapeContext, Body } from './shapes.ts'

// Scenes, their cabinets, and the games played there.
export async function scenes(rows: Body<'SceneBody'>[], { store }: ShapeContext) {
  return pick(await scenesOf(store, ids(rows)), ids(rows))
}

export async function homeScenes(rows: Body<'HomeSceneBody'>[]) {
  return rows.map(({ id, name, displayName, backgroundColor, foregroundColor }) => ({
    id,
    name,
    display_name: displayName,
    background_color: backgroundColor,
    foreground_color: foregroundColor,
  }))
}

export async function cabinets(rows: Body<'CabinetBody'>[], { store }: ShapeContext) {
  return pick(await cabinetsOf(store, ids(rows)), ids(rows))
}

export async function games(rows: Body<'GameBody'>[], { store }: ShapeContext) {
  const cabinetIds = rows.map((row) => row.cabinet.id)
  const sceneIds = rows.map((row) => row.scene.id)
  const [byCabinet, byScene, played] = await Promise.all([
    cabinetsOf(store, cabinetIds),
    scenesOf(store, sceneIds),
    playersOfGames(store, ids(rows)),
  ])
  const users = Map.groupBy(played, (each) => each.game)
  return rows.map((row) => ({
    id: row.id,
    map_name: row.mapName,
    cabinet: byCabinet.get(row.cabinet.id),
    scene: byScene.get(row.scene.id),
    users: (users.get(row.id) ?? []).map(({ game, position, person }) => ({
      id: game * 16 + position,
      player_id: position,
      user: person,
      game,
      play_session: null,
    })),
    start_time: time(row.startTime),
    end_time: time(row.endTime),
    status: statuses[row.status] ?? 'processing',
    win_condition: row.winCondition,
    winning_team: row.winningTeam,
    player_count: row.playerCount,
    berries_used: row.berriesUsed,
    cabinet_version: row.cabinetVersion,
    match: null,
    qp_match: null,
    // In this API a warm-up belongs to no match.
    tournament_match: row.isWarmup ? null : row.tournamentMatch,
    whiteboard_match: null,
  }))
}
const statuses: Record<string, string> = { complete: 'complete', no_result: 'error' }

/** Scenes by id, with the number of games and the time of the last one. */
async function scenesOf({ db }: Store, ids: number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const [rows, played] = await Promise.all([
    db.selectFrom('kept.scene').selectAll().where('id', 'in', ids).execute(),
    countedGames(db)
      .innerJoin('kept.cabinet', 'kept.cabinet.id', 'view.game.cabinet')
      .select('kept.cabinet.scene as of')
      .where('kept.cabinet.scene', 'in', ids)
      .groupBy('kept.cabinet.scene')
      .execute(),
  ])
  const byScene = new Map(played.map((each) => [each.of, each]))
  const shapes = rows.map(({ id, name, displayName, description, backgroundColor }) => ({
    id,
    name,
    display_name: displayName,
    description,
    ...totals(byScene.get(id)),
    background_color: backgroundColor,
  }))
  return new Map(shapes.map((scene) => [scene.id, scene]))
}

async function cabinetsOf({ db }: Store, ids: number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const [rows, played] = await Promise.all([
    db
      .selectFrom('kept.cabinet')
      .leftJoin('view.cabinet', 'view.cabinet.id', 'kept.cabinet.id')
      .selectAll('kept.cabinet')
      .select('view.cabinet.clientStatus')
      .where('kept.cabinet.id', 'in', ids)
      .execute(),
    countedGames(db)
      .select('view.game.cabinet as of')
      .where('view.game.cabinet', 'in', ids)
      .groupBy('view.game.cabinet')
      .execute(),
  ])
  const byCabinet = new Map(played.map((each) => [each.of, each]))
  const shapes = rows.map((row) => ({
    id: row.id,
    name: row.name,
    display_name: row.displayName,
    scene: row.scene,
    address: '',
    description: row.description,
    time_zone: row.timeZone,
    allow_qr_signin: true,
    allow_nfc_signin: true,
    allow_tournament_player: true,
    ...totals(byCabinet.get(row.id)),
    client_status: row.clientStatus ?? 'offline',
    twitch_channel_name: null,
  }))
  return new Map(shapes.map((cabinet) => [cabinet.id, cabinet]))
}

function countedGames(db: Store['db']) {
  return db
    .selectFrom('view.game')
    .select(({ fn }) => [
      fn.countAll<string>().as('count'),
      fn.max('view.game.startTime').as('last'),
    ])
}

function totals(played: { count: string; last: string } | undefined) {
  return { total_games: Number(played?.count ?? 0), last_game_time: time(played?.last ?? null) }
}

function ids(rows: { id: number }[]): number[] {
  return rows.map((row) => row.id)
}

function pick<T>(byId: Map<number, T>, ids: number[]): T[] {
  return ids.flatMap((id) => byId.get(id) ?? [])
}

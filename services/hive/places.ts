import type { Store } from '../store/index.ts'
import { time } from './casing.ts'

/** Scenes by id, with how much was played there. */
export async function scenesOf({ db }: Store, ids: number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const [rows, played] = await Promise.all([
    db.selectFrom('kept.scene').selectAll().where('id', 'in', ids).execute(),
    games(db)
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

export async function cabinetsOf({ db }: Store, ids: number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const [rows, played] = await Promise.all([
    db
      .selectFrom('kept.cabinet')
      .leftJoin('view.cabinet', 'view.cabinet.id', 'kept.cabinet.id')
      .selectAll('kept.cabinet')
      .select('view.cabinet.clientStatus')
      .where('kept.cabinet.id', 'in', ids)
      .execute(),
    games(db)
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

function games(db: Store['db']) {
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

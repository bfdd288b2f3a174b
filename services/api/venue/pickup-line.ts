// The line at a cabinet, moved on by the games that have ended there. Whoever asks moves it.
import type { Colour } from '../../../events/game/map/field.ts'
import type { CabinetId } from '../../../events/ids.ts'
import { filled, settled } from '../../../events/rules/pickup.ts'
import type { Pickup } from '../../../events/rules/pickup.ts'
import { cabinetStates } from '../../queries/cabinet-matches.ts'
import type { Store } from '../../store/index.ts'
import type { Tx } from '../http/route.ts'

export type Line = {
  pickup: Pickup
  lastGame: number
  isPaused: boolean
  isPlaying: boolean
  names: Map<number, string>
}

/** Null: there is none. */
export async function lineAt({ db }: Pick<Store, 'db'>, cabinet: CabinetId): Promise<Line | null> {
  const seen = await readLine(db, cabinet)
  if (!seen || !isBehind(seen)) return seen?.line ?? null
  return db.transaction().execute((tx) => changeLine(tx, cabinet, (pickup) => pickup))
}

/** As it is now, changed by one at a time; free places are filled again. */
export async function changeLine(
  tx: Tx,
  cabinet: CabinetId,
  change: (pickup: Pickup, line: Line) => Pickup | Promise<Pickup>,
): Promise<Line | null> {
  const held = tx.selectFrom('kept.pickup').select('cabinet').where('cabinet', '=', cabinet)
  await held.forUpdate().execute()
  const seen = await readLine(tx, cabinet)
  if (!seen) return null
  const now = { ...seen.line, pickup: seen.settled, lastGame: seen.newest }
  const changed = await change(now.pickup, now)
  const isCalled = !now.isPlaying && !now.isPaused
  const next = { ...now, pickup: isCalled ? filled(changed) : changed }
  await keep(tx, cabinet, { before: seen.line.pickup, now: next })
  return next
}

type Seen = { line: Line; settled: Pickup; newest: number }

function isBehind({ line, settled: next, newest }: Seen): boolean {
  return newest !== line.lastGame || JSON.stringify(next) !== JSON.stringify(line.pickup)
}

async function readLine(db: Tx, cabinet: CabinetId): Promise<Seen | null> {
  const row = await db
    .selectFrom('kept.pickup')
    .selectAll()
    .where('cabinet', '=', cabinet)
    .executeTakeFirst()
  if (!row) return null
  const [entries, place, matches] = await Promise.all([
    db
      .selectFrom('kept.pickupEntry')
      .select(['id', 'name', 'size', 'games', 'side'])
      .where('cabinet', '=', cabinet)
      .orderBy('place')
      .orderBy('id')
      .execute(),
    db.selectFrom('view.cabinet').select('live').where('id', '=', cabinet).executeTakeFirst(),
    cabinetStates({ db }, [cabinet]),
  ])
  const { currentMatch = null, onDeck = null } = matches.get(cabinet) ?? {}
  const isPaused = currentMatch !== null || onDeck !== null
  const isPlaying = (place?.live.game ?? null) !== null
  const on = (side: (typeof entries)[number]['side']) =>
    entries
      .filter((entry) => entry.side === side)
      .map(({ id, size, games }) => ({ id, size, games }))
  const { rule, maxWins, winners, wins } = row
  const pickup = { rule, maxWins, winners, wins, blue: on('blue'), gold: on('gold') }
  const whole = { ...pickup, waiting: on(null) }
  const { lastGame } = row
  const names = new Map(entries.map(({ id, name }) => [id, name]))
  const line = { pickup: whole, lastGame, isPaused, isPlaying, names }
  if (isPaused) return { line, settled: whole, newest: lastGame }
  const games = await endedSince(db, cabinet, lastGame)
  const ended = games.flatMap((game) => (game.isPickup ? [game.winningTeam as Colour | null] : []))
  const newest = games.at(-1)?.id ?? lastGame
  return { line, settled: settled(whole, { ended, isPlaying }), newest }
}

/** Those that a tournament counted in any way are none of the line's. */
async function endedSince(db: Tx, cabinet: CabinetId, lastGame: number) {
  return db
    .selectFrom('view.game')
    .select(['view.game.id', 'view.game.winningTeam'])
    .select(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('view.played')
            .select('view.played.match')
            .whereRef('view.played.game', '=', 'view.game.gameId')
            .whereRef('view.played.cabinet', '=', 'view.game.cabinet'),
        ),
      ).as('isPickup'),
    )
    .where('view.game.cabinet', '=', cabinet)
    .where('view.game.id', '>', lastGame)
    .where('view.game.status', 'in', ['complete', 'no_result'])
    .orderBy('view.game.id')
    .execute()
}

/** The last that ended here: it moves no line that was opened after it. */
export async function lastEnded(db: Tx, cabinet: CabinetId): Promise<number> {
  const row = await db
    .selectFrom('view.game')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('cabinet', '=', cabinet)
    .where('status', 'in', ['complete', 'no_result'])
    .executeTakeFirst()
  return row?.id ?? 0
}

type Moved = { before: Pickup; now: Line }

async function keep(tx: Tx, cabinet: CabinetId, { before, now }: Moved): Promise<void> {
  const { blue: _, gold: __, waiting: ___, ...line } = now.pickup
  const set = { ...line, lastGame: now.lastGame }
  await tx.updateTable('kept.pickup').set(set).where('cabinet', '=', cabinet).execute()
  const [old, next] = [placesOf(before), placesOf(now.pickup)]
  const gone = [...old.keys()].filter((id) => !next.has(id))
  await tx
    .deleteFrom('kept.pickupEntry')
    .where('id', 'in', [0, ...gone])
    .execute()
  for (const [id, place] of next) {
    if (JSON.stringify(place) === JSON.stringify(old.get(id))) continue
    await tx.updateTable('kept.pickupEntry').set(place).where('id', '=', id).execute()
  }
}

function placesOf({ blue, gold, waiting }: Pickup) {
  const sides = [
    ['blue', blue],
    ['gold', gold],
    [null, waiting],
  ] as const
  return new Map(
    sides.flatMap(([side, entries]) =>
      entries.map(({ id, games }, place) => [id, { side, games, place }] as const),
    ),
  )
}

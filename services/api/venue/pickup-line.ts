// The line at a cabinet. Every read advances it by the games that have ended since the last read.
import type { Colour } from '#events/game/map/colour.ts'
import type { CabinetId } from '#events/ids.ts'
import { fillSides, afterGames } from '#events/rules/pickup.ts'
import type { Pickup } from '#events/rules/pickup.ts'
import { cabinetStates } from '../../queries/index.ts'
import type { Store } from '../../store/index.ts'
import type { Tx } from '../http/context.ts'

export type PickupSnapshot = {
  pickup: Pickup
  lastGame: number
  isPaused: boolean
  isPlaying: boolean
  names: Map<number, string>
}

/** The current line; null if the cabinet has none. */
export async function pickupAt(
  { db }: Pick<Store, 'db'>,
  cabinet: CabinetId,
): Promise<PickupSnapshot | null> {
  const snapshot = await readPickup(db, cabinet)
  if (!snapshot || !isBehind(snapshot)) return snapshot?.line ?? null
  return db.transaction().execute((tx) => changePickup(tx, cabinet, (pickup) => pickup))
}

/** Advances the line, applies a change under a lock, and fills free places. */
export async function changePickup(
  tx: Tx,
  cabinet: CabinetId,
  change: (pickup: Pickup, line: PickupSnapshot) => Pickup | Promise<Pickup>,
): Promise<PickupSnapshot | null> {
  const row = tx.selectFrom('kept.pickup').select('cabinet').where('cabinet', '=', cabinet)
  await row.forUpdate().execute()
  const snapshot = await readPickup(tx, cabinet)
  if (!snapshot) return null
  const now = { ...snapshot.line, pickup: snapshot.settled, lastGame: snapshot.newest }
  const changed = await change(now.pickup, now)
  const isCalled = !now.isPlaying && !now.isPaused
  const next = { ...now, pickup: isCalled ? fillSides(changed) : changed }
  await storePickup(tx, cabinet, { before: snapshot.line.pickup, now: next })
  return next
}

type ReadPickup = { line: PickupSnapshot; settled: Pickup; newest: number }

function isBehind({ line, settled: next, newest }: ReadPickup): boolean {
  return newest !== line.lastGame || JSON.stringify(next) !== JSON.stringify(line.pickup)
}

async function readPickup(db: Tx, cabinet: CabinetId): Promise<ReadPickup | null> {
  const row = await db
    .selectFrom('kept.pickup')
    .selectAll()
    .where('cabinet', '=', cabinet)
    .executeTakeFirst()
  if (!row) return null
  const [entries, cabinetRow, matches] = await Promise.all([
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
  const isPlaying = (cabinetRow?.live.game ?? null) !== null
  const on = (side: (typeof entries)[number]['side']) =>
    entries
      .filter((entry) => entry.side === side)
      .map(({ id, size, games }) => ({ id, size, games }))
  const { rule, maxWins, winners, wins } = row
  const pickup = { rule, maxWins, winners, wins, blue: on('blue'), gold: on('gold') }
  const fullPickup = { ...pickup, waiting: on(null) }
  const { lastGame } = row
  const names = new Map(entries.map(({ id, name }) => [id, name]))
  const line = { pickup: fullPickup, lastGame, isPaused, isPlaying, names }
  if (isPaused) return { line, settled: fullPickup, newest: lastGame }
  const games = await endedSince(db, cabinet, lastGame)
  const ended = games.flatMap((game) => (game.isPickup ? [game.winningTeam as Colour | null] : []))
  const newest = games.at(-1)?.id ?? lastGame
  return { line, settled: afterGames(fullPickup, { ended, isPlaying }), newest }
}

/** Games since the last one. `isPickup` is false for games of a tournament's match. */
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

/** The last game that ended on the cabinet. A line that is opened later ignores games up to it. */
export async function lastEndedGame(db: Tx, cabinet: CabinetId): Promise<number> {
  const row = await db
    .selectFrom('view.game')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('cabinet', '=', cabinet)
    .where('status', 'in', ['complete', 'no_result'])
    .executeTakeFirst()
  return row?.id ?? 0
}

type PickupChange = { before: Pickup; now: PickupSnapshot }

async function storePickup(
  tx: Tx,
  cabinet: CabinetId,
  { before, now }: PickupChange,
): Promise<void> {
  const { blue: _, gold: __, waiting: ___, ...line } = now.pickup
  const set = { ...line, lastGame: now.lastGame }
  await tx.updateTable('kept.pickup').set(set).where('cabinet', '=', cabinet).execute()
  const [old, next] = [placesOf(before), placesOf(now.pickup)]
  const removed = [...old.keys()].filter((id) => !next.has(id))
  await tx
    .deleteFrom('kept.pickupEntry')
    .where('id', 'in', [0, ...removed])
    .execute()
  for (const [id, position] of next) {
    if (JSON.stringify(position) === JSON.stringify(old.get(id))) continue
    await tx.updateTable('kept.pickupEntry').set(position).where('id', '=', id).execute()
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

// The line for casual games at a cabinet: joining by its code, and running it (R-PK-1 to R-PK-6).
import type { CabinetId } from '#events/ids.ts'
import { skipEntry, teamsToCome, withoutEntry } from '#events/rules/pickup.ts'
import type { Pickup, PickupEntry } from '#events/rules/pickup.ts'
import { nameKey } from '#events/text/clean-name.ts'
import {
  authenticate,
  enforceNetworkLimit,
  enforcePhoneLimit,
  hashOf,
  ownId,
  wrongFields,
  rejectionFor,
} from '../../web/index.ts'
import type { Context, Tx } from '../http/context.ts'
import { preparedRowsRoute, route, rowsRoute, publicRead } from '../http/route.ts'
import { cabinetByCode } from './cabinet-code.ts'
import { readCabinet } from './cabinet-rows.ts'
import { changePickup, lastEndedGame, pickupAt } from './pickup-line.ts'
import type { PickupSnapshot } from './pickup-line.ts'

const done = { success: true as const }
/** High, because a whole venue shares one address. */
const joinLimit = { most: 240, windowMs: 60_000 }
/** Somebody who plays all evening joins again after every game. */
const phoneLimit = { most: 20, windowMs: 60 * 60_000 }
const maxEntries = 60

export function pickupRoutes(context: Context): void {
  const { web, store } = context
  route(web, 'GET /api/game/cabinet/:id/pickup/', publicRead, async ({ params }) => {
    const { id, scene, displayName } = await readCabinet(store, params.id)
    const line = await pickupAt(store, id)
    return { cabinet: { id, scene, displayName }, line: line && pickupBody(line) }
  })
  officialRoutes(context)
  phoneRoutes(context)
}

function officialRoutes(context: Context): void {
  const config = { access: 'runPickup', scene: context.sceneOf.cabinet } as const

  rowsRoute(context, 'PUT /api/game/cabinet/:id/pickup/', config, async (tx, request) => {
    const { id: cabinet } = request.params
    const { isOpen, rule, maxWins } = request.body
    if (!isOpen) {
      await tx.deleteFrom('kept.pickup').where('cabinet', '=', cabinet).execute()
      return done
    }
    const lastGame = await lastEndedGame(tx, cabinet)
    await tx
      .insertInto('kept.pickup')
      .values({ cabinet, rule, maxWins, winners: null, wins: 0, lastGame })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await changePickup(tx, cabinet, (pickup) => ({ ...pickup, rule, maxWins }))
    return done
  })

  const move = (key: 'remove' | 'skip', change: (pickup: Pickup, entry: number) => Pickup) =>
    rowsRoute(context, `PUT /api/game/cabinet/:id/pickup/${key}/`, config, async (tx, request) => {
      const { entry } = request.body
      await expectPickup(tx, request.params.id, (pickup, { names }) => {
        if (!names.has(entry)) throw rejectionFor('NOT_IN_LINE')
        return change(pickup, entry)
      })
      return done
    })
  move('remove', withoutEntry)
  move('skip', skipEntry)
}

function phoneRoutes(context: Context): void {
  const { store } = context
  const config = { access: 'lineUp' } as const

  preparedRowsRoute(context, 'POST /api/stats/pickup/', config, {
    async prepare(request, reply) {
      const cabinet = await cabinetByCode(store, request, request.body.code)
      await enforceNetworkLimit(store, { of: `line of ${cabinet}`, ip: request.ip }, joinLimit)
      await enforcePhoneLimit(store, { of: 'line', request, reply }, phoneLimit)
      return { cabinet, person: ownId(await authenticate(store, request)) }
    },
    async work(tx, { body }, { cabinet, person }) {
      return { entry: await joinLine(tx, cabinet, { ...body, person }) }
    },
  })

  preparedRowsRoute(context, 'POST /api/stats/pickup/leave/', config, {
    prepare: (request) => cabinetByCode(store, request, request.body.code),
    async work(tx, { body: { key } }, cabinet) {
      await expectPickup(tx, cabinet, async (pickup) => {
        const entry = await ownEntry(tx, cabinet, hashOf(key))
        if (entry === null) throw rejectionFor('NOT_IN_LINE')
        return withoutEntry(pickup, entry)
      })
      return done
    },
  })
}

type NewEntry = { key: string; name: string; size: number; person: number | null }

/** Adds an entry at the end of the line, and returns its id. */
async function joinLine(
  tx: Tx,
  cabinet: CabinetId,
  { key, name, size, person }: NewEntry,
): Promise<number> {
  const keyHash = hashOf(key)
  let entry = 0
  await expectPickup(tx, cabinet, async (pickup, { names }) => {
    if ((await ownEntry(tx, cabinet, keyHash)) !== null) throw rejectionFor('IN_LINE')
    if (names.size >= maxEntries) throw rejectionFor('LINE_FULL')
    const isTaken = [...names.values()].some((one) => nameKey(one) === nameKey(name))
    if (isTaken)
      throw wrongFields({
        name: ['Somebody with this name is already in line. Add a letter to yours'],
      })
    const row = await tx
      .insertInto('kept.pickupEntry')
      .values({ cabinet, name, size, person, keyHash, side: null, place: names.size })
      .returning('id')
      .executeTakeFirstOrThrow()
    entry = row.id
    return { ...pickup, waiting: [...pickup.waiting, { id: entry, size, games: 0 }] }
  })
  return entry
}

async function expectPickup(...args: Parameters<typeof changePickup>): Promise<void> {
  if (!(await changePickup(...args))) throw rejectionFor('LINE_CLOSED')
}

async function ownEntry(tx: Tx, cabinet: CabinetId, keyHash: string): Promise<number | null> {
  const row = await tx
    .selectFrom('kept.pickupEntry')
    .select('id')
    .where('cabinet', '=', cabinet)
    .where('keyHash', '=', keyHash)
    .executeTakeFirst()
  return row?.id ?? null
}

function pickupBody({ pickup, isPaused, isPlaying, names }: PickupSnapshot) {
  const { rule, maxWins, blue, gold, waiting } = pickup
  const withNames = (entries: PickupEntry[]) =>
    entries.map(({ id, size }) => ({ id, size, name: names.get(id) ?? '' }))
  return {
    rule,
    maxWins,
    isPaused,
    isPlaying,
    blue: withNames(blue),
    gold: withNames(gold),
    next: teamsToCome(waiting).map(withNames),
  }
}

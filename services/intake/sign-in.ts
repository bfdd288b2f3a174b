// Card readers at cabinets. A device stores and repeats requests that are answered with 400 or
// more, so only retryable errors get such a status. Others are 200 with
// `success: false` (wire 6.5).
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import type { CabinetId, PersonId } from '#events/ids.ts'
import type { Log } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { enforceLimit, enforceNetworkLimit, hashOf } from '../web/index.ts'
import type { Web } from '../web/index.ts'

export type Options = {
  log: Log
  store: Store
  /** stores a fact; resolves when it is in the log */
  storeFact(cabinet: CabinetId, event: CabinetEvent): Promise<void>
}
type Device = { id: number; cabinet: CabinetId; sceneName: string; cabinetName: string }

const name = z.string().max(100).nullish()
/** Some readers send numbers as strings. */
const position = z.union([z.int().min(1).max(10), z.string().regex(/^([1-9]|10)$/)])
const id = z.union([z.int32().positive(), z.string().regex(/^[1-9]\d{0,8}$/)])
const Tap = z.object({
  action: z.enum(['sign_in', 'sign_out', 'nfc_register_tapped']),
  card: z
    .string()
    .regex(/^[0-9a-fA-F]{2,32}$/)
    .nullish(),
  player: position.nullish(),
  sceneName: name,
  cabinetName: name,
  deviceId: id.nullish(),
  token: z.string().max(200),
  user: id.nullish(),
})
type Tap = z.infer<typeof Tap>
const Answer = z.object({ success: z.boolean(), detail: z.string().optional() })
type Answer = z.infer<typeof Answer>

export const minute = 60_000
export const wrongTokens = { most: 30, windowMs: minute }
export const tapLimit = { most: 240, windowMs: minute }

export function signInRoutes(app: Web, options: Options): void {
  const { store } = options

  app.post(
    '/api/stats/signin/nfc/',
    {
      config: { access: 'signInAtCabinet', repeatsErrors: true },
      schema: {
        summary: 'Sign a player in or out by a card, or claim the card',
        body: Tap,
        response: { 200: Answer },
      },
    },
    async ({ body, ip }) => {
      const device = await deviceOf(store, body)
      if (!device) {
        await enforceNetworkLimit(store, { of: 'sign-in token', ip }, wrongTokens)
        return refused('This device is not known here.')
      }
      await enforceLimit(store, `sign-in device ${device.id}`, tapLimit)
      await touchDevice(store, device.id)
      return take(options, device, body)
    },
  )
}

function refused(detail: string): Answer {
  return { success: false, detail }
}

async function take({ store, storeFact }: Options, device: Device, tap: Tap): Promise<Answer> {
  const { action, card } = tap
  if (action === 'nfc_register_tapped') return register(store, device, tap)
  if (!tap.player) return refused('Choose a position')
  const position = Number(tap.player)
  if (action === 'sign_out') {
    await storeFact(device.cabinet, signInEvent('signOut', [position]))
    return { success: true }
  }
  const person = card ? await personOf(store, card) : null
  if (person === null) return refused('This card is not known here.')
  await signIn({ store, storeFact }, { cabinet: device.cabinet, position, person })
  return { success: true }
}

/** Signs a person in, and out of all other cabinets. */
export async function signIn(
  { store, storeFact }: Pick<Options, 'store' | 'storeFact'>,
  { cabinet, position, person }: { cabinet: CabinetId; position: number; person: PersonId },
): Promise<void> {
  for (const seat of await otherSeats(store, person, cabinet)) {
    await storeFact(seat.cabinet, signInEvent('signOut', [seat.position]))
  }
  await storeFact(cabinet, signInEvent('signIn', [position, person]))
}

/** Assigns the card to the person who requested it at this cabinet and still waits for it. */
async function register({ db }: Store, { cabinet }: Device, { card, user }: Tap): Promise<Answer> {
  if (!card) return refused('No card')
  const registration = await db
    .deleteFrom('kept.cardRegistration')
    .where('cabinet', '=', cabinet)
    .where('expiresAt', '>', new Date())
    .where('person', '=', Number(user ?? 0))
    .returning('person')
    .executeTakeFirst()
  if (!registration) return refused('Nobody is waiting to add a card here.')
  const { person } = registration
  const own = await db
    .insertInto('kept.card')
    .values({ hash: cardHash(card), person })
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet({ person }).where('kept.card.person', '=', person),
    )
    .returning('hash')
    .executeTakeFirst()
  // Otherwise the next person who taps here would lose their card to whoever waits for one.
  return own ? { success: true } : refused('This card belongs to somebody else.')
}

export function signInEvent(type: 'signIn' | 'signOut', values: number[]): CabinetEvent {
  const time = new Date().toISOString()
  return { gameID: null, eventID: randomUUID(), time, type, values: values.map(String) }
}

/** The device with this token; null if the tap names a different cabinet or device. */
async function deviceOf({ db }: Store, tap: Tap): Promise<Device | null> {
  const device = await db
    .selectFrom('kept.signInDevice')
    .innerJoin('kept.cabinet', 'kept.cabinet.id', 'kept.signInDevice.cabinet')
    .innerJoin('kept.scene', 'kept.scene.id', 'kept.cabinet.scene')
    .select(['kept.signInDevice.id', 'kept.signInDevice.cabinet'])
    .select(['kept.scene.name as sceneName', 'kept.cabinet.name as cabinetName'])
    .where('kept.signInDevice.tokenHash', '=', hashOf(tap.token))
    .executeTakeFirst()
  if (!device) return null
  const { sceneName, cabinetName, deviceId } = tap
  const isAt =
    (!sceneName || sceneName.toLowerCase() === device.sceneName) &&
    (!cabinetName || cabinetName.toLowerCase() === device.cabinetName) &&
    (!deviceId || Number(deviceId) === device.id)
  return isAt ? device : null
}

async function touchDevice({ db }: Store, id: number): Promise<void> {
  const set = { lastSeenAt: new Date() }
  await db.updateTable('kept.signInDevice').set(set).where('id', '=', id).execute()
}

async function personOf({ db }: Store, card: string): Promise<PersonId | null> {
  const row = await db
    .selectFrom('kept.card')
    .select('person')
    .where('hash', '=', cardHash(card))
    .executeTakeFirst()
  return row?.person ?? null
}

async function otherSeats({ db }: Store, person: PersonId, cabinet: CabinetId) {
  return db
    .selectFrom('view.signIn')
    .select(['cabinet', 'position'])
    .where('person', '=', person)
    .where('cabinet', '!=', cabinet)
    .execute()
}

export function cardHash(card: string): string {
  return hashOf(`card ${card.toLowerCase()}`)
}

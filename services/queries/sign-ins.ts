import { guestNameMs, signInTimeoutMs } from '#events/rules/time-limits.ts'
import { positions } from '#events/game/map/field.ts'
import type { Position } from '#events/game/map/field.ts'
import type { CabinetId, PersonId } from '#events/ids.ts'
import type { Store } from '../store/index.ts'

type Db = Pick<Store, 'db'>
export type SignInAction = 'sign_in' | 'sign_out'
type SignIn = {
  sceneName: string
  cabinetId: number
  cabinetName: string
  playerId: number
  positionName: string
  action: SignInAction
  userId: number
  userName: string
  deviceIds: string[]
}

/**
 * The names of persons and guests by id, without the persons who do not want to be displayed, as
 * set in their account or in any of their registrations.
 */
export async function publicNames(store: Db, ids: PersonId[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { db } = store
  const guests = await guestNames(store, ids)
  const rows = await db
    .selectFrom('kept.person')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('doNotDisplay', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('kept.player')
            .select('kept.player.id')
            .whereRef('kept.player.user', '=', 'kept.person.id')
            .where('kept.player.doNotDisplay', '=', true),
        ),
      ),
    )
    .execute()
  return new Map([...guests, ...rows.map(({ id, name }): [number, string] => [id, name])])
}

/** Guests have negative ids. */
async function guestNames({ db }: Db, ids: PersonId[]): Promise<[number, string][]> {
  const guests = ids.filter((id) => id < 0).map((id) => Math.abs(id))
  if (guests.length === 0) return []
  const rows = await db
    .selectFrom('kept.guest')
    .select(['id', 'name'])
    .where('id', 'in', guests)
    .where('createdAt', '>', new Date(Date.now() - guestNameMs))
    .execute()
  return rows.map(({ id, name }) => [-id, name])
}

type Seat = { cabinet: CabinetId; position: number; person: PersonId }

/** Sign-ins as the public sees them, without persons who do not want to be displayed. */
export async function describeSignIns(
  store: Db,
  seats: Seat[],
  action: SignInAction,
): Promise<SignIn[]> {
  if (seats.length === 0) return []
  const cabinets = seats.map((seat) => seat.cabinet)
  const [people, names, devices] = await Promise.all([
    publicNames(
      store,
      seats.map((seat) => seat.person),
    ),
    store.db
      .selectFrom('kept.cabinet')
      .innerJoin('kept.scene', 'kept.scene.id', 'kept.cabinet.scene')
      .select(['kept.cabinet.id', 'kept.cabinet.name', 'kept.scene.name as scene'])
      .where('kept.cabinet.id', 'in', cabinets)
      .execute(),
    deviceIds(store, cabinets),
  ])
  return seats.flatMap(({ cabinet, position, person }) => {
    const userName = people.get(person)
    const row = names.find(({ id }) => id === cabinet)
    if (userName === undefined || !row) return []
    return {
      sceneName: row.scene,
      cabinetId: cabinet,
      cabinetName: row.name,
      playerId: position,
      positionName: positions[position as Position],
      action,
      userId: person,
      userName,
      deviceIds: devices.get(cabinet) ?? [],
    }
  })
}

/** The ids of the sign-in devices at cabinets, as text. */
export async function deviceIds({ db }: Db, cabinets: CabinetId[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('kept.signInDevice')
    .select(['id', 'cabinet'])
    .where('cabinet', 'in', cabinets)
    .orderBy('id')
    .execute()
  const byCabinet = Map.groupBy(rows, (row) => row.cabinet)
  return new Map([...byCabinet].map(([cabinet, own]) => [cabinet, own.map(({ id }) => `${id}`)]))
}

/** The persons signed in at a cabinet now. */
export async function signedInAt(store: Db, cabinet: CabinetId, now: number): Promise<SignIn[]> {
  const seats = await store.db
    .selectFrom('view.signIn')
    .innerJoin('view.cabinet', 'view.cabinet.id', 'view.signIn.cabinet')
    .select(['view.signIn.cabinet', 'view.signIn.position', 'view.signIn.person'])
    .where('view.signIn.cabinet', '=', cabinet)
    .where('view.cabinet.heard', '>', new Date(now - signInTimeoutMs).toISOString())
    .orderBy('view.signIn.position')
    .execute()
  return describeSignIns(store, seats, 'sign_in')
}

/**
 * The players of these games with their positions, without those who do not want to be displayed.
 */
export async function playersOfGames(store: Db, games: number[]) {
  if (games.length === 0) return []
  const rows = await store.db
    .selectFrom('view.gameUser')
    .selectAll()
    .where('game', 'in', games)
    .orderBy('game')
    .orderBy('position')
    .execute()
  const people = await publicNames(
    store,
    rows.map((row) => row.person),
  )
  return rows.flatMap((row) => {
    const name = people.get(row.person)
    return name === undefined ? [] : { ...row, name }
  })
}

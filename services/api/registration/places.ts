import type { TournamentId } from '#events/ids.ts'
import { mailsFor } from '../../account/mail-words.ts'
import { Rejection } from '../../web/index.ts'
import type { Context, Tx } from '../http/context.ts'
import { lockTournament } from '../http/row-locks.ts'
import { zoneOf } from '../venue/local-date.ts'
import { closedReason, rulesOf } from './rules.ts'

const hourMs = 3_600_000
/** Several offers may end at once, so one pass looks at this many tournaments. */
const atOnce = 100

type Places = {
  total: number
  /** registered players, and places that are offered to somebody */
  taken: number
  waiting: number
}

/** How many places there are and how many are taken; null if their number is not limited. */
export async function placesIn(db: Tx, tournament: TournamentId): Promise<Places | null> {
  const limit = await limitOf(db, tournament)
  if (limit.places === null) return null
  const [players, { waiting, offered }] = await Promise.all([
    playersIn(db, tournament),
    waitingIn(db, tournament),
  ])
  return { total: limit.places, taken: players + offered, waiting: waiting - offered }
}

async function limitOf(db: Tx, tournament: TournamentId) {
  const row = await db
    .selectFrom('kept.tournament')
    .select(['places', 'offerHours'])
    .where('id', '=', tournament)
    .executeTakeFirst()
  return { places: row?.places ?? null, offerHours: row?.offerHours ?? 24 }
}

async function playersIn(db: Tx, tournament: TournamentId): Promise<number> {
  const { count } = await db
    .selectFrom('kept.player')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('tournament', '=', tournament)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function waitingIn(db: Tx, tournament: TournamentId) {
  const rows = await db
    .selectFrom('kept.waiting')
    .select('offeredUntil')
    .where('tournament', '=', tournament)
    .execute()
  const offered = rows.filter(({ offeredUntil }) => offeredUntil !== null)
  return { waiting: rows.length, offered: offered.length }
}

/**
 * Ends offers whose time is up, and offers free places to those who have waited longest. The lock
 * makes two people who want the last place wait for each other.
 */
export async function settlePlaces(tx: Tx, tournament: TournamentId): Promise<void> {
  const rules = await rulesOf(tx, tournament)
  await lockTournament(tx, tournament)
  const now = new Date()
  await tx
    .deleteFrom('kept.waiting')
    .where('tournament', '=', tournament)
    .where('offeredUntil', '<=', now)
    .execute()
  if (closedReason(rules) !== null) return
  const { places, offerHours } = await limitOf(tx, tournament)
  const { offered } = await waitingIn(tx, tournament)
  const free = (places ?? Infinity) - (await playersIn(tx, tournament)) - offered
  if (free <= 0) return
  const first = tx
    .selectFrom('kept.waiting')
    .select('id')
    .where('tournament', '=', tournament)
    .where('offeredUntil', 'is', null)
    .orderBy('id')
  const ids = await (free === Infinity ? first : first.limit(free)).execute()
  if (ids.length === 0) return
  await tx
    .updateTable('kept.waiting')
    .set({ offeredUntil: new Date(now.getTime() + offerHours * hourMs) })
    .where(
      'id',
      'in',
      ids.map(({ id }) => id),
    )
    .execute()
}

/**
 * Refuses a registration if there is neither a free place nor one that is offered to the person.
 * The offer stays until they are registered, in case that is refused.
 */
export async function expectPlace(
  tx: Tx,
  { tournament, user }: { tournament: TournamentId; user: number },
): Promise<void> {
  await settlePlaces(tx, tournament)
  const offer = await tx
    .selectFrom('kept.waiting')
    .select('id')
    .where('tournament', '=', tournament)
    .where('user', '=', user)
    .where('offeredUntil', 'is not', null)
    .executeTakeFirst()
  if (offer) return
  const places = await placesIn(tx, tournament)
  if (places === null || places.taken < places.total) return
  const taken =
    places.total === 1 ? 'The only place is taken.' : `All ${places.total} places are taken.`
  const detail = `${taken} You can join the waiting list.`
  throw new Rejection(409, { detail, code: 'REGISTRATION_FULL' })
}

export async function leaveWaitingList(
  db: Tx,
  { tournament, user }: { tournament: TournamentId; user: number },
): Promise<void> {
  await db
    .deleteFrom('kept.waiting')
    .where('tournament', '=', tournament)
    .where('user', '=', user)
    .execute()
}

/** The place of a person on the waiting list, from 1, or their offer; null if they do not wait. */
export async function waitingPlaceOf(db: Tx, tournament: TournamentId, user: number) {
  const rows = await db
    .selectFrom('kept.waiting')
    .select(['user', 'offeredUntil'])
    .where('tournament', '=', tournament)
    .orderBy('id')
    .execute()
  const own = rows.find((row) => row.user === user)
  if (!own) return null
  const before = rows.filter(({ offeredUntil }) => offeredUntil === null)
  const offeredUntil = own.offeredUntil?.toISOString() ?? null
  return { place: offeredUntil === null ? before.indexOf(own) + 1 : null, offeredUntil }
}

type Offering = Pick<Context, 'store' | 'accounts'>

/** Offers what became free, and tells those people. Called after anything that frees a place. */
export async function offerFreePlaces(
  { store, accounts }: Offering,
  tournament: TournamentId,
): Promise<void> {
  await store.db.transaction().execute((tx) => settlePlaces(tx, tournament))
  await tellOffered({ store, accounts })
}

/** Once a minute: offers that ended, and people who were not told because a server stopped. */
export async function settleWaitingLists(context: Context): Promise<void> {
  const due = await context.store.db
    .selectFrom('kept.waiting')
    .innerJoin('view.tournament', 'view.tournament.id', 'kept.waiting.tournament')
    .select('kept.waiting.tournament')
    .distinct()
    .limit(atOnce)
    .execute()
  for (const { tournament } of due) await context.offerPlaces(tournament)
}

async function tellOffered({ store, accounts }: Offering): Promise<void> {
  const told = await store.db
    .updateTable('kept.waiting')
    .set({ toldAt: new Date() })
    .where('offeredUntil', 'is not', null)
    .where('toldAt', 'is', null)
    .returning(['tournament', 'user', 'language', 'offeredUntil'])
    .execute()
  for (const { tournament, user, language, offeredUntil } of told) {
    const [person, page] = await Promise.all([accounts.of(user), pageOf(store.db, tournament)])
    if (!person?.email || !page || !offeredUntil) continue
    const link = accounts.home(`/t/${page.scene}/${page.slug}/register`)
    const until = inZone(await zoneOf(store.db, page.sceneId), offeredUntil)
    const mails = mailsFor({ headers: { 'accept-language': language } })
    accounts.send({ to: person.email, ...mails.placeFree(page.name, until, link) })
  }
}

/** `2026-03-01 20:00 America/Chicago` */
function inZone(timeZone: string, at: Date): string {
  const styles = { dateStyle: 'short', timeStyle: 'short' } as const
  return [new Intl.DateTimeFormat('sv-SE', { timeZone, ...styles }).format(at), timeZone].join(' ')
}

async function pageOf(db: Tx, tournament: TournamentId) {
  const row = await db
    .selectFrom('view.tournament')
    .innerJoin('kept.scene', 'kept.scene.id', 'view.tournament.scene')
    .select(['view.tournament.name', 'view.tournament.slug', 'kept.scene.name as scene'])
    .select(['kept.scene.id as sceneId'])
    .where('view.tournament.id', '=', tournament)
    .executeTakeFirst()
  return row ?? null
}

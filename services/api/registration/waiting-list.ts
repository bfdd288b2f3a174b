import { languageOf } from '#events/text/languages.ts'
import type { TournamentId } from '#events/ids.ts'
import { Rejection, told } from '../../web/index.ts'
import type { Context, Tx } from '../http/context.ts'
import { enforceRateLimit } from '../http/rate-limit.ts'
import { route } from '../http/route.ts'
import { leaveWaitingList, placesIn, settlePlaces, waitingPlaceOf } from './places.ts'
import { personOf } from './player.ts'
import { closedReason, rulesOf } from './rules.ts'
import { registrationOf } from '../player/player-rows.ts'

/** The waiting list of a full registration: players join and leave it, organisers read it. */
export function waitingListRoutes(context: Context): void {
  const { web, store, sceneOf } = context
  const config = { access: 'register', scene: sceneOf.tournament, isIdempotent: false } as const

  route(
    web,
    'PUT /api/tournament/tournament/:id/registration/waiting/',
    config,
    async (request) => {
      const { id: tournament } = request.params
      const user = personOf(request)
      request.tournament = tournament
      await enforceRateLimit(context, request, 'registration')
      const language = languageOf(request.headers['accept-language'])
      return store.db
        .transaction()
        .execute((tx) => joinWaitingList(tx, { tournament, user, language }))
    },
  )

  route(
    web,
    'DELETE /api/tournament/tournament/:id/registration/waiting/',
    config,
    async (request) => {
      const { id: tournament } = request.params
      await leaveWaitingList(store.db, { tournament, user: personOf(request) })
      await context.offerPlaces(tournament)
      return null
    },
  )

  const reading = { access: 'exportPlayers', scene: sceneOf.tournament } as const
  route(web, 'GET /api/tournament/tournament/:id/waiting/', reading, async (request) => ({
    waiting: await waitingPeople(store.db, request.params.id),
  }))
}

type Joining = { tournament: TournamentId; user: number; language: string }

/** Somebody who waits already keeps their place. */
async function joinWaitingList(tx: Tx, { tournament, user, language }: Joining) {
  const closed = closedReason(await rulesOf(tx, tournament))
  if (closed !== null) throw new Rejection(409, { ...told(closed), code: 'REGISTRATION_CLOSED' })
  await settlePlaces(tx, tournament)
  const places = await placesIn(tx, tournament)
  const waits = await waitingPlaceOf(tx, tournament, user)
  if (!waits) {
    if ((await registrationOf(tx, tournament, user)) !== null) {
      throw new Rejection(409, { code: 'ALREADY_REGISTERED' })
    }
    if (!places || places.taken < places.total) throw new Rejection(409, { code: 'PLACES_FREE' })
    await tx.insertInto('kept.waiting').values({ tournament, user, language }).execute()
  }
  return (await waitingPlaceOf(tx, tournament, user))!
}

/** In the order of the list; for organisers. */
export async function waitingPeople(db: Tx, tournament: TournamentId) {
  const rows = await db
    .selectFrom('kept.waiting')
    .innerJoin('kept.person', 'kept.person.id', 'kept.waiting.user')
    .select(['kept.person.id as user', 'kept.person.name', 'kept.person.email'])
    .select(['kept.waiting.joinedAt', 'kept.waiting.offeredUntil'])
    .where('kept.waiting.tournament', '=', tournament)
    .orderBy('kept.waiting.id')
    .execute()
  return rows.map(({ joinedAt, offeredUntil, ...row }) => ({
    ...row,
    joinedAt: joinedAt.toISOString(),
    offeredUntil: offeredUntil?.toISOString() ?? null,
  }))
}

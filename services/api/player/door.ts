// People sign up for a mixer by the code at the door and a name (R-PE-7).
import type { FastifyRequest } from 'fastify'
import type { TournamentId } from '#events/ids.ts'
import { nameKey } from '#events/text/clean-name.ts'
import type { Store } from '../../store/index.ts'
import {
  authenticate,
  enforceNetworkLimit,
  enforcePhoneLimit,
  newSecret,
  notFound,
  ownId,
  wrongFields,
  rejectionFor,
} from '../../web/index.ts'
import type { Context, Tx } from '../http/context.ts'
import { preparedRowsRoute, route, rowsRoute } from '../http/route.ts'
import { lockTournament } from '../http/row-locks.ts'
import { sceneOfTournament } from '../http/scope.ts'
import { wrongCodes } from '../venue/cabinet-code.ts'
import { registrationOf } from './player-rows.ts'

/** High, because a whole venue shares one address. */
const signUpLimit = { most: 240, windowMs: 60_000 }
/** One tablet at the door may sign up a whole mixer. */
const phoneLimit = { most: 40, windowMs: 60 * 60_000 }
/** Of those who signed up at the door; the organisers' own list does not count. */
const maxPeople = 300
const minute = 60_000
/** Long, as nobody types the code: it is in the QR code at the door. */
const codeLength = 16

export function doorRoutes(context: Context): void {
  const { web, store, sceneOf } = context
  const config = { access: 'editPlayers', scene: sceneOf.tournament } as const

  route(web, 'GET /api/tournament/tournament/:id/door/', config, async ({ params: { id } }) => {
    return { code: await codeOf(store.db, id), people: await freeAgents(store.db, id) }
  })

  rowsRoute(context, 'PUT /api/tournament/tournament/:id/door/', config, async (tx, request) => {
    const { id: tournament } = request.params
    if (!request.body.isOpen) {
      await tx.deleteFrom('kept.door').where('tournament', '=', tournament).execute()
      return { code: null }
    }
    await tx
      .insertInto('kept.door')
      .values({ tournament, code: newSecret().slice(0, codeLength) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { code: await codeOf(tx, tournament) }
  })
  const path = 'POST /api/tournament/tournament/:id/door/remove-recent/'
  rowsRoute(context, path, config, async (tx, { params: { id }, body: { minutes } }) => {
    const since = new Date(Date.now() - minutes * minute)
    return { removed: await removeRecent(tx, id, since) }
  })
  phoneRoutes(context)
}

/** Those who came in at the door since then, without an account, and are in no team yet. */
async function removeRecent(tx: Tx, tournament: TournamentId, since: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('kept.player')
    .where('tournament', '=', tournament)
    .where('user', 'is', null)
    .where('checkInTime', '>=', since)
    .where('id', 'in', (eb) => eb.selectFrom('kept.doorPlayer').select('player'))
    .where('id', 'not in', (eb) => eb.selectFrom('view.member').select('player'))
    // Whoever has paid must get their money back first.
    .where('id', 'not in', (eb) => eb.selectFrom('kept.ledger').select('player'))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function phoneRoutes(context: Context): void {
  const { web, store } = context
  const config = { access: 'joinAtDoor' } as const

  route(web, 'GET /api/tournament/door/:code/', config, async (request) => {
    const tournament = await tournamentByCode(store, request, request.params.code)
    const { isActive, ...shown } = tournament
    if (!isActive) throw rejectionFor('TOURNAMENT_OVER')
    return { tournament: shown, here: (await freeAgents(store.db, tournament.id)).length }
  })

  preparedRowsRoute(context, 'POST /api/tournament/door/', config, {
    async prepare(request, reply) {
      const found = await tournamentByCode(store, request, request.body.code)
      if (!found.isActive) throw rejectionFor('TOURNAMENT_OVER')
      const tournament = found.id
      await enforceNetworkLimit(store, { of: `door of ${tournament}`, ip: request.ip }, signUpLimit)
      await enforcePhoneLimit(store, { of: 'door', request, reply }, phoneLimit)
      const user = ownId(await authenticate(store, request))
      const [id = 0] = await store.nextIds('player', 1)
      return { id, tournament, user }
    },
    async work(tx, { body: { name, level, isQueen } }, { id, tournament, user }) {
      await lockTournament(tx, tournament)
      const existing = user === null ? null : await registrationOf(tx, tournament, user)
      const player = existing ?? (await newPlayer(tx, { id, tournament, name, user }))
      const skill = { level, isQueen }
      await tx
        .insertInto('kept.doorPlayer')
        .values({ player, ...skill })
        .onConflict((conflict) => conflict.column('player').doUpdateSet(skill))
        .execute()
      return { player }
    },
  })
}

type NewPlayer = { id: number; tournament: TournamentId; name: string; user: number | null }

/** The new player is checked in already, since the code is at the venue. */
async function newPlayer(tx: Tx, player: NewPlayer): Promise<number> {
  const { id, tournament, name } = player
  const all = tx.selectFrom('kept.player').where('tournament', '=', tournament)
  const others = await all
    .leftJoin('kept.doorPlayer', 'kept.doorPlayer.player', 'kept.player.id')
    .select(['name', 'kept.doorPlayer.player as atDoor'])
    .execute()
  const atDoor = others.filter((other) => other.atDoor !== null)
  if (atDoor.length >= maxPeople) throw rejectionFor('DOOR_FULL')
  if (others.some((other) => nameKey(other.name) === nameKey(name)))
    throw wrongFields({ name: ['Somebody with this name is already here. Add a letter to yours'] })
  const scene = (await sceneOfTournament(tx, tournament)) ?? 0
  await tx
    .insertInto('kept.player')
    .values({ ...player, scene, image: null, email: null, checkInTime: new Date() })
    .execute()
  return id
}

async function tournamentByCode(store: Store, { ip }: FastifyRequest, code: string) {
  const row = await store.db
    .selectFrom('kept.door')
    .innerJoin('view.tournament', 'view.tournament.id', 'kept.door.tournament')
    .select(['view.tournament.id', 'view.tournament.name', 'view.tournament.isActive'])
    .where('kept.door.code', '=', code)
    .executeTakeFirst()
  if (row) return row
  await enforceNetworkLimit(store, { of: 'wrong door code', ip }, wrongCodes)
  throw notFound()
}

async function codeOf(db: Tx, tournament: TournamentId): Promise<string | null> {
  const row = await db
    .selectFrom('kept.door')
    .select('code')
    .where('tournament', '=', tournament)
    .executeTakeFirst()
  return row?.code ?? null
}

async function freeAgents(db: Tx, tournament: TournamentId) {
  const rows = await db
    .selectFrom('kept.player')
    .leftJoin('view.member', 'view.member.player', 'kept.player.id')
    .leftJoin('kept.doorPlayer', 'kept.doorPlayer.player', 'kept.player.id')
    .select(['kept.player.id as player', 'kept.player.name', 'level', 'isQueen'])
    .where('kept.player.tournament', '=', tournament)
    .where('view.member.team', 'is', null)
    .orderBy('kept.player.id')
    .execute()
  return rows.map(({ isQueen, ...row }) => ({ ...row, isQueen: isQueen ?? false }))
}

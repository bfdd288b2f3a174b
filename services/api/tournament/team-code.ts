// Requests from a team's phone or by the code on a cabinet. They need no account, but a code that
// is only visible on site.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { teamsOf } from '#events/bracket/bracket.ts'
import type { CabinetId, PersonId, TeamId, TournamentId } from '#events/ids.ts'
import type { By } from '#events/schema/commit.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { Encryption, Store } from '../../store/index.ts'
import {
  authenticate,
  enforceLimit,
  enforceNetworkLimit,
  notAuthorized,
  notFound,
  ownId,
  rejectionFor,
} from '../../web/index.ts'
import { send } from '../http/command/send.ts'
import type { Context, Tx } from '../http/context.ts'
import { idempotent } from '../http/idempotency.ts'
import { route } from '../http/route.ts'
import { cabinetByCode, wrongCodes } from '../venue/cabinet-code.ts'

const minute = 60_000
const reportLimit = { most: 20, windowMs: 10 * minute }
const callLimit = { most: 5, windowMs: 10 * minute }
const config = { access: 'tellOfficials' } as const
const command = { ...config, isCommand: true }
const done = { success: true as const }

/** Null if the server has no secret to make a code from. */
export async function teamCode(
  encryption: Encryption | null,
  db: Tx,
  team: TeamId,
): Promise<string | null> {
  const row = await db
    .selectFrom('kept.team')
    .select('codeNumber')
    .where('id', '=', team)
    .executeTakeFirst()
  return encryption && codeWith(encryption, team, row?.codeNumber ?? 0)
}

/** A new code, which makes the old one invalid at once: a code may have been photographed. */
export async function renewTeamCode(
  encryption: Encryption | null,
  tx: Tx,
  team: TeamId,
): Promise<string | null> {
  const row = await tx
    .insertInto('kept.team')
    .values({ id: team, image: null, codeNumber: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        codeNumber: eb('kept.team.codeNumber', '+', 1),
      })),
    )
    .returning('codeNumber')
    .executeTakeFirstOrThrow()
  return encryption && codeWith(encryption, team, row.codeNumber)
}

function codeWith(encryption: Encryption, team: TeamId, number: number): string {
  return encryption.codeOf(number === 0 ? `team ${team}` : `team ${team} ${number}`)
}

export function teamPhoneRoutes(context: Context): void {
  const { web, store, desk } = context

  route(web, 'PUT /api/tournament/team/:id/report/', command, (request, reply) =>
    idempotent({ store, request, reply }, async () => {
      const { id: team } = request.params
      const { code, missing } = request.body
      const origin = await expectTeam(context, request, { team, code })
      await enforceLimit(store, `attendance of ${team}`, reportLimit)
      const command = { type: 'ReportAttendance', team, missing } as const
      await send(context, { request, reply, ...origin }, command)
      return done
    }),
  )

  route(web, 'PUT /api/tournament/team/:id/call-official/', command, (request, reply) =>
    idempotent({ store, request, reply }, async () => {
      const { id: team } = request.params
      const origin = await expectTeam(context, request, { team, code: request.body.code })
      await enforceLimit(store, `call of team ${team}`, callLimit)
      const cabinet = cabinetOf(await desk.state(origin.tournament), team)
      await send(context, { request, reply, ...origin }, { type: 'CallOfficial', cabinet, team })
      return done
    }),
  )

  route(web, 'PUT /api/tournament/call-official/', command, (request, reply) =>
    idempotent({ store, request, reply }, async () => {
      const cabinet = await cabinetByCode(store, request, request.body.code)
      const tournament = await tournamentAt(store, cabinet)
      if (tournament === null) throw rejectionFor('NOTHING_PLAYED_HERE')
      await enforceLimit(store, `call of cabinet ${cabinet}`, callLimit)
      const target = { request, reply, tournament, by: codeHolder }
      await send(context, target, { type: 'CallOfficial', cabinet, team: null })
      return done
    }),
  )

  route(web, 'GET /api/tournament/call-official/:code/', config, async (request) => {
    const cabinet = await cabinetByCode(store, request, request.params.code)
    const tournament = await tournamentAt(store, cabinet)
    const rows = store.db
      .selectFrom('view.officialCall')
      .select(['at', 'takenAt', 'takenOn'])
      .where('cabinet', '=', cabinet)
      .where('tournament', '=', tournament ?? 0)
    const calls = await rows.orderBy('num').execute()
    const own = ownId(await authenticate(store, request))
    const team = own === null ? null : await teamOf(store, tournament ?? 0, own)
    return { isPlayed: tournament !== null, calls, team }
  })
}

const codeHolder: By = { kind: 'service', name: 'code' }

async function teamOf({ db }: Store, tournament: TournamentId, person: PersonId) {
  const row = await db
    .selectFrom('kept.player')
    .innerJoin('view.member', 'view.member.player', 'kept.player.id')
    .innerJoin('view.team', 'view.team.id', 'view.member.team')
    .leftJoin('view.attendance', 'view.attendance.team', 'view.team.id')
    .select(['view.team.id', 'view.team.name', 'view.attendance.missing'])
    .where('kept.player.user', '=', person)
    .where('view.team.tournament', '=', tournament)
    .executeTakeFirst()
  return row ?? null
}

/** Requires the team's code, or a signed-in player of the team. */
async function expectTeam(
  { store, encryption }: Context,
  request: FastifyRequest,
  { team, code }: { team: TeamId; code?: string | undefined },
): Promise<{ tournament: TournamentId; by: By }> {
  const { db } = store
  const { tournament, isActive } = await db
    .selectFrom('view.team')
    .innerJoin('view.tournament', 'view.tournament.id', 'view.team.tournament')
    .select(['view.team.tournament', 'view.tournament.isActive'])
    .where('view.team.id', '=', team)
    .executeTakeFirstOrThrow(notFound)
  const origin = await senderOf({ store, encryption }, request, { team, code })
  if (!isActive) throw rejectionFor('TOURNAMENT_OVER')
  return { tournament, by: origin }
}

async function senderOf(
  { store, encryption }: Pick<Context, 'store' | 'encryption'>,
  request: FastifyRequest,
  { team, code }: { team: TeamId; code?: string | undefined },
): Promise<By> {
  const { db } = store
  const own = code === undefined ? null : await teamCode(encryption, db, team)
  if (code !== undefined && own !== null && isSame(code, own)) return codeHolder
  const person = await authenticate(store, request)
  const id = ownId(person)
  const isMember =
    id !== null &&
    (await db
      .selectFrom('view.member')
      .innerJoin('kept.player', 'kept.player.id', 'view.member.player')
      .select('kept.player.id')
      .where('view.member.team', '=', team)
      .where('kept.player.user', '=', id)
      .executeTakeFirst())
  if (isMember && id !== null) return { kind: 'person', id }
  await enforceNetworkLimit(store, { of: 'wrong code', ip: request.ip }, wrongCodes)
  throw notAuthorized()
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The tournament that is played on the cabinet, else the latest active one it is assigned to. */
async function tournamentAt({ pool }: Store, cabinet: CabinetId): Promise<TournamentId | null> {
  const { rows } = await pool.query<{ id: TournamentId }>(
    `select t.id from view.tournament t
     left join view.match m on m.tournament = t.id and m.active_cabinet = $1
     where t.is_active and t.assigned_cabinets @> to_jsonb($1::int)
     order by (m.id is null), t.date desc, t.id desc limit 1`,
    [cabinet],
  )
  return rows[0]?.id ?? null
}

/** The cabinet on which the team is playing now, which is where the official has to go. */
function cabinetOf(t: Tournament, team: TeamId): CabinetId | null {
  const playing = Object.values(t.matches).find(
    (match) => match.cabinet !== null && teamsOf(t, match).includes(team),
  )
  return playing?.cabinet ?? null
}

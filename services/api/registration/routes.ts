import { english } from '#events/messages/english.ts'
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../http/context.ts'
import { enforceRateLimit } from '../http/rate-limit.ts'
import { readPlayer, registrationOf } from '../player/player-rows.ts'
import { changeRegistration } from './change.ts'
import { checkIn } from './check-in.ts'
import { personOf } from './player.ts'
import { register } from './register.ts'
import { withdraw } from './withdraw.ts'
import { placesIn, waitingPlaceOf } from './places.ts'
import { closedReason, mayCheckIn, rulesOf } from './rules.ts'
import type { ById } from '../schema/http/common.ts'
import { route, write } from '../http/route.ts'

/**
 * A player's own registration, which they may make, change and withdraw until registration closes.
 */
export function registrationRoutes(context: Context): void {
  const config = { access: 'register', scene: context.sceneOf.tournament } as const
  readRoute(context, config)
  writeRoutes(context, config)
}

function readRoute({ web, store }: Context, config: FastifyContextConfig): void {
  route(web, 'GET /api/tournament/tournament/:id/registration/', config, async (request) => {
    const { id: tournament } = request.params
    const { db } = store
    const rules = await rulesOf(db, tournament)
    const id = await registrationOf(db, tournament, personOf(request))
    const player = id === null ? null : await readPlayer(store, request.person, id)
    const canCheckIn = player !== null && mayCheckIn(rules)
    const places = await placesIn(db, tournament)
    const waiting = await waitingPlaceOf(db, tournament, personOf(request))
    const closed = closedReason(rules)
    const own = { closed: closed && english(closed), closedMessage: closed, canCheckIn, player }
    return { ...own, ...(places && { places }), ...(waiting && { waiting }) }
  })
}

function writeRoutes(context: Context, config: FastifyContextConfig): void {
  const { web } = context
  const command = { ...config, isCommand: true }
  const formConfig = { ...command, takesPicture: true }

  route(
    web,
    'POST /api/tournament/tournament/:id/registration/',
    formConfig,
    async (request, reply) => {
      await authorize(context, request)
      return write(context, { request, reply }, (target) => register(context, target, request.body))
    },
  )

  route(
    web,
    'PATCH /api/tournament/tournament/:id/registration/',
    formConfig,
    async (request, reply) => {
      await authorize(context, request)
      return write(context, { request, reply }, (target) =>
        changeRegistration(context, target, request.body),
      )
    },
  )

  route(
    web,
    'DELETE /api/tournament/tournament/:id/registration/',
    command,
    async (request, reply) => {
      await authorize(context, request)
      return write(context, { request, reply }, async (target) => {
        await withdraw(context, target)
        return null
      })
    },
  )

  // Stores no answer: check-in is idempotent by itself.
  route(
    web,
    'PUT /api/tournament/tournament/:id/registration/check-in/',
    { ...config, isIdempotent: false },
    async (request) => {
      await authorize(context, request)
      return checkIn(context, request, request.params.id)
    },
  )
}

type RegistrationRequest = FastifyRequest<{ Params: z.infer<typeof ById> }>

/** Any signed-in person may try; the rules of the tournament are checked later. */
async function authorize(context: Context, request: RegistrationRequest): Promise<void> {
  personOf(request)
  request.tournament = request.params.id
  await enforceRateLimit(context, request, 'registration')
}

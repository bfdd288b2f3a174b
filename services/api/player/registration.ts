import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../http/context.ts'
import { ById } from '../http/ids.ts'
import { enforceRateLimit } from '../http/rate-limit.ts'
import { PlayerBody, readPlayer } from './player-rows.ts'
import {
  changeRegistration,
  checkIn,
  personOf,
  register,
  registrationOf,
  withdraw,
} from './registration-changes.ts'
import { closedWhy, mayCheckIn, rulesOf } from './registration-rules.ts'
import { Form, NewForm } from './registration-form.ts'
import { Gone } from '../http/bodies.ts'
import { remove, write } from '../http/command/write.ts'

const url = '/api/tournament/tournament/:id/registration/'
const config = { access: 'register' } as const
const form = { ...config, takesPicture: true } as const
const Mine = z.object({
  /** null: registration is open; else why not, in words */
  closed: z.string().nullable(),
  canCheckIn: z.boolean(),
  /** null: not registered */
  player: PlayerBody.nullable(),
})

/** A player's own place in a tournament: theirs to make, change and give up until it closes. */
export function registrationRoutes(context: Context): void {
  readRoute(context)
  writeRoutes(context)
}

function readRoute({ web, store }: Context): void {
  web.get(url, { config, schema: { params: ById, response: { 200: Mine } } }, async (request) => {
    const { id: tournament } = request.params
    const { db } = store
    const rules = await rulesOf(db, tournament)
    const id = await registrationOf(db, tournament, personOf(request))
    const player = id === null ? null : await readPlayer(store, request.person, id)
    const canCheckIn = player !== null && mayCheckIn(rules)
    return { closed: closedWhy(rules), canCheckIn, player }
  })
}

function writeRoutes(context: Context): void {
  const { web } = context

  web.post(
    url,
    { config: form, schema: { params: ById, body: NewForm, response: { 201: PlayerBody } } },
    async (request, reply) => {
      await begin(context, request)
      return write(context, { request, reply }, (target) => register(context, target, request.body))
    },
  )

  web.patch(
    url,
    { config: form, schema: { params: ById, body: Form, response: { 200: PlayerBody } } },
    async (request, reply) => {
      await begin(context, request)
      return write(context, { request, reply }, (target) =>
        changeRegistration(context, target, request.body),
      )
    },
  )

  web.delete(
    url,
    { config, schema: { params: ById, response: { 204: Gone } } },
    async (request, reply) => {
      await begin(context, request)
      return remove(context, { request, reply }, (target) => withdraw(context, target))
    },
  )

  // No answer is kept: the same again finds that it was done.
  web.put(
    `${url}check-in/`,
    { config, schema: { params: ById, response: { 200: PlayerBody } } },
    async (request) => {
      await begin(context, request)
      return checkIn(context, request, request.params.id)
    },
  )
}

type Asked = FastifyRequest<{ Params: z.infer<typeof ById> }>

/** Whoever is signed in may; of what else they do the tournament decides. */
async function begin(context: Context, request: Asked): Promise<void> {
  personOf(request)
  request.tournament = request.params.id
  await enforceRateLimit(context, request, 'registration')
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Store } from '../../store/index.ts'
import { hashOf, newSecret, wrongFields } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import { matchingCabinets, readCabinet, shown } from './cabinet-rows.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { ById, Id, IdFilter } from '../http/ids.ts'
import { countOf } from '../../store/index.ts'
import { list, listOf, paging } from '../http/list.ts'
import { CabinetBody } from '../http/bodies.ts'
import { secretOf } from '../account/one-time-secret.ts'
import { Slug } from '../http/validators.ts'

const TimeZone = z.string().max(60).refine(isTimeZone, 'A time zone like America/Chicago')
const Settings = z.object({
  displayName: z.string().trim().min(1).max(100),
  description: z.string().max(20_000),
  timeZone: TimeZone,
})
const NewCabinet = z.object({
  scene: Id,
  name: Slug,
  displayName: Settings.shape.displayName,
  description: Settings.shape.description.default(''),
  timeZone: TimeZone.default('UTC'),
})
const Filters = z.object({
  ...paging,
  sceneId: IdFilter,
  scene: z.string().max(100).optional(),
  name: z.string().max(100).optional(),
})
const WithToken = CabinetBody.extend({ token: z.string() })

export function cabinetRoutes(context: Context, sceneOf: Scopes): void {
  readRoutes(context)
  writeRoutes(context, sceneOf)
}

function readRoutes({ web, store }: Context): void {
  const config = { access: 'readPublic' } as const

  web.get(
    '/api/game/cabinet/',
    { config, schema: { querystring: Filters, response: { 200: listOf(CabinetBody) } } },
    (request) => {
      const found = matchingCabinets(store, request.query)
      return list(request, {
        count: () => countOf(found),
        rows: async (limit, offset) => {
          const rows = found.orderBy('kept.cabinet.id').limit(limit).offset(offset)
          return (await rows.execute()).map(shown)
        },
      })
    },
  )

  web.get(
    '/api/game/cabinet/:id/',
    { config, schema: { params: ById, response: { 200: CabinetBody } } },
    (request) => readCabinet(store, request.params.id),
  )
}

function writeRoutes({ web, store }: Context, sceneOf: Scopes): void {
  web.post(
    '/api/game/cabinet/',
    {
      config: { access: 'createCabinet', scene: sceneOf.bySceneInBody },
      schema: { body: NewCabinet, response: { 201: WithToken } },
    },
    async (request, reply) => {
      reply.code(201)
      const [id = 0] = await store.nextIds('cabinet', 1)
      const { salt, ...cabinet } = await idempotentRows({ store, request, reply }, async (tx) => {
        const salt = newSecret()
        const stored = await tx
          .insertInto('kept.cabinet')
          .values({ id, ...request.body, tokenHash: hashOf(secretOf(request, salt)) })
          .onConflict((conflict) => conflict.columns(['scene', 'name']).doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!stored) throw wrongFields({ name: ['There is a cabinet of this name already'] })
        return { id, ...request.body, clientStatus: 'offline' as const, live: null, salt }
      })
      return { ...cabinet, token: secretOf(request, salt) }
    },
  )

  web.patch(
    '/api/game/cabinet/:id/',
    {
      config: { access: 'changeCabinet', scene: sceneOf.cabinet },
      schema: { params: ById, body: Settings.partial(), response: { 200: CabinetBody } },
    },
    (request, reply) =>
      idempotentRows({ store, request, reply }, async (tx) => {
        const { id } = request.params
        if (Object.values(request.body).some((value) => value !== undefined)) {
          await tx.updateTable('kept.cabinet').set(request.body).where('id', '=', id).execute()
        }
        return readCabinet({ db: tx }, id)
      }),
  )

  web.post(
    '/api/game/cabinet/:id/token/',
    {
      config: { access: 'renewCabinetToken', scene: sceneOf.cabinet },
      schema: { params: ById, response: { 200: WithToken } },
    },
    (request, reply) => renewToken(store, request, reply),
  )
}

/** The old token is worth nothing from now on. */
async function renewToken(
  store: Store,
  request: FastifyRequest<{ Params: { id: number } }>,
  reply: FastifyReply,
) {
  const { id } = request.params
  const { salt } = await idempotentRows({ store, request, reply }, async (tx) => {
    const salt = newSecret()
    const tokenHash = hashOf(secretOf(request, salt))
    await tx.updateTable('kept.cabinet').set({ tokenHash }).where('id', '=', id).execute()
    return { salt }
  })
  return { ...(await readCabinet(store, id)), token: secretOf(request, salt) }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

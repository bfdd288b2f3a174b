import type { FastifyContextConfig } from 'fastify'
import type { SceneId } from '#events/ids.ts'
import {
  changeSubscription,
  chatTest,
  chats,
  openAddress,
  subscribe,
  sendNow,
} from '../../notify/index.ts'
import type { ChatAddress, ChatOptions } from '../../notify/index.ts'
import { endSubscription } from '../../store/index.ts'
import type { Encryption } from '../../store/index.ts'
import { enforceLimit, notFound, rejectionFor } from '../../web/index.ts'
import type { Context, Tx } from '../http/context.ts'
import { idempotentRows } from '../http/idempotency.ts'
import { listRows } from '../http/list.ts'
import { lockScene } from '../http/row-locks.ts'
import { route, rowsRoute } from '../http/route.ts'
import { requirePublicTarget } from './public-target.ts'
import { deliveries, deliveryBody, expectEncryption, currentPosition } from './webhook-rows.ts'

const maxHooks = 20
const testLimit = { most: 10, windowMs: 60_000 }
const basePath = '/api/tournament/scene/:id/chat-hook'

/** Channels of chat services to which a scene's news is posted. */
export function chatHookRoutes(context: Context): void {
  const { web, store, encryption, sceneOf } = context
  const config = { access: 'editChatHooks', scene: sceneOf.scene } as const

  route(web, `GET ${basePath}/`, config, (request) =>
    listRows(request, hooks(store.db, request.params.id).orderBy('id'), (rows) =>
      rows.map((row) => hookBody(row, encryption)),
    ),
  )

  route(web, `POST ${basePath}/`, config, async (request, reply) => {
    const { chat: channel, url, name, kinds } = request.body
    const encryption = expectEncryption(context)
    await requirePublicTarget(context, url)
    return idempotentRows({ store, request, reply }, async (tx) => {
      const { id: ofScene } = request.params
      await lockScene(tx, ofScene)
      const existing = await hooks(tx, ofScene).execute()
      if (existing.length >= maxHooks) throw rejectionFor('TOO_MANY_WEBHOOKS')
      const id = await subscribe({ db: tx }, encryption, {
        channel,
        scene: ofScene,
        address: { url } satisfies ChatAddress,
        options: { name, kinds } satisfies ChatOptions,
        after: await currentPosition(tx),
      })
      return hookBody(await hook(tx, ofScene, id), encryption)
    })
  })

  rowsRoute(context, `PATCH ${basePath}/:hook/`, config, async (tx, { params, body }) => {
    const { id, channel, options } = await hook(tx, params.id, params.hook)
    const next = { ...(options as ChatOptions), ...body }
    await changeSubscription({ db: tx }, expectEncryption(context), id, { channel, options: next })
    return hookBody(await hook(tx, params.id, id), encryption)
  })

  const removal = { ...config, isIdempotent: false }
  route(web, `DELETE ${basePath}/:hook/`, removal, async ({ params }) => {
    const { id } = await hook(store.db, params.id, params.hook)
    await endSubscription(store, id)
    return null
  })
  deliveryRoutes(context, config)
}

function deliveryRoutes({ web, store }: Context, config: FastifyContextConfig): void {
  // Sent through the outbox like all messages, so its result is listed with the deliveries.
  const test = { ...config, isIdempotent: false }
  route(web, `POST ${basePath}/:hook/test/`, test, async ({ id: key, params }) => {
    const { id } = await hook(store.db, params.id, params.hook)
    await enforceLimit(store, `test of ${id}`, testLimit)
    await sendNow(store, id, { key: `test ${key}`, content: chatTest })
    return { success: true as const }
  })

  route(web, `GET ${basePath}/:hook/delivery/`, config, async (request) => {
    const { id } = await hook(store.db, request.params.id, request.params.hook)
    return listRows(request, deliveries(store.db, id), (rows) => rows.map(deliveryBody))
  })
}

function hooks(db: Tx, scene: SceneId) {
  return db
    .selectFrom('kept.subscription')
    .select(['id', 'channel', 'address', 'options', 'createdAt'])
    .where('channel', 'in', [...chats])
    .where('scene', '=', scene)
    .where('endedAt', 'is', null)
}

type HookRow = Awaited<ReturnType<ReturnType<typeof hooks>['executeTakeFirstOrThrow']>>

async function hook(db: Tx, scene: SceneId, id: number): Promise<HookRow> {
  return hooks(db, scene).where('id', '=', id).executeTakeFirstOrThrow(notFound)
}

function hookBody(row: HookRow, encryption: Encryption | null) {
  const { id, channel, options, address, createdAt } = row
  const { name, kinds } = options as ChatOptions
  const chatAddress = address === null ? null : openAddress(encryption, channel, address)
  const host = chatAddress === null ? null : new URL((chatAddress as ChatAddress).url).host
  const chat = chats.find((one) => one === channel) ?? chats[0]
  return { id, chat, name, host, kinds, createdAt: createdAt.toISOString() }
}

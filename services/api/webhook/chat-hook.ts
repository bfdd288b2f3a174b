import type { SceneId } from '../../../events/ids.ts'
import {
  changeSubscription,
  chatTest,
  chats,
  endSubscription,
  openAddress,
  subscribe,
  tellNow,
} from '../../notify/index.ts'
import type { ChatAddress, ChatOptions } from '../../notify/index.ts'
import type { Preview } from '../../preview/index.ts'
import type { Encryption } from '../../store/index.ts'
import { notFound, wrongFields } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { idempotentRows } from '../http/idempotency.ts'
import { listRows } from '../http/list.ts'
import { refused } from '../http/refused.ts'
import { lockScene } from '../http/row-locks.ts'
import { enforceLimit } from '../http/rate-limit.ts'
import { route, rowsRoute } from '../http/route.ts'
import type { Tx } from '../http/route.ts'
import type { Scopes } from '../http/scope.ts'
import { deliveries, deliveryBody, keeper, readSoFar } from './webhook-rows.ts'

const most = 20
const tests = { most: 10, windowMs: 60_000 }
const at = '/api/tournament/scene/:id/chat-hook'
const inside = 'This address is not out in the world'

/** Channels of chats in which a scene wants to read what happens. */
export function chatHookRoutes(context: Context, { scene }: Scopes, preview: Preview): void {
  const { web, store, encryption } = context
  const config = { access: 'editChatHooks', scene } as const

  route(web, `GET ${at}/`, config, (request) =>
    listRows(request, hooks(store.db, request.params.id).orderBy('id'), (rows) =>
      rows.map((row) => hookBody(row, encryption)),
    ),
  )

  route(web, `POST ${at}/`, config, async (request, reply) => {
    const { chat: channel, url, name, kinds } = request.body
    const keeping = keeper(context)
    if (!(await preview.isOutside(url))) throw wrongFields({ url: [inside] })
    return idempotentRows({ store, request, reply }, async (tx) => {
      const { id: ofScene } = request.params
      await lockScene(tx, ofScene)
      const own = await hooks(tx, ofScene).execute()
      if (own.length >= most) throw refused('TOO_MANY_WEBHOOKS')
      const id = await subscribe({ db: tx }, keeping, {
        channel,
        scene: ofScene,
        address: { url } satisfies ChatAddress,
        options: { name, kinds } satisfies ChatOptions,
        after: await readSoFar(tx),
      })
      return hookBody(await hook(tx, ofScene, id), keeping)
    })
  })

  rowsRoute(context, `PATCH ${at}/:hook/`, config, async (tx, { params, body }) => {
    const { id, channel, options } = await hook(tx, params.id, params.hook)
    const next = { ...(options as ChatOptions), ...body }
    await changeSubscription({ db: tx }, keeper(context), id, { channel, options: next })
    return hookBody(await hook(tx, params.id, id), encryption)
  })

  route(web, `DELETE ${at}/:hook/`, config, async ({ params }) => {
    const { id } = await hook(store.db, params.id, params.hook)
    await endSubscription(store, id)
    return null
  })
  deliveryRoutes(context, config)
}

type Config = { access: 'editChatHooks'; scene: Scopes['scene'] }

function deliveryRoutes({ web, store }: Context, config: Config): void {
  // By the outbox, as everything that is said there: what comes of it is among the deliveries.
  route(web, `POST ${at}/:hook/test/`, config, async ({ id: key, params }) => {
    const { id } = await hook(store.db, params.id, params.hook)
    await enforceLimit(store, `test of ${id}`, tests)
    await tellNow(store, id, { key: `test ${key}`, content: chatTest })
    return { success: true as const }
  })

  route(web, `GET ${at}/:hook/delivery/`, config, async (request) => {
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
  const row = await hooks(db, scene).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

function hookBody(row: HookRow, encryption: Encryption | null) {
  const { id, channel, options, address, createdAt } = row
  const { name, kinds } = options as ChatOptions
  const opened = address === null ? null : openAddress(encryption, channel, address)
  const host = opened === null ? null : new URL((opened as ChatAddress).url).host
  const chat = chats.find((one) => one === channel) ?? chats[0]
  return { id, chat, name, host, kinds, createdAt: createdAt.toISOString() }
}

import type { FastifyContextConfig } from 'fastify'
import {
  changeSubscription,
  sendAgain,
  sendNow,
  subscribe,
  webhookTest,
} from '../../notify/index.ts'
import type { WebhookAddress, WebhookOptions } from '../../notify/index.ts'
import { endSubscription } from '../../store/index.ts'
import { enforceLimit, newSecret, notFound, rejectionFor } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { idempotentRows } from '../http/idempotency.ts'
import { listRows } from '../http/list.ts'
import { lockScene } from '../http/row-locks.ts'
import { route } from '../http/route.ts'
import { requirePublicTarget } from './public-target.ts'
import {
  webhookAddress,
  channel,
  deliveries,
  deliveryBody,
  expectEncryption,
  currentPosition,
} from './webhook-rows.ts'
import { secretFor, storableBody, webhook, webhookBody, webhooks, withUrl } from './webhook-rows.ts'

type Config = FastifyContextConfig

const maxWebhooks = 20
const testLimit = { most: 10, windowMs: 60_000 }
const dayMs = 24 * 60 * 60_000
const basePath = '/api/tournament/scene/:id/webhook'

/** Webhooks: programs of a scene that receive news by signed requests (wire 7). */
export function webhookRoutes(context: Context): void {
  const config = { access: 'editWebhooks', scene: context.sceneOf.scene } as const
  subscriptionRoutes(context, config)
  secretRoute(context, config)
  deliveryRoutes(context, config)
}

function subscriptionRoutes(context: Context, config: Config): void {
  const { web, store, encryption } = context

  route(web, `GET ${basePath}/`, config, (request) => {
    const rows = webhooks(store.db, request.params.id).orderBy('id')
    return listRows(request, rows, (page) => page.map((row) => webhookBody(row, encryption)))
  })

  route(web, `POST ${basePath}/`, config, async (request, reply) => {
    const { url, events } = request.body
    const encryption = expectEncryption(context)
    await requirePublicTarget(context, url)
    const { salt, ...body } = await idempotentRows({ store, request, reply }, async (tx) => {
      await lockScene(tx, request.params.id)
      const existing = await webhooks(tx, request.params.id).execute()
      if (existing.length >= maxWebhooks) throw rejectionFor('TOO_MANY_WEBHOOKS')
      const salt = newSecret()
      const secrets = [{ secret: secretFor(request, salt), until: null }]
      const id = await subscribe({ db: tx }, encryption, {
        channel,
        scene: request.params.id,
        address: { url, secrets } satisfies WebhookAddress,
        options: { events } satisfies WebhookOptions,
        after: await currentPosition(tx),
      })
      return { ...storableBody(await webhook(tx, request.params.id, id)), salt }
    })
    return { ...body, url, secret: secretFor(request, salt) }
  })

  route(web, `PATCH ${basePath}/:webhook/`, config, async (request, reply) => {
    const { params, body } = request
    const changed = await idempotentRows({ store, request, reply }, async (tx) => {
      const { id } = await webhook(tx, params.id, params.webhook)
      const options: WebhookOptions = { events: body.events }
      await changeSubscription({ db: tx }, expectEncryption(context), id, { channel, options })
      return storableBody(await webhook(tx, params.id, id))
    })
    return withUrl(context, params.id, changed)
  })

  const removal = { ...config, isIdempotent: false }
  route(web, `DELETE ${basePath}/:webhook/`, removal, async ({ params }) => {
    const { id } = await webhook(store.db, params.id, params.webhook)
    await endSubscription(store, id)
    return null
  })
}

/** Rotates the secret. For a day, requests are signed with both the old and the new one. */
function secretRoute(context: Context, config: Config): void {
  const { web, store } = context
  route(web, `POST ${basePath}/:webhook/secret/`, config, async (request, reply) => {
    const encryption = expectEncryption(context)
    const { salt, ...body } = await idempotentRows({ store, request, reply }, async (tx) => {
      await lockScene(tx, request.params.id)
      const row = await webhook(tx, request.params.id, request.params.webhook)
      const address = webhookAddress(row, encryption)
      if (!address) throw rejectionFor('NO_SECRET_KEY')
      const salt = newSecret()
      const until = new Date(Date.now() + dayMs).toISOString()
      const [current] = address.secrets
      const secrets = [
        { secret: secretFor(request, salt), until: null },
        ...(current ? [{ ...current, until }] : []),
      ]
      await changeSubscription({ db: tx }, encryption, row.id, {
        channel,
        address: { ...address, secrets },
      })
      return { ...storableBody(row), salt }
    })
    const shown = await withUrl(context, request.params.id, body)
    return { ...shown, secret: secretFor(request, salt) }
  })
}

function deliveryRoutes({ web, store }: Context, config: Config): void {
  route(web, `GET ${basePath}/:webhook/delivery/`, config, async (request) => {
    const { id } = await webhook(store.db, request.params.id, request.params.webhook)
    return listRows(request, deliveries(store.db, id), (rows) => rows.map(deliveryBody))
  })

  // Sent through the outbox like all messages, so its result is listed with the deliveries.
  const unstored = { ...config, isIdempotent: false }
  route(web, `POST ${basePath}/:webhook/test/`, unstored, async ({ id: key, params }) => {
    const { id } = await webhook(store.db, params.id, params.webhook)
    await enforceLimit(store, `test of ${id}`, testLimit)
    await sendNow(store, id, { key: `test ${key}`, content: webhookTest(params.id, new Date()) })
    return { success: true as const }
  })

  const again = `POST ${basePath}/:webhook/delivery/:delivery/again/` as const
  route(web, again, unstored, async ({ params }) => {
    const { id } = await webhook(store.db, params.id, params.webhook)
    if (!(await sendAgain(store, id, params.delivery))) throw notFound()
    return { success: true as const }
  })
}

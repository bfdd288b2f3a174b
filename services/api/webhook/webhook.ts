import type { FastifyContextConfig } from 'fastify'
import { changeSubscription, endSubscription, sendAgain, subscribe } from '../../notify/index.ts'
import type { WebhookAddress, WebhookOptions } from '../../notify/index.ts'
import type { Preview } from '../../preview/index.ts'
import { newSecret, notFound, wrongFields } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { idempotentRows } from '../http/idempotency.ts'
import { listRows } from '../http/list.ts'
import { refused } from '../http/refused.ts'
import { lockScene } from '../http/row-locks.ts'
import { route, rowsRoute } from '../http/route.ts'
import type { Scopes } from '../http/scope.ts'
import { addressOf, channel, deliveries, deliveryBody, keeper, readSoFar } from './webhook-rows.ts'
import { secretFor, webhook, webhookBody, webhooks } from './webhook-rows.ts'

type Config = FastifyContextConfig

const most = 20
const dayMs = 24 * 60 * 60_000
const at = '/api/tournament/scene/:id/webhook'
const inside = 'This address is not out in the world'

/** Programs of a scene that are told what happens, by signed requests (wire 7). */
export function webhookRoutes(context: Context, { scene }: Scopes, preview: Preview): void {
  const config = { access: 'editWebhooks', scene } as const
  ownRoutes(context, config, preview)
  secretRoute(context, config)
  deliveryRoutes(context, config)
}

function ownRoutes(context: Context, config: Config, preview: Preview): void {
  const { web, store, encryption } = context

  route(web, `GET ${at}/`, config, (request) => {
    const found = webhooks(store.db, request.params.id).orderBy('id')
    return listRows(request, found, (rows) => rows.map((row) => webhookBody(row, encryption)))
  })

  route(web, `POST ${at}/`, config, async (request, reply) => {
    const { url, events } = request.body
    const keeping = keeper(context)
    if (!(await preview.isOutside(url))) throw wrongFields({ url: [inside] })
    const { salt, ...made } = await idempotentRows({ store, request, reply }, async (tx) => {
      await lockScene(tx, request.params.id)
      const own = await webhooks(tx, request.params.id).execute()
      if (own.length >= most) throw refused('TOO_MANY_WEBHOOKS')
      const salt = newSecret()
      const secrets = [{ secret: secretFor(request, salt), until: null }]
      const id = await subscribe({ db: tx }, keeping, {
        channel,
        scene: request.params.id,
        address: { url, secrets } satisfies WebhookAddress,
        options: { events } satisfies WebhookOptions,
        after: await readSoFar(tx),
      })
      return { ...webhookBody(await webhook(tx, request.params.id, id), keeping), salt }
    })
    return { ...made, secret: secretFor(request, salt) }
  })

  rowsRoute(context, `PATCH ${at}/:webhook/`, config, async (tx, { params, body }) => {
    const { id } = await webhook(tx, params.id, params.webhook)
    const options: WebhookOptions = { events: body.events }
    await changeSubscription({ db: tx }, keeper(context), id, { channel, options })
    return webhookBody(await webhook(tx, params.id, id), encryption)
  })

  route(web, `DELETE ${at}/:webhook/`, config, async ({ params }) => {
    const { id } = await webhook(store.db, params.id, params.webhook)
    await endSubscription(store, id)
    return null
  })
}

/** The next secret; requests are signed with both for a day. */
function secretRoute(context: Context, config: Config): void {
  const { web, store } = context
  route(web, `POST ${at}/:webhook/secret/`, config, async (request, reply) => {
    const keeping = keeper(context)
    const { salt, ...made } = await idempotentRows({ store, request, reply }, async (tx) => {
      await lockScene(tx, request.params.id)
      const row = await webhook(tx, request.params.id, request.params.webhook)
      const address = addressOf(row, keeping)
      if (!address) throw refused('NO_SECRET_KEY')
      const salt = newSecret()
      const until = new Date(Date.now() + dayMs).toISOString()
      const [present] = address.secrets
      const secrets = [
        { secret: secretFor(request, salt), until: null },
        ...(present ? [{ ...present, until }] : []),
      ]
      await changeSubscription({ db: tx }, keeping, row.id, {
        channel,
        address: { ...address, secrets },
      })
      return { ...webhookBody(row, keeping), salt }
    })
    return { ...made, secret: secretFor(request, salt) }
  })
}

function deliveryRoutes({ web, store }: Context, config: Config): void {
  route(web, `GET ${at}/:webhook/delivery/`, config, async (request) => {
    const { id } = await webhook(store.db, request.params.id, request.params.webhook)
    return listRows(request, deliveries(store.db, id), (rows) => rows.map(deliveryBody))
  })

  route(web, `POST ${at}/:webhook/delivery/:delivery/again/`, config, async ({ params }) => {
    const { id } = await webhook(store.db, params.id, params.webhook)
    if (!(await sendAgain(store, id, params.delivery))) throw notFound()
    return { success: true as const }
  })
}

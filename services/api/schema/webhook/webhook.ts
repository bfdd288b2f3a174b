import { z } from 'zod'
import { publicEventTypes } from '#events/schema/public-event.ts'
import { Done, NoContent } from '../http/bodies.ts'
import { ById, IdText, listOf, paging } from '../http/common.ts'

const Events = z.array(z.enum(publicEventTypes)).min(1, 'Choose the events it is sent').max(50)
const OfScene = ById.extend({ webhook: IdText })
const OfWebhook = OfScene.extend({ delivery: IdText })

const WebhookBody = z.object({
  id: z.int(),
  /** null if the server cannot decrypt it with its current key */
  url: z.string().nullable(),
  events: z.array(z.string()),
  createdAt: z.string(),
})
/** The secret is returned only once; the previous one stays valid for another day. */
const WithSecret = WebhookBody.extend({ secret: z.string() })
const NewWebhook = z.object({ url: z.url('Not a valid address').max(2_000), events: Events })
export const DeliveryBody = z.object({
  id: z.int(),
  type: z.string(),
  tournament: z.int().nullable(),
  state: z.enum(['pending', 'sent', 'outdated', 'refused', 'gone', 'expired']),
  attempts: z.int(),
  /** why it was not sent, or is not sent yet */
  reason: z.string().nullable(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
})

const at = '/api/tournament/scene/:id/webhook' as const
export const webhookApi = {
  [`GET ${at}/` as const]: {
    params: ById,
    querystring: z.object(paging),
    response: { 200: listOf(WebhookBody) },
  },
  [`POST ${at}/` as const]: { params: ById, body: NewWebhook, response: { 201: WithSecret } },
  [`PATCH ${at}/:webhook/` as const]: {
    params: OfScene,
    body: z.object({ events: Events }),
    response: { 200: WebhookBody },
  },
  [`POST ${at}/:webhook/secret/` as const]: { params: OfScene, response: { 200: WithSecret } },
  [`POST ${at}/:webhook/test/` as const]: { params: OfScene, response: { 200: Done } },
  [`DELETE ${at}/:webhook/` as const]: { params: OfScene, response: { 204: NoContent } },
  [`GET ${at}/:webhook/delivery/` as const]: {
    params: OfScene,
    querystring: z.object(paging),
    response: { 200: listOf(DeliveryBody) },
  },
  [`POST ${at}/:webhook/delivery/:delivery/again/` as const]: {
    params: OfWebhook,
    response: { 200: Done },
  },
}

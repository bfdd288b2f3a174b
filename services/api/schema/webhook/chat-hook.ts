import { z } from 'zod'
import { webProtocol } from '#events/text/web-address.ts'
import { notificationKinds } from '#events/describe/notification-kinds.ts'
import { Done, NoContent } from '../http/bodies.ts'
import { ById, IdText, listOf, paging, nameOf } from '../http/common.ts'
import { DeliveryBody } from './webhook.ts'

const Chat = z.enum(['discord', 'slack'])
const Name = nameOf(60, 'Enter a name')
const Kinds = z
  .array(z.enum(notificationKinds))
  .min(1, 'Choose what is posted there')
  .max(notificationKinds.length)
const OfScene = ById.extend({ hook: IdText })
const ChatHookBody = z.object({
  id: z.int(),
  chat: Chat,
  name: z.string(),
  /** only the host, as the full address would let anybody post there */
  host: z.string().nullable(),
  kinds: z.array(z.string()),
  createdAt: z.string(),
})
const NewChatHook = z.object({
  chat: Chat,
  name: Name,
  url: z.url({ protocol: webProtocol, error: 'Not a valid address' }).max(2_000),
  kinds: Kinds,
})

const at = '/api/tournament/scene/:id/chat-hook' as const
export const chatHookApi = {
  [`GET ${at}/` as const]: {
    params: ById,
    querystring: z.object(paging),
    response: { 200: listOf(ChatHookBody) },
  },
  [`POST ${at}/` as const]: { params: ById, body: NewChatHook, response: { 201: ChatHookBody } },
  [`PATCH ${at}/:hook/` as const]: {
    params: OfScene,
    body: z.object({ name: Name.optional(), kinds: Kinds.optional() }),
    response: { 200: ChatHookBody },
  },
  [`DELETE ${at}/:hook/` as const]: { params: OfScene, response: { 204: NoContent } },
  [`POST ${at}/:hook/test/` as const]: { params: OfScene, response: { 200: Done } },
  [`GET ${at}/:hook/delivery/` as const]: {
    params: OfScene,
    querystring: z.object(paging),
    response: { 200: listOf(DeliveryBody) },
  },
}

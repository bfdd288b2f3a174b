import { z } from 'zod'
import { webProtocol } from '#events/text/web-address.ts'
import { phoneKinds } from '#events/describe/notification-kinds.ts'
import { languageCodes } from '#events/text/languages.ts'
import { Id, toOne } from '../http/common.ts'

const Done = z.object({ success: z.literal(true) })
const Key = z.string().regex(/^[\w-]+=*$/)

const PushRequest = z.object({
  /** the subscription as returned by the browser */
  subscription: z.object({
    endpoint: z.url({ protocol: webProtocol }).max(1_000),
    keys: z.object({ p256dh: Key.max(200), auth: Key.max(100) }),
  }),
  /** a team, or the team of a player; without both only announcements are sent */
  team: Id.optional(),
  player: Id.optional(),
  kinds: z.array(z.enum(phoneKinds)).max(phoneKinds.length),
  /** language of the messages; default: English */
  language: z.enum(languageCodes).optional(),
  /** the page that a press on the notification opens */
  page: z
    .string()
    .max(500)
    .regex(/^\/(?!\/)[^\s\\]*$/),
})
const EndPush = z.object({ endpoint: z.string().max(1_000) })

export const pushApi = {
  /** null if the server has no key to encrypt addresses */
  'GET /api/tournament/push-key/': {
    response: { 200: z.object({ publicKey: z.string().nullable() }) },
  },
  'PUT /api/tournament/tournament/:id/push/': toOne(PushRequest, Done),
  'PUT /api/tournament/tournament/:id/end-push/': toOne(EndPush, Done),
}

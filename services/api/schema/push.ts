import { z } from 'zod'
import { phoneKinds } from '../../../events/describe/news.ts'
import { languageCodes } from '../../../events/text/languages.ts'
import { Id, toOne } from './common.ts'

const Done = z.object({ success: z.literal(true) })
const Key = z.string().regex(/^[\w-]+=*$/)

const Subscribing = z.object({
  /** as the browser gives it */
  subscription: z.object({
    endpoint: z.url({ protocol: /^https?$/ }).max(1_000),
    keys: z.object({ p256dh: Key.max(200), auth: Key.max(100) }),
  }),
  /** of a team, or of whichever a player plays for; neither: announcements alone */
  team: Id.optional(),
  player: Id.optional(),
  kinds: z.array(z.enum(phoneKinds)).max(phoneKinds.length),
  /** in which it is told; left out: English */
  language: z.enum(languageCodes).optional(),
  /** what is opened by a press */
  page: z
    .string()
    .max(500)
    .regex(/^\/(?!\/)[^\s\\]*$/),
})
const Ending = z.object({ endpoint: z.string().max(1_000) })

export const pushApi = {
  /** null: this server has no key to keep addresses with */
  'GET /api/tournament/push-key/': {
    response: { 200: z.object({ publicKey: z.string().nullable() }) },
  },
  'PUT /api/tournament/tournament/:id/push/': toOne(Subscribing, Done),
  'PUT /api/tournament/tournament/:id/end-push/': toOne(Ending, Done),
}

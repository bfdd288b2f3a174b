import { z } from 'zod'
import { isWebAddress } from '#events/text/web-address.ts'
import { Order, OrderBody, Id, toOne, bytesOf, listBy, InTournament, byId } from '../http/common.ts'
import { Removal } from '../http/bodies.ts'

const maxTypedLength = 5_000
/** Links of one tournament. */
export const maxLinks = 100
const Typed = z.object({ url: z.string().max(maxTypedLength) })
const LinkPreview = z.object({
  ogTitle: z.string(),
  ogImage: z.string().nullable(),
  /** the address of the picture for a preview before the link is saved */
  imageShown: z.string().nullable(),
  /** why nothing could be filled in; the form stays usable (R-OG-5) */
  notice: z.string().nullable(),
})

const maxUrlLength = 2_000
const missingUrl = 'Link URL is required'
const invalidUrl = 'Must be a valid URL'
const address = z.string().trim().max(maxUrlLength, 'Too long').refine(isWebAddress, invalidUrl)
export const LinkFields = z.object({
  url: z.string(missingUrl).trim().min(1, missingUrl).pipe(address),
  title: z.string().trim().max(200, 'Too long'),
  image: z
    .literal('')
    .transform(() => null)
    .or(address)
    .nullable(),
})
export type LinkFields = z.infer<typeof LinkFields>
export const LinkBody = z
  .object({
    id: z.int(),
    tournament: z.int(),
    url: z.string(),
    title: z.string(),
    image: z.string().nullable(),
    /** the address of the picture on this server, which fetches and checks it for viewers (R-OG-4) */
    imageShown: z.string().nullable(),
    /** 1, 2, 3 … without gaps */
    order: z.int(),
  })
  .meta({ id: 'Link' })
export type Row = Omit<z.infer<typeof LinkBody>, 'imageShown'>

export const LinkOrder = z.int().min(1).max(1_000)
const order = LinkOrder.optional()
const { title, image } = LinkFields.shape
const FullLink = LinkFields.extend({ title: title.default(''), image: image.default(null), order })
const NewLink = FullLink.extend({ tournament: Id })
const LinkReplacement = FullLink.extend({ tournament: Id.optional() })
export const LinkChange = LinkFields.partial().extend({ tournament: Id.optional(), order })

export const pageLinkApi = {
  'POST /api/tournament/links/opengraph/': { body: Typed, response: { 200: LinkPreview } },
  'GET /api/tournament/links/opengraph/image/': {
    querystring: Typed,
    response: { 200: bytesOf<Uint8Array>('image/*') },
  },
  'GET /api/tournament/links/:id/image/': byId(bytesOf<Uint8Array>('image/*')),
  'GET /api/tournament/links/': listBy(InTournament, LinkBody),
  'GET /api/tournament/links/:id/': byId(LinkBody),
  'POST /api/tournament/links/': { body: NewLink, response: { 201: LinkBody } },
  'PUT /api/tournament/tournament/:id/link-order/': toOne(Order, OrderBody),
  'PUT /api/tournament/links/:id/': toOne(LinkReplacement, LinkBody),
  'PATCH /api/tournament/links/:id/': toOne(LinkChange, LinkBody),
  'DELETE /api/tournament/links/:id/': Removal,
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { maxPreviewsPerMinute } from '../../outbound/index.ts'
import type { Picture } from '../../outbound/index.ts'
import { Rejection, notFound, notSignedIn } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { readLink } from './page-link-rows.ts'
import { enforceRateLimit } from '../http/rate-limit.ts'
import { route, publicRead } from '../http/route.ts'

const url = '/api/tournament/links'
const noPreview = { ogTitle: '', ogImage: null, imageShown: null }
const notice = 'Nothing could be read from this address. Enter the title and image yourself.'

/** Previews of links, and a proxy for their pictures that hides viewers from other sites. */
export function linkPreviewRoutes(context: Context): void {
  const { web, store, preview } = context
  route(
    web,
    'POST /api/tournament/links/opengraph/',
    { access: 'previewLinks', isIdempotent: false },
    async (request) => {
      await checkRate(context, request, 'page')
      const page = await preview.page(request.body.url.trim())
      if (!page) return { ...noPreview, notice }
      const { title: ogTitle, image: ogImage } = page
      const query = ogImage === null ? '' : new URLSearchParams({ url: ogImage }).toString()
      const imageShown = ogImage === null ? null : `${url}/opengraph/image/?${query}`
      const isEmpty = ogTitle === '' && ogImage === null
      return { ogTitle, ogImage, imageShown, notice: isEmpty ? notice : null }
    },
  )

  route(
    web,
    'GET /api/tournament/links/opengraph/image/',
    { access: 'previewLinks' },
    async (request, reply) => {
      await checkRate(context, request, 'picture')
      return sendPicture(reply, await preview.picture(request.query.url))
    },
  )

  // Only addresses of saved links, so that the public cannot make the server fetch anything else.
  route(web, 'GET /api/tournament/links/:id/image/', publicRead, async (request, reply) => {
    const { image } = await readLink(store.db, request.params.id)
    return sendPicture(reply, image === null ? null : await preview.picture(image))
  })
}

async function checkRate(
  context: Context,
  request: FastifyRequest,
  kind: 'page' | 'picture',
): Promise<void> {
  const { person } = request
  if (!person) throw notSignedIn()
  const caller = person.id === null ? `key ${person.name}` : `${person.id}`
  if (context.preview.mayAsk(kind, caller)) return enforceRateLimit(context, request, 'preview')
  const detail = `At most ${maxPreviewsPerMinute} addresses can be looked up per minute. Try again in a moment.`
  throw new Rejection(429, { detail, code: 'TOO_MANY_PREVIEWS' })
}

const day = 86_400

/** Headers prevent browsers from taking the bytes for anything but a picture. */
function sendPicture(reply: FastifyReply, picture: Picture | null): Buffer {
  if (!picture) throw notFound()
  reply
    .type(picture.type)
    .header('cache-control', `public, max-age=${day}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
  return picture.body
}

import { createHmac } from 'node:crypto'
import { notFound, wrongFields } from '../../web/index.ts'
import type { Context, Tx } from '../http/context.ts'
import { pictureIn } from './resize-picture.ts'
import type { Picture } from './resize-picture.ts'
import { bannerProblem } from '../http/validators.ts'
import { route, publicRead } from '../http/route.ts'

const path = '/api/image/'
const year = 365 * 24 * 60 * 60

/**
 * Serves pictures under unguessable addresses: only somebody who may see a player learns the
 * address of the player's picture. Pictures never change. Shared caches may not store them, so that
 * erased pictures are gone.
 */
export function imageRoutes({ web, store }: Context): void {
  route(web, 'GET /api/image/:id/', publicRead, async (request, reply) => {
    const image = await store.db
      .selectFrom('kept.image')
      .select(['type', 'body'])
      .where('id', '=', request.params.id)
      .executeTakeFirstOrThrow(notFound)
    reply
      .type(image.type)
      .header('cache-control', `private, max-age=${year}, immutable`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
    return image.body
  })
}

/**
 * The value of a picture field, read but not stored yet; undefined leaves the picture unchanged.
 */
export type Image = { url: string | null } | { picture: Picture } | undefined
type Field = { field?: string; before?: string | null | undefined }

/** Accepts a URL, a data URI or the unchanged value; refuses anything else. */
export async function readImage(
  image: string | null | undefined,
  { field = 'image', before }: Field = {},
): Promise<Image> {
  if (image === undefined) return undefined
  if (!image) return { url: null }
  if (image === before) return { url: image }
  const problem = bannerProblem(image)
  if (problem) throw wrongFields({ [field]: [problem] })
  if (!image.startsWith('data:')) return { url: image }
  const picture = await pictureIn(image)
  if (!picture) throw wrongFields({ [field]: ['Must be a valid data URI'] })
  return { picture }
}

/**
 * Stores a picture in the transaction of its row and returns its address. `owner` is for example
 * `player 12`.
 */
export async function storeImage(
  tx: Tx,
  image: Image,
  owner: string,
): Promise<string | null | undefined> {
  if (!image || 'url' in image) return image?.url
  const { type, body } = image.picture
  const { key } = await tx.selectFrom('kept.imageKey').select('key').executeTakeFirstOrThrow()
  const id = createHmac('sha256', key).update(`${owner}\n`).update(body).digest('base64url')
  await tx
    .insertInto('kept.image')
    .values({ id, type, body })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return `${path}${id}`
}

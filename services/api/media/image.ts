import { createHmac } from 'node:crypto'
import { notFound, wrongFields, tryAgain } from '../../web/index.ts'
import type { Context, Tx } from '../http/context.ts'
import { bannerProblem } from '../http/validators.ts'
import { route, publicRead } from '../http/route.ts'
import type { Sharp } from 'sharp'
import { maxPicturePixels } from '#events/rules/limits.ts'
import { limitConcurrency } from '../../store/concurrency-limit.ts'

/** Twice the size of a usual phone photo; checked by the file's header, before decoding. */
const maxPixels = 25_000_000

const timeoutSeconds = 5

/**
 * One at a time: uploads from a venue full of phones must not take CPU and memory from officials
 * (P15). When too many are waiting, more are refused immediately.
 */
const oneAtATime = limitConcurrency({ atOnce: 1, maxWaiting: 30 })

const dataUriFormat = /^data:image\/[a-z0-9.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/

/** Only bitmap formats can be read, as an SVG may contain scripts (R-OG-4). */
const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`)

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

type Picture = { type: 'image/webp'; body: Buffer }

/** Re-encodes the picture of a data URI, which drops all metadata such as its location (P19). */
export async function pictureIn(dataUri: string): Promise<Picture | null> {
  const data = dataUriFormat.exec(dataUri)?.[1]
  return data === undefined ? null : pictureOf(Buffer.from(data, 'base64'))
}

export function pictureOf(bytes: Buffer): Promise<Picture | null> {
  return oneAtATime(async () => {
    const sharp = await openSharp()
    const limits = { limitInputPixels: maxPixels, failOn: 'error' } as const
    try {
      const body = await resized(sharp(bytes, limits)).toBuffer()
      return { type: 'image/webp', body }
    } catch {
      return null
    }
  })
}

/** Rotates by the camera's orientation and shrinks; drops all other metadata. */
function resized(image: Sharp): Sharp {
  return image
    .autoOrient()
    .resize({
      width: maxPicturePixels,
      height: maxPicturePixels,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .webp({ quality: 80 })
    .timeout({ seconds: timeoutSeconds })
}

/** Loaded on first use, so that a machine without sharp lacks only this feature. */
async function openSharp() {
  const { default: sharp } = await import('sharp').catch(() => {
    throw tryAgain(
      'This server cannot process pictures right now. Enter the address of a picture instead.',
    )
  })
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: readers })
  return sharp
}

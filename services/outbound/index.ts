// Fetches from and posts to addresses that people enter, and therefore contacts only public
// addresses (R-OG-1 to R-OG-5). No other room does this. It knows nothing about tournaments.
import { allowing } from './allowed.ts'
import { get, isPublicTarget, publicInternet } from './get.ts'
import type { Fetched, NetworkAccess, FetchOptions } from './get.ts'
import { imageType } from './image.ts'
import { describe } from './page.ts'
import { perMinute } from './rate.ts'
import { expiringCache } from './expiring-cache.ts'
import { targetOf } from './target.ts'
import { decodeBody } from './text.ts'

export { openPost } from './post.ts'
export type { Post, PostAnswer } from './post.ts'

type Page = { title: string; image: string | null }
export type Picture = { type: string; body: Buffer }
export type Preview = {
  /** title and image of a page; null if it cannot be fetched */
  page(url: string): Promise<Page | null>
  picture(url: string): Promise<Picture | null>
  /** whether the address is public, or allowed by the operator; does not connect to it */
  isPublicTarget(url: string): Promise<boolean>
  /** whether the address can be that of a push service: https and a name; does not look it up */
  isPushTarget(url: string): boolean
  /** false if this person has reached the rate limit */
  mayAsk(kind: 'page' | 'picture', person: string): boolean
}

const hours24 = 24 * 3_600_000
/** Failures are cached only briefly, because they may be temporary. */
const minute = 60_000
const maxPages = 2_000
const mebibyte = 1024 * 1024
const maxPictureBytes = 64 * mebibyte
const maxConcurrent = 16
/** Look-ups of one person. */
export const maxPreviewsPerMinute = 30

const pageOptions: FetchOptions = {
  accept: 'text/html',
  accepts: (type) => type === 'text/html',
  maxBytes: mebibyte / 2,
}
const pictureOptions: FetchOptions = {
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
  // The type is determined from the first bytes.
  accepts: () => true,
  maxBytes: 2 * mebibyte,
}

export function openPreview(
  part: Partial<NetworkAccess> = {},
  now = () => performance.now(),
): Preview {
  const network = { ...publicInternet, ...part }
  let running = 0
  const fetched = async (url: string, options: FetchOptions): Promise<Fetched | null> => {
    if (running >= maxConcurrent) throw tooBusy
    running++
    try {
      return await get(network, url, options)
    } finally {
      running--
    }
  }
  const keepMs = (value: unknown) => (value === null ? minute : hours24)
  const pages = expiringCache<Page | null>({ keepMs, maxWeight: maxPages, weigh: () => 1, now })
  const pictures = expiringCache<Picture | null>({
    keepMs,
    maxWeight: maxPictureBytes,
    weigh: (picture) => 1_000 + (picture?.body.length ?? 0),
    now,
  })
  const limits = { page: perMinute(maxPreviewsPerMinute), picture: perMinute(maxPreviewsPerMinute) }

  return {
    page: (url) =>
      unlessBusy(pages(url, async () => pageOf(network, await fetched(url, pageOptions)))),
    picture: (url) =>
      unlessBusy(pictures(url, async () => pictureOf(await fetched(url, pictureOptions)))),
    async isPublicTarget(url) {
      const target = targetOf(url)
      return target !== null && (await isPublicTarget(allowing(network), target))
    },
    isPushTarget(url) {
      const target = targetOf(url)
      return target !== null && network.mayPush(target)
    },
    mayAsk: (kind, person) => limits[kind](person, now()),
  }
}

/** Thrown rather than returned, so that it is not cached. */
const tooBusy = new Error('too many look-ups at once')

function unlessBusy<T>(work: Promise<T | null>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error === tooBusy) return null
    throw error
  })
}

async function pageOf(network: NetworkAccess, response: Fetched | null): Promise<Page | null> {
  if (!response) return null
  const { title, image } = describe(decodeBody(response.body, response.contentType))
  const target = image === null ? null : targetOf(image, response.url)
  const isUsable = target !== null && (await isPublicTarget(network, target))
  return { title, image: isUsable ? target.url.href : null }
}

function pictureOf(response: Fetched | null): Picture | null {
  if (!response || response.isCut) return null
  const type = imageType(response.body)
  return type === null ? null : { type, body: response.body }
}

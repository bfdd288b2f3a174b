// Fetches from addresses that people type, and posts to them, and so speaks to nothing that is not out
// in the world (R-OG-1 to R-OG-5). The only room that does; it knows nothing of Waggle.
import { get, isOutside, world } from './get.ts'
import type { Fetched, Outside, FetchOptions } from './get.ts'
import { imageType } from './image.ts'
import { describe } from './page.ts'
import { perMinute } from './rate.ts'
import { expiringCache } from './expiring-cache.ts'
import { targetOf } from './target.ts'
import { decoded } from './text.ts'

export { openPost } from './post.ts'
export type { Post, PostAnswer } from './post.ts'

type Page = { title: string; image: string | null }
export type Picture = { type: string; body: Buffer }
export type Preview = {
  /** what a page says of itself; null when there is none to be had */
  page(url: string): Promise<Page | null>
  picture(url: string): Promise<Picture | null>
  /** whether it names somebody out in the world, without speaking to them */
  isOutside(url: string): Promise<boolean>
  /** false: this person has looked up enough for the minute */
  mayAsk(what: 'page' | 'picture', person: string): boolean
}

const hours24 = 24 * 3_600_000
/** What failed is tried again soon: a page may have been away for a moment. */
const minute = 60_000
const maxPages = 2_000
const mebibyte = 1024 * 1024
const maxPictureBytes = 64 * mebibyte
const maxAtOnce = 16
const asksPerMinute = 30

const wantedPage: FetchOptions = {
  accept: 'text/html',
  takes: (type) => type === 'text/html',
  maxBytes: mebibyte / 2,
}
const wantedPicture: FetchOptions = {
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
  // Its first bytes tell what it is.
  takes: () => true,
  maxBytes: 2 * mebibyte,
}

export function openPreview(part: Partial<Outside> = {}, now = () => Date.now()): Preview {
  const outside = { ...world, ...part }
  let atOnce = 0
  const fetched = async (url: string, wanted: FetchOptions): Promise<Fetched | null> => {
    if (atOnce >= maxAtOnce) throw tooBusy
    atOnce++
    try {
      return await get(outside, url, wanted)
    } finally {
      atOnce--
    }
  }
  const keepMs = (value: unknown) => (value === null ? minute : hours24)
  const pages = expiringCache<Page | null>({ keepMs, most: maxPages, weigh: () => 1, now })
  const pictures = expiringCache<Picture | null>({
    keepMs,
    most: maxPictureBytes,
    weigh: (picture) => 1_000 + (picture?.body.length ?? 0),
    now,
  })
  const asks = { page: perMinute(asksPerMinute), picture: perMinute(asksPerMinute) }

  return {
    page: (url) =>
      unlessBusy(pages(url, async () => pageOf(outside, await fetched(url, wantedPage)))),
    picture: (url) =>
      unlessBusy(pictures(url, async () => pictureOf(await fetched(url, wantedPicture)))),
    async isOutside(url) {
      const target = targetOf(url)
      return target !== null && (await isOutside(outside, target))
    },
    mayAsk: (what, person) => asks[what](person, now()),
  }
}

/** Not kept as an answer: there may be room in a moment. */
const tooBusy = new Error('too many look-ups at once')

function unlessBusy<T>(asked: Promise<T | null>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (error === tooBusy) return null
    throw error
  })
}

async function pageOf(outside: Outside, got: Fetched | null): Promise<Page | null> {
  if (!got) return null
  const { title, image } = describe(decoded(got.body, got.contentType))
  const target = image === null ? null : targetOf(image, got.url)
  const isShown = target !== null && (await isOutside(outside, target))
  return { title, image: isShown ? target.url.href : null }
}

function pictureOf(got: Fetched | null): Picture | null {
  if (!got || got.isCut) return null
  const type = imageType(got.body)
  return type === null ? null : { type, body: got.body }
}

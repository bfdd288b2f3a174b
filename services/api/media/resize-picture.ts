import type { Sharp } from 'sharp'
import { limitConcurrency } from '../../store/concurrency-limit.ts'
import { tryAgain } from '../../web/index.ts'

export type Picture = { type: 'image/webp'; body: Buffer }

const maxSide = 1_024
/** Twice what a phone usually takes; told by the head of the file, before anything is unpacked. */
const maxPixels = 25_000_000
const patienceSeconds = 5
/**
 * One at a time: a hall full of phones must not take processor and memory from the referees (P15).
 * Who would wait longer than a browser does is sent away at once.
 */
const gently = limitConcurrency({ atOnce: 1, maxWaiting: 30 })
const written = /^data:image\/[a-z0-9.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/
/** Pictures made of points, read by these alone: SVG is a page with scripts (R-OG-4). */
const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`)

/** What a data URI shows, made anew: no byte of the file is left, nor where it was taken (P19). */
export async function pictureIn(dataUri: string): Promise<Picture | null> {
  const data = written.exec(dataUri)?.[1]
  return data === undefined ? null : pictureOf(Buffer.from(data, 'base64'))
}

export function pictureOf(bytes: Buffer): Promise<Picture | null> {
  return gently(async () => {
    const sharp = await opened()
    const limits = { limitInputPixels: maxPixels, failOn: 'error' } as const
    try {
      const body = await small(sharp(bytes, limits)).toBuffer()
      return { type: 'image/webp', body }
    } catch {
      return null
    }
  })
}

/** As it was held when it was taken; what else the file tells is left behind. */
function small(image: Sharp): Sharp {
  return image
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: patienceSeconds })
}

/** Opened when first needed: a machine without it does all but pictures. */
async function opened() {
  const { default: sharp } = await import('sharp').catch(() => {
    throw tryAgain('This server cannot read pictures just now. Use one by its address.')
  })
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: readers })
  return sharp
}

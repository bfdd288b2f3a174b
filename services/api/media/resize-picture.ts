import type { Sharp } from 'sharp'
import { maxPicturePixels } from '#events/rules/limits.ts'
import { limitConcurrency } from '../../store/concurrency-limit.ts'
import { tryAgain } from '../../web/index.ts'

export type Picture = { type: 'image/webp'; body: Buffer }

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

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureIn, pictureOf } from './image.ts'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2040c0' } })
const uri = (type: string, body: Buffer | string) =>
  `data:image/${type};base64,${Buffer.from(body).toString('base64')}`

test('a photo loses its location and camera, is rotated upright and shrunk to 1024 px', async () => {
  const photo = await plain(2000, 1000)
    .withExif({
      IFD0: { Model: 'CANARY-CAMERA', Copyright: 'CANARY-PERSON' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const { type, body } = (await pictureIn(uri('jpeg', photo)))!
  const { format, width, height, exif, xmp, iptc, icc, orientation } = await sharp(body).metadata()
  expect([type, format, width, height]).toEqual(['image/webp', 'webp', 512, 1024])
  expect([exif, xmp, iptc, icc, orientation]).toEqual(Array(5).fill(undefined))
  expect(body.includes('CANARY')).toBe(false)
})

test('a small picture is not enlarged, and the same picture gives the same bytes', async () => {
  const small = await plain(40, 30).png().toBuffer()
  const [one, other] = [await pictureOf(small), await pictureOf(small)]
  expect((await sharp(one!.body).metadata()).width).toBe(40)
  expect(one!.body.equals(other!.body)).toBe(true)
})

test.each<[string, () => Promise<string> | string]>([
  ['SVG', () => uri('svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
  ['SVG that says it is PNG', () => uri('png', '<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a page', () => uri('png', '<html><script>alert(1)</script></html>')],
  ['a cut PNG', async () => uri('png', (await plain(400, 400).png().toBuffer()).subarray(0, 120))],
  ['TIFF', async () => uri('tiff', await plain(4, 4).tiff().toBuffer())],
  ['more than 25 megapixels', async () => uri('png', await plain(5_001, 5_000).png().toBuffer())],
  ['a bomb', async () => uri('png', await plain(9_000, 9_000).png().toBuffer())],
  ['no picture at all', () => 'data:text/html;base64,AAAA'],
  ['nothing', () => 'data:image/png;base64,'],
])('%s is refused', async (_, input) => expect(await pictureIn(await input())).toBeNull())

test('P15: one picture is decoded, thirty wait, and any more are refused immediately', async () => {
  const photo = await plain(30, 20).jpeg().toBuffer()
  const all = await Promise.allSettled(Array.from({ length: 40 }, () => pictureOf(photo)))
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(40 - 31)
})

test('an animation is reduced to its first frame', async () => {
  const gif = await plain(8, 8).gif().toBuffer()
  expect((await pictureIn(uri('gif', gif)))?.type).toBe('image/webp')
})

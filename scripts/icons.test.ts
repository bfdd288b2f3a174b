import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { icons } from './icons.ts'

const publicDir = join(import.meta.dirname, '../console/public')
const read = (file: string) => readFile(join(publicDir, file))
type Listed = { src: string; sizes: string; type: string; purpose?: string }

test('the page is installed with an icon of 192, one of 512 and one that a mask may cut', async () => {
  const text = await readFile(join(publicDir, 'app.webmanifest'), 'utf8')
  const listed = (JSON.parse(text) as { icons: Listed[] }).icons
  const drawn = listed.filter(({ type }) => type === 'image/png')
  expect(drawn.map(({ src }) => src)).toEqual(icons.map(({ file }) => `/${file}`))
  expect(drawn.map(({ purpose }) => purpose)).toEqual([undefined, undefined, 'maskable'])
  for (const { src, sizes } of drawn) {
    const { width, height, format } = await sharp(await read(src)).metadata()
    expect([src, `${width}x${height}`, format]).toEqual([src, sizes, 'png'])
  }
})

test('the icons are what the script draws', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waggle-icons-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  // In a process of its own: here the server has forbidden sharp to draw what is no photo.
  execFileSync(process.execPath, [join(import.meta.dirname, 'icons.ts'), folder])
  for (const { file } of icons) {
    const pixels = (png: Buffer) => sharp(png).raw().toBuffer()
    const kept = await pixels(await read(file))
    const made = await pixels(await readFile(join(folder, file)))
    const differing = kept.filter((value, index) => Math.abs(value - made[index]!) > 8).length
    expect([file, differing]).toEqual([file, 0])
  }
})

test('a mask that cuts the corners away cuts nothing but ground', async () => {
  const { data, info } = await sharp(await read('icon-maskable-512.png'))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const middle = info.width / 2
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      if (Math.hypot(x - middle, y - middle) < info.width * 0.4) continue
      const at = (y * info.width + x) * info.channels
      if (data[at] !== 0x14) throw new Error(`drawn at ${x}, ${y}`)
    }
  }
})

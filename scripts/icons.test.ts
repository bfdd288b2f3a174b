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

test('the manifest lists an icon of 192 px, one of 512 px and a maskable one', async () => {
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

test('the committed icons equal the output of the script', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waggle-icons-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  // In a separate process, because the server's code has restricted sharp to photo formats here.
  execFileSync(process.execPath, [join(import.meta.dirname, 'icons.ts'), folder])
  for (const { file } of icons) {
    const pixels = (png: Buffer) => sharp(png).raw().toBuffer()
    const committed = await pixels(await read(file))
    const rendered = await pixels(await readFile(join(folder, file)))
    const differing = committed.filter(
      (value, index) => Math.abs(value - rendered[index]!) > 8,
    ).length
    expect([file, differing]).toEqual([file, 0])
  }
})

test('a mask that crops the corners crops only background', async () => {
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

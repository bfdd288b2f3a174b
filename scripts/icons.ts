// `npm run icons [-- folder]` renders the PNG icons of the installed page from the SVG icon.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { argumentsOf } from './support/arguments.ts'

const publicDir = join(import.meta.dirname, '../console/public')
const ground = '#14121b'
/** A mask may crop the icon to the middle four fifths, so the drawing stays inside them. */
const safe = 0.72
export const icons = [
  { file: 'icon-192.png', size: 192, share: 1 },
  { file: 'icon-512.png', size: 512, share: 1 },
  { file: 'icon-maskable-512.png', size: 512, share: safe },
]

async function iconOf(svg: Buffer, { size, share }: { size: number; share: number }) {
  const inner = Math.round(size * share)
  const drawn = await sharp(svg, { density: 600 }).resize(inner, inner).png().toBuffer()
  if (share === 1) return drawn
  const background = { width: size, height: size, channels: 4 as const, background: ground }
  return sharp({ create: background })
    .composite([{ input: drawn }])
    .png()
    .toBuffer()
}

if (import.meta.main) {
  const { words } = argumentsOf('npm run icons [-- <folder>]', { words: [0, 1] })
  const [folder = publicDir] = words
  const svg = await readFile(join(publicDir, 'icon.svg'))
  for (const { file, ...options } of icons) {
    await writeFile(join(folder, file), await iconOf(svg, options))
  }
}

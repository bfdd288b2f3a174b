// Pictures of every screen on a tablet and a phone, to be looked at, and the one in the README:
//   node scripts/screenshots.ts [folder]
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtConsole } from './console.ts'
import { findChromium } from './chromium.ts'
import { photograph } from './screenshots/photograph.ts'
import { seed } from './seed.ts'
import { startServers } from './servers.ts'
import { startWaggle } from './waggle.ts'

const root = join(import.meta.dirname, '..')
const folder = process.argv[2] ?? join(root, '.cache', 'screenshots')
const picture = join(root, 'docs', 'console.png')

const found = findChromium()
if ('missing' in found) throw new Error(found.missing)
mkdirSync(folder, { recursive: true })
mkdirSync(join(root, 'docs'), { recursive: true })
const dir = mkdtempSync(join(tmpdir(), 'waggle-screens-'))
const [servers, consoleDist] = await Promise.all([
  startServers({ dir, fsync: false }),
  builtConsole(),
])
const adminKey = randomBytes(24).toString('base64url')
const { databaseUrl, natsUrl } = servers
const waggle = await startWaggle({
  databaseUrl,
  natsUrl,
  port: 0,
  adminKey,
  consoleDist,
  quiet: true,
})
try {
  const seeded = await seed({ waggle, adminKey, empty: false })
  await photograph({ waggle, adminKey, seeded, chromium: found.path, folder, picture })
} finally {
  await waggle.stop()
  await servers.stop()
  rmSync(dir, { recursive: true, force: true })
}
console.log(`Pictures are in ${folder}, the README's is ${picture}`)

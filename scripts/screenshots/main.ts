// Reproducible pictures for README and handbook: npm run screenshots
// One of them, into a folder: npm run screenshots -- folder --only status
// Every screen in all its states, on tablet and phone, for review: npm run screenshots -- folder
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argumentsOf } from '../support/arguments.ts'
import { builtConsole } from '../support/console-server.ts'
import { findChromium } from '../support/chromium.ts'
import { photograph } from './photograph.ts'
import { readmePictures } from './readme.ts'
import { seed } from '../seed.ts'
import { startServers } from '../servers/index.ts'
import { startWaggle } from '#services/index.ts'

const { values, words } = argumentsOf('npm run screenshots [-- <folder> [--only <name>]]', {
  values: ['only'],
  words: [0, 1],
})
const { only } = values
const [target] = words
const isEveryScreen = target !== undefined && only === undefined
const folder = target ?? join(import.meta.dirname, '../../docs/pictures')
const unlimited = { perSecond: 1_000_000, burst: 1_000_000 }

const found = findChromium()
if ('missing' in found) throw new Error(found.missing)
mkdirSync(folder, { recursive: true })
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
  oneClick: true,
  cabinetRateLimit: unlimited,
  quiet: true,
})
const options = { waggle, adminKey, chromium: found.path, folder }
try {
  if (!isEveryScreen) await readmePictures({ ...options, only })
  else await photograph({ ...options, seeded: await seed({ waggle, adminKey, empty: false }) })
} finally {
  await waggle.stop()
  await servers.stop()
  rmSync(dir, { recursive: true, force: true })
}
console.log(`Pictures are in ${folder}`)

// `npm start`: servers, services, console, and on the embedded default a seeded evening that plays.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { builtConsole } from './console.ts'
import { ownServers } from './environment.ts'
import { endWithParent } from './parent.ts'
import { ownSecret } from './secret.ts'
import { seed } from './seed.ts'
import type { Seeded } from './seed.ts'
import { simulate } from './simulator/simulate.ts'
import { startWaggle } from './waggle.ts'

const { values: flags } = parseArgs({ options: { empty: { type: 'boolean', default: false } } })
const port = Number(process.env['PORT'] ?? 8080)

const [servers, consoleDist] = await Promise.all([ownServers(), builtConsole()])
const adminKey = servers.embedded
  ? (process.env['ADMIN_API_KEY'] ?? randomBytes(24).toString('base64url'))
  : undefined
const waggle = await startWaggle({
  databaseUrl: servers.databaseUrl,
  natsUrl: servers.natsUrl,
  port,
  host: process.env['HOST'] ?? '127.0.0.1',
  consoleDist,
  secret: servers.embedded ? ownSecret(servers.dataDir) : process.env['WAGGLE_SECRET'],
  ...(adminKey ? { adminKey } : {}),
})
const stopping = new AbortController()
let playing: Promise<unknown> = Promise.resolve()
let seeded: Seeded | null = null
if (servers.embedded && adminKey) {
  seeded = await seed({ waggle, adminKey, empty: flags.empty })
  if (seeded.cabinets.length > 0) {
    const url = `${waggle.url.replace('http', 'ws')}/ws/stats_listener/v3`
    const { cabinets } = seeded
    const { signal } = stopping
    playing = simulate({ cabinets, url, signal, gameSeconds: 50, pauseSeconds: 15 })
  }
}
greet()

let ended = false
async function end(): Promise<void> {
  if (ended) return
  ended = true
  stopping.abort()
  await Promise.race([playing, new Promise((resolve) => setTimeout(resolve, 1_000))])
  await waggle.stop()
  await servers.stop()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
endWithParent(() => void end())

function greet(): void {
  console.log(`\nWaggle is running at ${waggle.url}`)
  if (!seeded) {
    console.log(`Sign up at ${waggle.url}/sign-up: the first account owns the site.`)
    return
  }
  console.log('Sign in with one click:')
  for (const { name, link } of seeded.signIns) console.log(`  ${name.padEnd(10)} ${link}`)
  if (seeded.tournament) {
    console.log(`Matches:     ${waggle.url}/tournament/${seeded.tournament}/admin/current-matches`)
  }
  console.log(`API:         ${waggle.url}/api/docs/`)
  if (!process.env['ADMIN_API_KEY']) console.log(`API key:     ${adminKey} (until the next start)`)
  console.log('Ctrl-C ends it; the data stays.\n')
}

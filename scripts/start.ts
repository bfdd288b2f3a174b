// `npm start`: servers, services and console; with the embedded servers also a seeded example
// evening.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { requireSyncAlways } from '#services/log/index.ts'
import { builtConsole } from './support/console-server.ts'
import { argumentsOf } from './support/arguments.ts'
import { ownServers } from './support/environment.ts'
import { printAddresses, playEvening } from './example-evening.ts'
import { endWithParent } from './support/parent.ts'
import { ownSecret } from './support/own-secret.ts'
import { seed } from './seed.ts'
import type { SeedResult } from './seed.ts'
import { startWaggle } from '#services/index.ts'
import { isRetryable } from '#services/web/index.ts'
import { hasOwner } from '#services/store/index.ts'
import { checkSettings, reasonOf } from '#services/process/settings.ts'

const { flags } = argumentsOf('npm start [-- --empty] [-- --people]', {
  flags: ['empty', 'people'],
})
const stopLimitMs = 4_000
const retryMs = 500

const stopping = new AbortController()
let playing: Promise<unknown> = Promise.resolve()
let seeded: SeedResult | null = null
let ended = false
/** Resolves when one of our own servers does not start any more. */
const giveUp = Promise.withResolvers<void>()
void giveUp.promise.then(() => (isRunning ? end(1) : process.exit(1)))
let isRunning = false
endWithParent(() => (isRunning ? void end() : process.exit(1)))
const { servers, waggle, ownKey, adminKey } = await start().catch((error: unknown) => {
  console.error(`Waggle cannot start: ${reasonOf(error)}`)
  process.exit(1)
})
isRunning = true
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
if (servers.embedded && adminKey) {
  seeded = await seedEventually(adminKey)
  playing = playEvening({
    url: waggle.url,
    adminKey,
    seeded,
    people: flags.has('people'),
    signal: stopping.signal,
  })
}
await printLinks()

async function end(code = 0): Promise<void> {
  if (ended) return
  ended = true
  stopping.abort()
  await Promise.race([playing, sleep(1_000)])
  // If a server hangs, the work in progress cannot be finished; the next start repeats it (P2).
  await Promise.race([waggle.stop(), sleep(stopLimitMs)])
  await servers.stop()
  process.exit(code)
}

async function start() {
  checkSettings(process.env)
  const [servers, consoleDist] = await Promise.all([ownServers(), builtConsole()])
  const notes = servers.keepRunning?.((reason) => {
    console.error(`${reason} Waggle ends.`)
    giveUp.resolve()
  })
  if (!servers.natsUrls) {
    const monitorUrl = process.env['NATS_MONITOR_URL']
    if (monitorUrl) await requireSyncAlways(monitorUrl)
    else
      console.warn('Whether NATS syncs before it acknowledges is not known: see NATS_MONITOR_URL.')
  }
  const ownKey = servers.embedded ? randomBytes(24).toString('base64url') : undefined
  const adminKey = process.env['ADMIN_API_KEY'] || ownKey
  const waggle = await startWaggle({
    databaseUrl: servers.databaseUrl,
    natsUrl: servers.natsUrl,
    natsUrls: servers.natsUrls,
    port: Number(process.env['PORT'] || 8080),
    compatPort: Number(process.env['HIVE_PORT'] || 8081),
    compatHost: process.env['HIVE_HOST'],
    host: process.env['HOST'] || '127.0.0.1',
    consoleDist,
    secret: servers.embedded ? ownSecret(servers.dataDir) : process.env['WAGGLE_SECRET'],
    ...(adminKey ? { adminKey } : {}),
    oneClick: servers.embedded,
    telemetry: true,
    dataDir: servers.dataDir,
    ...(notes && { ownServers: notes }),
  })
  return { servers, waggle, ownKey, adminKey }
}

/**
 * Only statements to the database fail in a way that is retried. All of them come before the
 * tournament exists, and what they store is stored once.
 */
async function seedEventually(key: string): Promise<SeedResult> {
  for (;;)
    try {
      return await seed({ waggle, adminKey: key, empty: flags.has('empty') })
    } catch (error) {
      if (!ended && !(error instanceof Error && isRetryable(error))) {
        console.error(`Waggle cannot make the example evening: ${reasonOf(error)}`)
        void end(1)
      }
      if (ended) return new Promise(() => {}) // the process is about to exit
      await sleep(retryMs)
    }
}

async function printLinks(): Promise<void> {
  console.log(`\nWaggle is running at ${waggle.url}`)
  console.log(`Existing programs and devices: ${waggle.compatUrl}`)
  if (!seeded) {
    const isOwned = await hasOwner(waggle.store)
    if (isOwned) console.log(`Sign in at ${waggle.url}/sign-in`)
    else console.log(`Sign up at ${waggle.url}/sign-up: the first account owns the site.`)
    return
  }
  printAddresses(waggle.url, seeded)
  if (adminKey === ownKey) console.log(`API key:     ${adminKey} (until the next start)`)
  console.log('Ctrl-C ends it; the data stays.\n')
}

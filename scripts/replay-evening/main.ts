// `npm run replay-evening -- 818 [--speed 50] [--url http://127.0.0.1:8080 --key …]` replays a
// recorded evening through REST and the cabinets' sockets and compares the results with the
// recording. Exit code 1 on any difference. `robin` and `double` are generated evenings; `--speed
// max` is as fast as events are acknowledged.
import { evening as recorded, eveningIds, recordings } from '#test/support/recordings.ts'
import type { Evening } from '#test/support/recordings.ts'
import { argumentsOf } from '../support/arguments.ts'
import { generated, generatedIds } from './generated.ts'
import { replay } from './replay.ts'
import type { ReplayReport } from './replay.ts'
import type { Difference } from './compare.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { natsAddress } from '#services/log/index.ts'
import pg from 'pg'
import { startServers } from '../servers/index.ts'
import type { Servers } from '../servers/index.ts'
import { startWaggle } from '#services/index.ts'

/** No rate limit, because a replayed cabinet sends a whole evening in seconds. */
const rateLimit = { perSecond: 1_000_000, burst: 1_000_000 }

const usage =
  'npm run replay-evening -- <evening> [--speed 50 | max] [--url <address> --key <API key>]'
const { values, words } = argumentsOf(usage, { values: ['speed', 'url', 'key'], words: [0, 1] })

const speed = values.speed === 'max' ? 0 : Number(values.speed ?? 50)
const evening = eveningOf(words[0] ?? '')
if (typeof evening === 'string') fail(evening)
// Slower than real time, every game would be later than the previous one, like a growing backlog.
else if (!(speed === 0 || speed >= 1)) fail('--speed must be a number of at least 1, or max')
else if (values.url && !values.key) fail('--url needs --key, an API key of that Waggle')
else await run(evening)

async function run(evening: Evening): Promise<void> {
  const { url, key } = values
  const waggle = url && key ? { url, key, stop: async () => {} } : await ownWaggle()
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= waggle.stop())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)))
  }
  try {
    const { id } = evening.tournament
    const say = (line: string) => console.log(line)
    const replayed = await replay({ evening, url: waggle.url, key: waggle.key, speed, say })
    for (const line of replayed.byHand) console.log(`by hand: ${line}`)
    if (replayed.differences.length > 0) console.log(`\n${table(replayed.differences)}\n`)
    console.log(summary(String(id), replayed))
    process.exitCode = replayed.differences.length > 0 ? 1 : 0
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  } finally {
    await stop()
  }
}

function eveningOf(id: string): Evening | string {
  const generatedId = generatedIds.find((name) => name === id)
  if (generatedId) return generated(generatedId)
  const recordedId = eveningIds.find((name) => name === id)
  if (!recordedId) return `Name an evening: ${[...eveningIds, ...generatedIds].join(', ')}`
  if (recordings()) return recorded(recordedId)
  return 'There are no recordings beside the repository and none in WAGGLE_RECORDINGS.'
}

function fail(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}

/** Formats differences as aligned columns. */
function table(differences: Difference[]): string {
  const head: Difference = { where: 'where', what: 'what', record: 'record', ours: 'ours' }
  const columns = ['where', 'what', 'record', 'ours'] as const
  const widths = columns.map((key) =>
    Math.max(...[head, ...differences].map((row) => row[key].length)),
  )
  const line = (row: Difference) =>
    columns
      .map((key, index) => row[key].padEnd(widths[index]!))
      .join('  ')
      .trimEnd()
  return [head, ...differences].map(line).join('\n')
}

function summary(id: string, { differences, ...replayed }: ReplayReport): string {
  const { matches, games, events, seconds } = replayed
  const count = differences.length
  const verdict =
    count === 0 ? 'all as recorded' : `${count} ${count === 1 ? 'difference' : 'differences'}`
  const played = `${matches} matches, ${games} games, ${events.acknowledged} events acknowledged`
  return `Evening ${id}: ${played} in ${seconds.toFixed(1)} s: ${verdict}.`
}

type Own = { url: string; key: string; stop(): Promise<void> }

/**
 * A Waggle for one replay, apart from any existing data: on its own servers in a temporary folder, or
 * with `DATABASE_URL` in a separate database on that server.
 */
async function ownWaggle(): Promise<Own> {
  const { DATABASE_URL: databaseUrl, NATS_URL: natsUrl } = process.env
  const dir = await mkdtemp(join(tmpdir(), 'waggle-evening-'))
  const servers = await startServers({ dir, databaseUrl, natsUrl, fsync: false })
  const cleanUp = async () => {
    await servers.stop()
    await rm(dir, { recursive: true, force: true })
  }
  const key = randomBytes(24).toString('base64url')
  try {
    const waggle = await onServers(servers, key)
    const stop = async () => {
      try {
        await waggle.stop()
      } finally {
        await cleanUp()
      }
    }
    return { url: waggle.url, key, stop }
  } catch (error) {
    await cleanUp()
    throw error
  }
}

async function onServers({ databaseUrl, natsUrl }: Servers, adminKey: string) {
  const name = `evening_${randomBytes(6).toString('hex')}`
  await ask(databaseUrl, `create database ${name}`)
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  const streams = `${name}_`
  const options = {
    databaseUrl: url.href,
    natsUrl,
    streams,
    port: 0,
    adminKey,
    cabinetRateLimit: rateLimit,
  }
  const waggle = await startWaggle({ ...options, quiet: true })
  const stop = async () => {
    await waggle.stop()
    await ask(databaseUrl, `drop database ${name} with (force)`)
    await dropStreams(natsUrl, streams)
  }
  return { url: waggle.url, stop }
}

/** The servers may be shared, so everything is removed from them. */
async function dropStreams(natsUrl: string, prefix: string): Promise<void> {
  const connection = await connect(natsAddress(natsUrl))
  const { streams } = await jetstreamManager(connection)
  for await (const { config } of streams.list()) {
    if (config.name.includes(prefix)) await streams.delete(config.name)
  }
  await connection.close()
}

async function ask(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

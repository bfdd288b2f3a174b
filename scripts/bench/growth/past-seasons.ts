// Compares a short history with one a hundred times as long: service starts, reads, and backups.
import { request } from 'node:http'
import pg from 'pg'
import { startChild } from '../children/child.ts'
import type { Child } from '../children/child.ts'
import type { PastSeasons } from '../children/past-seasons.ts'
import type { Product } from '../children/product.ts'
import type { ServiceStart } from '../children/service-start.ts'
import { measureBoth, reportGrowth, withChild } from './report.ts'
import type { FewAndMany, Options, Sizes } from './report.ts'
import { alternate, median } from '../measure/numbers.ts'
import { serverMs } from '../measure/server-cpu.ts'
import type { BenchServers } from '../servers/index.ts'

type Started = { cpuMs: number; heldBytes: number }
type Connections = { natsUrl: string; streams: string; databaseUrl: string }
type LongHistory = Connections & { child: Child<PastSeasons> } & Awaited<
    ReturnType<PastSeasons['write']>
  >

/** Uses two separate Waggles, one with a history a hundred times as long as the other's. */
export async function longHistory(
  servers: BenchServers,
  options: Options,
  most: number,
): Promise<void> {
  await withHistories(servers, options, { most, eventsPerCommit: 10 }, async (histories) => {
    const { report } = options
    const { commitBytes, eventBytes } = histories.many
    report({ what: 'a commit on disk: log, rows and frame', unit: 'bytes', product: commitBytes })
    report({ what: 'a cabinet event on disk: log and rows', unit: 'bytes', product: eventBytes })
    await starts(options, histories)
    await reads(servers, options, histories)
    await copies(servers, options, histories)
    await rowHashes(options, histories, { few: 10_000, many: most < 10_000 ? 100_000 : 1_000_000 })
  })
}

/** Starts and reads with a million commits. Few cabinet events, because a start does not read them. */
export function millionCommits(servers: BenchServers, options: Options): Promise<void> {
  return withHistories(
    servers,
    options,
    { most: 1_000_000, eventsPerCommit: 0.1 },
    async (histories) => {
      await starts(options, histories)
      await reads(servers, options, histories)
    },
  )
}

async function withHistories(
  servers: BenchServers,
  { flags }: Options,
  { most, eventsPerCommit }: { most: number; eventsPerCommit: number },
  work: (histories: Record<'few' | 'many', LongHistory>) => Promise<void>,
): Promise<void> {
  const bySize: Partial<Record<'few' | 'many', LongHistory>> = {}
  try {
    for (const size of ['few', 'many'] as const) {
      const commits = size === 'few' ? most / 100 : most
      const events = eventsPerCommit * commits
      bySize[size] = await makePast(servers, flags, size, { commits, events })
    }
    await work(bySize as Record<'few' | 'many', LongHistory>)
  } finally {
    for (const one of Object.values(bySize)) await one.child.end()
  }
}

async function makePast(
  servers: BenchServers,
  flags: string[],
  size: string,
  options: { commits: number; events: number },
): Promise<LongHistory> {
  const { natsUrl } = servers
  const connections = {
    natsUrl,
    streams: `past_${size}_`,
    databaseUrl: await servers.newDatabase(`past_${size}`),
  }
  const child = startChild<PastSeasons>('past-seasons.ts', flags)
  await child.ask('open', connections)
  return { ...connections, child, ...(await child.ask('write', options)) }
}

/** The first start reads the whole log and saves notes; the measured starts continue from them. */
async function starts(
  { flags, report }: Options,
  histories: Record<'few' | 'many', LongHistory>,
): Promise<void> {
  const sizes = { few: histories.few.commits, many: histories.many.commits }
  // The desk first, because the referee's own desk then continues from its note.
  for (const service of ['projector', 'desk', 'referee'] as const) {
    const start = async (size: 'few' | 'many') =>
      withChild<ServiceStart, Started>('service-start.ts', flags, async (child) => {
        const { natsUrl, streams, databaseUrl, open } = histories[size]
        const found = await child.ask('start', service, {
          natsUrl,
          streams,
          databaseUrl,
          tournament: open,
        })
        await child.ask('stop')
        return found
      })
    for (const size of ['few', 'many'] as const) await start(size)
    const all = await alternate(4, { product: () => start('many'), baseline: () => start('few') })
    const middle = (of: (one: Started) => number) => ({
      few: median(all.baseline.map(of)),
      many: median(all.product.map(of)),
    })
    const reportMeasured = (what: string, unit: string, of: (one: Started) => number) =>
      reportGrowth(
        report,
        { what: `start of the ${service}, ${what}, commits in the log`, unit, sizes },
        middle(of),
      )
    reportMeasured('CPU', 'ms', (one) => one.cpuMs)
    reportMeasured('memory', 'MiB', (one) => one.heldBytes / 2 ** 20)
  }
}

const pages = [
  ['tournaments', '/api/tournament/tournament/'],
  ['recent games', '/api/game/game/recent/'],
  ['games of a cabinet', '/api/game/game/?cabinetId=1'],
  ['matches of a tournament', '/api/tournament/match/?tournamentId=1'],
  ['matches of a stage', '/api/tournament/match/?bracketId=1001'],
  ['the history of a tournament', '/api/tournament/tournament/1/history/'],
] as const

async function reads(
  servers: BenchServers,
  { flags, report, short }: Options,
  histories: Record<'few' | 'many', LongHistory>,
): Promise<void> {
  const sizes = { few: histories.few.commits, many: histories.many.commits }
  const found = new Map<string, Partial<FewAndMany>>()
  for (const size of ['few', 'many'] as const) {
    await vacuum(histories[size].databaseUrl)
    await withChild<Product, void>('product.ts', flags, async (child) => {
      const { natsUrl, streams, databaseUrl } = histories[size]
      const options = { natsUrl, streams, databaseUrl, adminKey: servers.adminKey }
      const url = await child.ask('open', options)
      for (const [name, path] of pages) {
        const cost = await costOf(
          short ? 40 : 200,
          () => get(`${url}${path}`, servers.adminKey),
          child,
        )
        found.set(name, { ...found.get(name), [size]: cost })
      }
    })
  }
  for (const [name] of pages) {
    const what = `${name} read, CPU, commits in the log`
    reportGrowth(report, { what, unit: 'ms', sizes }, found.get(name) as FewAndMany)
  }
}

/** Otherwise Postgres would clean up after the writes while reads are measured. */
async function vacuum(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

/** CPU time of the service and Postgres together, per call. */
async function costOf(
  times: number,
  work: () => Promise<void>,
  child: { ask(name: 'cpuMs'): Promise<number> },
): Promise<number> {
  for (let i = 0; i < times / 2; i++) await work()
  const spent = async () => (await child.ask('cpuMs')) + serverMs('postgres')
  const before = await spent()
  for (let i = 0; i < times; i++) await work()
  return ((await spent()) - before) / times
}

function get(url: string, key: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` }
    const sent = request(url, { headers }, (response) => {
      const { statusCode = 0 } = response
      if (statusCode >= 300) reject(new Error(`${url}: ${statusCode}`))
      response.resume().on('end', resolve)
    })
    sent.on('error', reject).end()
  })
}

/** Cost of verify, backup and restore per cabinet event; these are nearly all rows. */
async function copies(
  servers: BenchServers,
  { report }: Options,
  histories: Record<'few' | 'many', LongHistory>,
): Promise<void> {
  const sizes = { few: histories.few.events, many: histories.many.events }
  const cost = async (size: 'few' | 'many', work: () => Promise<unknown>) => {
    const { child, events } = histories[size]
    const spent = async () =>
      (await child.ask('cpuMs')) + serverMs('postgres') + serverMs('nats-server')
    const before = await spent()
    await work()
    return (1_000 * ((await spent()) - before)) / events
  }
  const reportMeasured = (what: string, found: FewAndMany) =>
    reportGrowth(report, { what: `${what}, CPU an event, events`, unit: 'µs', sizes }, found)
  reportMeasured(
    'verify',
    await measureBoth((size) => cost(size, () => histories[size].child.ask('verify'))),
  )
  reportMeasured(
    'backup',
    await measureBoth((size) => cost(size, () => histories[size].child.ask('backup'))),
  )
  const restored = await measureBoth(async (size) => {
    const databaseUrl = await servers.newDatabase(`restored_${size}`)
    const to = { natsUrl: servers.natsUrl, streams: `restored_${size}_`, databaseUrl }
    return cost(size, () => histories[size].child.ask('restore', to))
  })
  reportMeasured('restore', restored)
}

/** The row hashes that all three use, over the number of rows of several years of games. */
async function rowHashes(
  { report }: Options,
  histories: Record<'few' | 'many', LongHistory>,
  sizes: Sizes,
): Promise<void> {
  const { child } = histories.many
  const measured = await measureBoth(async (size) => {
    await child.ask('fillRows', sizes[size])
    const times = Math.ceil(sizes.many / sizes[size] / 5)
    const before = serverMs('postgres')
    for (let i = 0; i < times; i++) await child.ask('hash')
    return (1_000 * (serverMs('postgres') - before)) / (times * sizes[size])
  })
  reportGrowth(
    report,
    { what: 'the hash of all rows, CPU a row, rows', unit: 'µs', sizes },
    measured,
  )
}

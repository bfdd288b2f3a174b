// Measures the cost of one command: CPU time per process, and transactions.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Side } from './load/commands.ts'
import { aimLoad } from './commands.ts'
import { median, quantile } from './measure/numbers.ts'
import { serverMs } from './measure/server-cpu.ts'
import type { Measurement } from './measure/table.ts'
import type { BenchServers } from './servers/index.ts'

const perSecond = 50
const inFlight = 64
/** Postgres updates its statistics about a second later. */
const statisticsDelayMs = 2_500

type Spent = { services: number; postgres: number; nats: number; transactions: number }

type Report = (line: Measurement) => void
type Options = { short: boolean; report: Report }

export async function cost(servers: BenchServers, { short, report }: Options) {
  await atSteadyRate(servers, { short, report })
  await idleCost(servers, report)
  await scrape(servers, report)
  await atFullLoad(servers, { short, report })
}

/** Most of the cost is then for waking up processes, each of which does little at a time. */
async function atSteadyRate(servers: BenchServers, { short, report }: Options): Promise<void> {
  await aimLoad(servers)
  const count = short ? 200 : 1_000
  const answers: Partial<Record<Side, number>> = {}
  const spent = await ofBothSides(async (side) => {
    await servers.load.ask('atRate', side, perSecond, 150)
    return spentPerCommand(servers, side, async () => {
      const times = await servers.load.ask('atRate', side, perSecond, count)
      answers[side] = median(times.answer)
      return count
    })
  })
  reportSpent('a command', spent, report)
  const [product, baseline] = [answers.product!, answers.baseline!]
  const ratio = product / baseline
  report({ what: 'a command → answer, p50', unit: 'ms', product, baseline, ratio, aim: '≤ 2' })
}

/** As many commands as both processors can take, over many tournaments. */
async function atFullLoad(servers: BenchServers, { short, report }: Options): Promise<void> {
  await aimLoad(servers, [servers.prepared, ...(await servers.newTournaments(short ? 9 : 99))])
  const seconds = short ? 2 : 10
  const spent = await ofBothSides(async (side) => {
    await servers.load.ask('atMost', side, inFlight, 2)
    return spentPerCommand(servers, side, async () => {
      const rate = await servers.load.ask('atMost', side, inFlight, seconds)
      return rate * seconds
    })
  })
  reportSpent('a command at full load', spent, report)
}

async function ofBothSides(measure: (side: Side) => Promise<Spent>): Promise<Record<Side, Spent>> {
  return { product: await measure('product'), baseline: await measure('baseline') }
}

function reportSpent(name: string, spent: Record<Side, Spent>, report: Report): void {
  const line = (what: string, unit: string, of: (one: Spent) => number, aim = '') => {
    const [product, baseline] = [of(spent.product), of(spent.baseline)]
    report({ what: `${name}, ${what}`, unit, product, baseline, ratio: product / baseline, aim })
  }
  const all = ({ services, postgres, nats }: Spent) => services + postgres + nats
  line('CPU of all processes', 'ms', all, '≤ 3 ms')
  line('CPU of the services', 'ms', ({ services }) => services)
  line('CPU of Postgres', 'ms', ({ postgres }) => postgres)
  line('CPU of NATS', 'ms', ({ nats }) => nats)
  line('transactions', '', ({ transactions }) => transactions, '≤ 3')
}

/** `work` returns the number of its commands. */
async function spentPerCommand(
  servers: BenchServers,
  side: Side,
  work: () => Promise<number>,
): Promise<Spent> {
  await sleep(statisticsDelayMs)
  const before = await spentBy(servers, side)
  const count = await work()
  await sleep(statisticsDelayMs)
  const after = await spentBy(servers, side)
  const each = (what: keyof Spent) => (after[what] - before[what]) / count
  return {
    services: each('services'),
    postgres: each('postgres'),
    nats: each('nats'),
    transactions: each('transactions'),
  }
}

/** The idle cost of the same processes, which is included in the figures above. */
async function idleCost(servers: BenchServers, report: Report): Promise<void> {
  const seconds = 5
  const before = await spentBy(servers, 'product')
  await sleep(seconds * 1_000)
  const after = await spentBy(servers, 'product')
  const spent = (['services', 'postgres', 'nats'] as const).map(
    (part) => after[part] - before[part],
  )
  const product = spent.reduce((sum, each) => sum + each, 0) / (seconds * perSecond)
  report({ what: 'of that, by the clock: CPU with no command at all', unit: 'ms', product })
}

/** Cost of a scrape with all series that the previous commands created. */
async function scrape({ product }: BenchServers, report: Report): Promise<void> {
  const url = await product.ask('metricsUrl')
  const times: number[] = []
  const one = async () => {
    const since = performance.now()
    await (await fetch(url)).text()
    times.push(performance.now() - since)
  }
  for (let i = 0; i < 20; i++) await one()
  const before = await product.ask('cpuMs')
  for (let i = 0; i < 100; i++) await one()
  const cpu = ((await product.ask('cpuMs')) - before) / 100
  report({ what: 'a scrape of /metrics, CPU', unit: 'ms', product: cpu, aim: '< 5 ms' })
  const p99 = quantile(times.slice(20), 0.99)
  report({ what: 'a scrape of /metrics, p99', unit: 'ms', product: p99, aim: '< 5 ms' })
}

async function spentBy(servers: BenchServers, side: Side): Promise<Spent> {
  const { product, baseline, databaseUrl, baselineDatabaseUrl } = servers
  const services = await (side === 'product' ? product.ask('cpuMs') : baseline.ask('cpuMs'))
  return {
    services,
    postgres: serverMs('postgres'),
    nats: serverMs('nats-server'),
    transactions: await transactionsIn(side === 'product' ? databaseUrl : baselineDatabaseUrl),
  }
}

async function transactionsIn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ n: number }>(
    `select xact_commit::int as n from pg_stat_database where datname = current_database()`,
  )
  await client.end()
  return rows[0]?.n ?? 0
}

// Measures the cost of one command: CPU time per process, and transactions.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Side } from './load/commands.ts'
import { aimLoad } from './commands.ts'
import { median, quantile } from './measure/numbers.ts'
import { serverMs } from './measure/server-cpu.ts'
import type { Line } from './measure/table.ts'
import type { BenchServers } from './servers/index.ts'

const perSecond = 50
/** Postgres updates its statistics about a second later. */
const statisticsDelayMs = 2_500

type Spent = { services: number; postgres: number; nats: number; transactions: number }

export async function cost(
  servers: BenchServers,
  { short, report }: { short: boolean; report: (line: Line) => void },
) {
  await aimLoad(servers)
  const count = short ? 200 : 1_000
  const spent: Partial<Record<Side, Spent>> = {}
  const answers: Partial<Record<Side, number>> = {}
  for (const side of ['product', 'baseline'] as const) {
    await servers.load.ask('atRate', side, perSecond, 150)
    await sleep(statisticsDelayMs)
    const before = await spentBy(servers, side)
    const times = await servers.load.ask('atRate', side, perSecond, count)
    await sleep(statisticsDelayMs)
    const after = await spentBy(servers, side)
    answers[side] = median(times.answer)
    const each = (what: keyof Spent) => (after[what] - before[what]) / count
    spent[side] = {
      services: each('services'),
      postgres: each('postgres'),
      nats: each('nats'),
      transactions: each('transactions'),
    }
  }
  const line = (what: string, unit: string, of: (side: Side) => number, aim = '') => {
    const [product, baseline] = [of('product'), of('baseline')]
    report({ what, unit, product, baseline, ratio: product / baseline, aim })
  }
  const cpu = (side: Side) => {
    const { services, postgres, nats } = spent[side]!
    return services + postgres + nats
  }
  line('a command, CPU of all processes', 'ms', cpu, '≤ 3 ms')
  line('a command, CPU of the services', 'ms', (side) => spent[side]!.services)
  line('a command, CPU of Postgres', 'ms', (side) => spent[side]!.postgres)
  line('a command, CPU of NATS', 'ms', (side) => spent[side]!.nats)
  line('a command, transactions', '', (side) => spent[side]!.transactions, '≤ 3')
  line('a command → answer, p50', 'ms', (side) => answers[side]!, '≤ 2')
  await idleCost(servers, report)
  await scrape(servers, report)
}

/** The idle cost of the same processes, which is included in the figures above. */
async function idleCost(servers: BenchServers, report: (line: Line) => void): Promise<void> {
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
async function scrape({ product }: BenchServers, report: (line: Line) => void): Promise<void> {
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

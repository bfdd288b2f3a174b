// Measures the cost of a commit when two thousand tournaments take turns: with all states in
// memory, with too little memory for them, and with almost none.
import { startChild } from './children/child.ts'
import type { Child } from './children/child.ts'
import type { ManyTournaments } from './children/many-tournaments.ts'
import { alternate, median, ratioOf } from './measure/numbers.ts'
import type { Pairs } from './measure/numbers.ts'
import type { BenchServers } from './servers/index.ts'
import type { Measurement } from './measure/table.ts'

type Options = { short: boolean; flags: string[]; report: (line: Measurement) => void }
type Cost = { wallUs: number; cpuUs: number }

const rounds = 6
const commits = 40
const streams = 'turns'

export async function tournaments(
  servers: BenchServers,
  { short, flags, report }: Options,
): Promise<void> {
  const count = short ? 200 : 2_000
  const scale = count / 2_000
  const databaseUrl = await servers.newDatabase('turns')
  const open = async (name: string, memoryMb: number): Promise<Child<ManyTournaments>> => {
    const child = startChild<ManyTournaments>('many-tournaments.ts', flags)
    children.push(child)
    await child.ask('open', { natsUrl: servers.natsUrl, streams, databaseUrl, memoryMb })
    const first = 1 + 10_000 * opened++
    await child.ask('make', { first, count, commits })
    const { states, packed, bytes } = await child.ask('size')
    const mib = (bytes / 2 ** 20).toFixed(1)
    console.log(`${name}: ${states} states in memory, ${packed} packed, ${mib} MiB`)
    return child
  }
  let opened = 0
  const children: Child<ManyTournaments>[] = []
  try {
    const [inMemory, packed, dropped] = [
      await open('enough memory', 256 * scale),
      await open('a third of it', 85 * scale),
      await open('next to none', 4 * scale),
    ]
    for (const child of children) await child.ask('press') // warm-up
    const about = `a commit, ${count.toLocaleString('en')} tournaments in turn`
    const baselines = await alternate(rounds, {
      product: () => inMemory.ask('press'),
      baseline: () => inMemory.ask('append'),
    })
    reportPairs(report, `${about}: in memory (baseline: append)`, baselines)
    const evicted = await alternate(rounds, {
      product: () => packed.ask('press'),
      baseline: () => inMemory.ask('press'),
    })
    reportPairs(report, `${about}: evicted (baseline: in memory)`, evicted, '≤ 1.5')
    const loaded = await alternate(rounds, {
      product: () => dropped.ask('press'),
      baseline: () => inMemory.ask('press'),
    })
    reportPairs(report, `${about}: from snapshots (baseline: in memory)`, loaded)
  } finally {
    await Promise.all(children.map((child) => child.end()))
  }
}

function reportPairs(
  report: Options['report'],
  what: string,
  pairs: Pairs<Cost>,
  aim?: string,
): void {
  for (const [name, of] of [
    ['', ({ wallUs }: Cost) => wallUs],
    [', CPU', ({ cpuUs }: Cost) => cpuUs],
  ] as const) {
    const both = { product: pairs.product.map(of), baseline: pairs.baseline.map(of) }
    const [product, baseline] = [median(both.product), median(both.baseline)]
    const ratio = ratioOf(both)
    report({
      what: `${what}${name}`,
      unit: 'µs',
      product,
      baseline,
      ratio,
      ...(aim ? { aim } : {}),
    })
  }
}

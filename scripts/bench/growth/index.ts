// Measures unit costs in a small installation and in one a hundred times as large, in CPU time or
// memory, so that other load on the machine matters little.
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from '../children/child.ts'
import type { Child } from '../children/child.ts'
import type { FanoutAlone } from '../children/fanout-alone.ts'
import type { ManyTournaments } from '../children/many-tournaments.ts'
import { longHistory, millionCommits } from './past-seasons.ts'
import { reportGrowth, withChild } from './report.ts'
import type { FewAndMany, Options, Sizes } from './report.ts'
import { alternate, median } from '../measure/numbers.ts'
import type { BenchServers } from '../servers/index.ts'

const hello = '{"type":"subscribe","have":0}'

export async function growth(servers: BenchServers, options: Options): Promise<void> {
  const { short, long, million } = options
  if (million) return millionCommits(servers, options)
  const parts: [what: string, work: () => Promise<void>][] = [
    ['live messages', () => liveMessages(servers, options, { few: 10, many: short ? 100 : 1_000 })],
    ['commits in turn', () => inTurn(servers, options, { few: 100, many: short ? 400 : 2_000 })],
    ['the past', () => longHistory(servers, options, short ? 1_000 : long ? 100_000 : 10_000)],
  ]
  for (const [what, work] of parts) {
    await work().catch((error: unknown) => console.log(`${what} could not be measured:`, error))
  }
}

/**
 * One cabinet and one viewer per tournament; slow enough that the fan-out does not merge messages.
 */
async function liveMessages(
  servers: BenchServers,
  { flags, report }: Options,
  sizes: Sizes,
): Promise<void> {
  const perSecond = 4
  const found: Record<'product' | 'baseline' | 'heard', Partial<FewAndMany>> = {
    product: {},
    baseline: {},
    heard: {},
  }
  const joinCost: Record<'product' | 'baseline', Partial<FewAndMany>> = {
    product: {},
    baseline: {},
  }
  for (const side of ['product', 'baseline'] as const) {
    for (const size of ['few', 'many'] as const) {
      await withChild<FanoutAlone, void>('fanout-alone.ts', flags, async (child) => {
        const count = sizes[size]
        const connections = { natsUrl: servers.natsUrl, streams: `live_${side}_${size}_` }
        const databaseUrl = await servers.newDatabase(`live_${side}_${size}`)
        const url = await (side === 'baseline'
          ? child.ask('openBare', connections)
          : child.ask('open', { ...connections, databaseUrl, count }))
        const before = await child.ask('cpuMs')
        await servers.load.ask('watchEach', url, count, side === 'product' ? hello : undefined)
        joinCost[side][size] = ((await child.ask('cpuMs')) - before) / count
        const publish = (rate: number, seconds: number, cabinets = count) =>
          servers.load.ask('publishLive', { ...connections, cabinets, perSecond: rate, seconds })
        const cost = (work: () => Promise<number>) => messageCost(child, work)
        await publish(4_000 / count, 3) // warm-up
        found[side][size] = await cost(() => publish(perSecond, Math.max(5, 150 / count)))
        // The other cabinets have no viewers.
        const others = 100 * count
        if (side === 'product' && size === 'few')
          found.heard.few = await cost(() => publish(perSecond, 5, others))
      })
    }
  }
  const what = 'a live message, CPU, watched tournaments'
  reportGrowth(report, { what, unit: 'µs', sizes }, found.product as FewAndMany)
  const barest = 'the same by the barest script, CPU, watched'
  reportGrowth(report, { what: barest, unit: 'µs', sizes }, found.baseline as FewAndMany)
  const [product = 0, baseline = 0] = [joinCost.product.many, joinCost.baseline.many]
  report({
    what: 'the first socket of a tournament, with its snapshot, CPU',
    unit: 'ms',
    product,
    baseline,
  })
  const heard = 'a live message of which 1 in 100 is watched, CPU'
  report({ what: heard, unit: 'µs', product: found.heard.few ?? Number.NaN })
}

/** In µs, without the idle cost of the process. */
async function messageCost(
  child: { ask(name: 'cpuMs'): Promise<number> },
  publish: () => Promise<number>,
): Promise<number> {
  const [beganAt, before] = [performance.now(), await child.ask('cpuMs')]
  const messages = await publish()
  await sleep(500)
  const after = await child.ask('cpuMs')
  await sleep(performance.now() - beganAt)
  const idle = (await child.ask('cpuMs')) - after
  return (1_000 * (after - before - idle)) / messages
}

/**
 * With the default memory for states; both desks alternate, so that other load affects both
 * equally.
 */
async function inTurn(
  servers: BenchServers,
  { flags, report }: Options,
  sizes: Sizes,
): Promise<void> {
  const open = async (size: 'few' | 'many') => {
    const child = startChild<ManyTournaments>('many-tournaments.ts', flags)
    children.push(child)
    const databaseUrl = await servers.newDatabase(`in_turn_${size}`)
    const streams = `in_turn_${size}_`
    await child.ask('open', { natsUrl: servers.natsUrl, databaseUrl, streams, memoryMb: 256 })
    await child.ask('make', { first: 1, count: sizes[size], commits: 8 })
    return child
  }
  const children: Child<ManyTournaments>[] = []
  try {
    const [few, many] = [await open('few'), await open('many')]
    for (const [work, what] of [
      ['press', 'a commit, CPU of the desk, tournaments in turn'],
      ['append', 'an append alone, the same'],
    ] as const) {
      const costs = async (child: Child<ManyTournaments>, times: number) => {
        const found: number[] = []
        for (let i = 0; i < times; i++) found.push((await child.ask(work)).cpuUs)
        return found
      }
      const times = Math.ceil(sizes.many / sizes.few)
      await costs(few, times) // warm-up
      await costs(many, 1)
      const { product, baseline } = await alternate(3, {
        product: () => costs(many, 1),
        baseline: () => costs(few, times),
      })
      const measured = { few: median(baseline.flat()), many: median(product.flat()) }
      reportGrowth(report, { what, unit: 'µs', sizes }, measured)
    }
  } finally {
    await Promise.all(children.map((child) => child.end()))
  }
}

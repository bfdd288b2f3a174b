// Cabinets send as fast as they can; every event is stored before it is acknowledged.
import { ofPairs } from './commands.ts'
import { eventsOf } from './load/cabinets.ts'
import { alternate, median, nowMs, quantile } from './measure/numbers.ts'
import type { BenchServers } from './servers/index.ts'
import type { Measurement } from './measure/table.ts'

type Report = (line: Measurement) => void
/** Below the burst of 2,000 events that a cabinet may send without being throttled. */
const sizes = [
  { cabinets: 1, each: 1_900 },
  { cabinets: 8, each: 1_000 },
  { cabinets: 40, each: 500 },
]
const steady = { cabinets: 40, perSecond: 20 }

export async function cabinets(
  servers: BenchServers,
  { short, report }: { short: boolean; report: Report },
) {
  await accepted(servers, { cabinets: 8, each: 200 })
  const one = eventsOf('baseline', 20_000).map((event) => JSON.stringify(event))
  for (const size of sizes) {
    let perMessage = 1
    const shapes: number[] = []
    const found = await alternate(short ? 1 : 4, {
      product: async () => {
        const { perSecond, messages, events } = await accepted(servers, size)
        shapes.push(events / messages)
        return perSecond
      },
      baseline: async () => {
        perMessage = Math.max(1, Math.round(median(shapes)))
        const events = one.slice(0, size.cabinets * size.each)
        return published(servers, events, { perMessage, inFlight: size.cabinets })
      },
    })
    const what = `events of ${size.cabinets} cabinets taken (${perMessage} a message)`
    report({ what, unit: '/s', ...ofPairs(found), aim: '≥ 0.5' })
    if (size.cabinets < 40) continue
    const singly = await published(servers, one.slice(0, 8_000), { perMessage: 1, inFlight: 256 })
    const beside = 'the same beside one event a message, 256 in flight'
    report({
      what: beside,
      unit: '/s',
      product: median(found.product),
      baseline: singly,
      aim: '≥ 0.5',
    })
  }
  await steadily(servers, { seconds: short ? 3 : 6, report })
}

async function accepted(servers: BenchServers, { cabinets, each }: (typeof sizes)[0]) {
  const { load, product } = servers
  const names = await servers.newCabinets(cabinets)
  const before = await product.ask('factsTail')
  const ms = await load.ask('sendEvents', socketOf(servers), names, each)
  const messages = (await product.ask('factsTail')) - before
  // Remaining projection work would slow down the baseline.
  await product.ask('projected')
  const events = cabinets * each
  return { perSecond: (events - cabinets) / (ms / 1_000), messages, events }
}

async function published(
  { baseline, natsUrl }: BenchServers,
  events: string[],
  shape: { perMessage: number; inFlight: number },
): Promise<number> {
  const ms = await baseline.ask('publishMessages', { natsUrl, events, ...shape })
  return events.length / (ms / 1_000)
}

async function steadily(
  servers: BenchServers,
  { seconds, report }: { seconds: number; report: Report },
) {
  const { load, product } = servers
  const { cabinets, perSecond } = steady
  const names = await servers.newCabinets(cabinets)
  const [before, startMs] = [await product.ask('cpuMs'), nowMs()]
  const urls = {
    url: socketOf(servers),
    compatUrl: (await product.ask('compatUrl')).replace('http', 'ws'),
  }
  const times = await load.ask('sendSteadily', urls, names, { perSecond, seconds })
  await product.ask('projected')
  const share = ((await product.ask('cpuMs')) - before) / (nowMs() - startMs)
  const what = `${cabinets} cabinets × ${perSecond} events/s`
  report({
    what: `${what}: CPU of all services`,
    unit: '% of a core',
    product: share * 100,
    aim: '< 10',
  })
  for (const at of [0.5, 0.99]) {
    const p = `p${at * 100}`
    const ack = quantile(times.acknowledged, at)
    report({ what: `${what}: event → ack, ${p}`, unit: 'ms', product: ack })
    const relayed = quantile(times.relayed, at)
    const relay = `${what}: event → viewer (baseline: its ack), ${p}`
    report({ what: relay, unit: 'ms', product: relayed, baseline: ack, aim: '< 250 ms' })
  }
}

function socketOf({ productUrl }: BenchServers): string {
  return `${productUrl.replace('http', 'ws')}/ws/stats_listener/v3`
}

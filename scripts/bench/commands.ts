// Measures the time from a press to its response and to another screen, at three rates, and the
// maximum rate.
import type { Side, Times } from './load/commands.ts'
import { alternate, quantile, ratioOf } from './measure/numbers.ts'
import type { Pairs } from './measure/numbers.ts'
import type { BenchServers } from './servers/index.ts'
import type { Line } from './measure/table.ts'

type Report = (line: Line) => void

export async function commands(
  servers: BenchServers,
  { short, report }: { short: boolean; report: Report },
) {
  await aimLoad(servers)
  const { load } = servers
  await alternate(
    2,
    sides((side) => load.ask('atRate', side, 200, 300)),
  )
  const slices = [
    { rate: 1, pairs: short ? 5 : 20, count: 1 },
    { rate: 50, pairs: short ? 2 : 6, count: 75 },
    { rate: 500, pairs: short ? 2 : 6, count: 750 },
  ]
  for (const { rate, pairs, count } of slices) {
    const found = await alternate(
      pairs,
      sides((side) => paced(servers, side, { rate, count })),
    )
    for (const what of ['answer', 'screen'] as const) reportTimes(found, { what, rate, report })
  }
  const most = await alternate(
    short ? 1 : 4,
    sides((side) => load.ask('atMost', side, 64, 1.5)),
  )
  report({
    what: 'commands on one tournament, 64 in flight',
    unit: '/s',
    ...ofPairs(most),
    aim: '≥ 0.5',
  })
  await servers.product.ask('projected')
}

function sides<T>(work: (side: Side) => Promise<T>) {
  return { product: () => work('product'), baseline: () => work('baseline') }
}

/** At one press a second, half of the interval is for the other side's turn. */
async function paced(
  { load }: BenchServers,
  side: Side,
  { rate, count }: { rate: number; count: number },
): Promise<Times> {
  if (rate === 1) await new Promise((resolve) => setTimeout(resolve, 500))
  return load.ask('atRate', side, rate, count)
}

function reportTimes(
  found: Pairs<Times>,
  { what, rate, report }: { what: keyof Times; rate: number; report: Report },
): void {
  const name = `command → ${what === 'screen' ? 'another screen' : 'answer'}, ${rate}/s`
  const middles = {
    product: found.product.map((times) => quantile(times[what], 0.5)),
    baseline: found.baseline.map((times) => quantile(times[what], 0.5)),
  }
  const all = (times: Times[]) => times.flatMap((one) => one[what])
  report({ what: `${name}, p50`, unit: 'ms', ...ofPairs(middles), aim: '≤ 1.5' })
  report({
    what: `${name}, p99`,
    unit: 'ms',
    product: quantile(all(found.product), 0.99),
    baseline: quantile(all(found.baseline), 0.99),
    aim: '≤ 1.5',
  })
}

export function ofPairs(pairs: Pairs<number>): Pick<Line, 'product' | 'baseline' | 'ratio'> {
  return {
    product: quantile(pairs.product, 0.5),
    baseline: quantile(pairs.baseline, 0.5),
    ratio: ratioOf(pairs),
  }
}

export async function aimLoad({
  load,
  productUrl,
  baselineUrl,
  prepared,
  adminKey,
}: BenchServers): Promise<void> {
  const { tournament, match, team } = prepared
  await load.ask('aimAt', 'product', {
    url: `${productUrl}/api/tournament/match/${match}/add-score/`,
    method: 'PUT',
    headers: { authorization: `Bearer ${adminKey}` },
    body: { team, by: 1 },
    socketUrl: `${productUrl.replace('http', 'ws')}/ws/tournament-relay/${tournament}`,
    hello: '{"type":"subscribe","have":0}',
  })
  await load.ask('aimAt', 'baseline', {
    url: `${baselineUrl}/commands`,
    method: 'POST',
    headers: {},
    body: { match, team, by: 1 },
    socketUrl: `${baselineUrl.replace('http', 'ws')}/ws`,
  })
}

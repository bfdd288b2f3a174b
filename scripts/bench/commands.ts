// Measures the time from a press to its response and to another screen, at three rates, and the
// maximum rate.
import type { Side, Times } from './load/commands.ts'
import { alternate, median, quantile, ratioOf } from './measure/numbers.ts'
import type { Pairs } from './measure/numbers.ts'
import type { BenchServers, Prepared } from './servers/index.ts'
import type { Measurement } from './measure/table.ts'

type Report = (line: Measurement) => void

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
  const atRates = async (parts: typeof slices, where = '') => {
    for (const { rate, pairs, count } of parts) {
      const found = await alternate(
        pairs,
        sides((side) => paced(servers, side, { rate, count })),
      )
      const name = `${rate}/s${where}`
      for (const what of ['answer', 'screen'] as const) reportTimes(found, { what, name, report })
    }
  }
  const atMost = async (where: string) => {
    const most = await alternate(
      short ? 1 : 4,
      sides((side) => load.ask('atMost', side, 64, 1.5)),
    )
    const what = `commands on ${where}, 64 in flight`
    report({ what, unit: '/s', ...ofPairs(most), aim: '≥ 0.6' })
  }
  await atRates(slices)
  await atMost('one tournament')
  const many = [servers.prepared, ...(await servers.newTournaments(short ? 9 : 99))]
  const half = many.slice(0, many.length / 2)
  await aimLoad(servers, half)
  await alternate(
    1,
    sides((side) => load.ask('atRate', side, 200, 300)),
  )
  await atRates(slices.slice(-1), ` over ${half.length} tournaments`)
  await aimLoad(servers, many)
  await atMost(`${many.length} tournaments`)
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
  { what, name: rate, report }: { what: keyof Times; name: string; report: Report },
): void {
  const name = `command → ${what === 'screen' ? 'another screen' : 'answer'}, ${rate}`
  const middles = {
    product: found.product.map((times) => median(times[what])),
    baseline: found.baseline.map((times) => median(times[what])),
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

export function ofPairs(pairs: Pairs<number>): Pick<Measurement, 'product' | 'baseline' | 'ratio'> {
  return {
    product: median(pairs.product),
    baseline: median(pairs.baseline),
    ratio: ratioOf(pairs),
  }
}

/** Aims both sides at these tournaments in turn; by default at one. */
export async function aimLoad(
  { load, productUrl, baselineUrl, prepared, adminKey }: BenchServers,
  tournaments: Prepared[] = [prepared],
): Promise<void> {
  const product = tournaments.map(({ tournament, match, team }) => ({
    url: `${productUrl}/api/tournament/match/${match}/add-score/`,
    method: 'PUT' as const,
    headers: { authorization: `Bearer ${adminKey}` },
    body: { team, by: 1, force: true },
    socketUrl: `${productUrl.replace('http', 'ws')}/ws/tournament-relay/${tournament}`,
    hello: '{"type":"subscribe","have":0}',
  }))
  await load.ask('aimAt', 'product', ...product)
  const baseline = tournaments.map(({ tournament, match, team }) => ({
    url: `${baselineUrl}/commands`,
    method: 'POST' as const,
    headers: {},
    body: { tournament, match, team, by: 1 },
    socketUrl: `${baselineUrl.replace('http', 'ws')}/ws?tournament=${tournament}`,
  }))
  await load.ask('aimAt', 'baseline', ...baseline)
}

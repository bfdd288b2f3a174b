// Reads steps of a long history, as the console does before an undo: what a step did, and which
// other steps an undo would include.
import { lcg } from '#test/support/random.ts'
import { longEvening } from './bracket-of-64.ts'
import { alternate, median, quantile } from './measure/numbers.ts'
import type { BenchServers } from './servers/index.ts'
import type { Measurement } from './measure/table.ts'

type Options = { short: boolean; report: (line: Measurement) => void }
const commits = 10_000
const steps = 60

export async function history(servers: BenchServers, { short, report }: Options): Promise<void> {
  const count = short ? commits / 10 : commits
  const { tournament, length } = await longEvening(servers, {
    sceneName: 'history',
    commits: count,
  })
  const url = `/api/tournament/tournament/${tournament}/`
  const random = lcg(steps)
  const timed = async (path: string) => {
    const sinceMs = performance.now()
    await servers.api.get(path)
    return performance.now() - sinceMs
  }
  const first = await timed(`${url}history/${length}/`)
  const { product, baseline } = await alternate(steps, {
    product: () => timed(`${url}history/${1 + Math.floor(random() * length)}/`),
    baseline: () => timed(url),
  })
  const about = `a step of ${length.toLocaleString('en')} commits`
  report({ what: `${about}, the first`, unit: 'ms', product: first })
  const both = { product: median(product), baseline: median(baseline) }
  report({ what: `${about}, then (baseline: its tournament)`, unit: 'ms', ...both })
  const [p95, most] = [quantile(product, 0.95), Math.max(...product)]
  report({ what: `${about}, p95`, unit: 'ms', product: p95, baseline: quantile(baseline, 0.95) })
  report({ what: `${about}, the slowest`, unit: 'ms', product: most, aim: '< 300 ms' })
}

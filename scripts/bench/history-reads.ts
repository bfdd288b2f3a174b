// Steps of a long evening's history, as the console asks for them before an undo: what was done, and
// what taking it back would take with it.
import { chance } from '../../test/support/layouts.ts'
import { longEvening } from './bracket-of-64.ts'
import { alternate, median, quantile } from './measure/numbers.ts'
import type { BenchServers } from './servers/index.ts'
import type { Line } from './measure/table.ts'

type Options = { short: boolean; tell: (line: Line) => void }
const commits = 10_000
const steps = 60

export async function history(servers: BenchServers, { short, tell }: Options): Promise<void> {
  const wanted = short ? commits / 10 : commits
  const { tournament, length } = await longEvening(servers, { cabinet: 'history', commits: wanted })
  const url = `/api/tournament/tournament/${tournament}/`
  const random = chance(steps)
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
  tell({ what: `${about}, the first`, unit: 'ms', product: first })
  const both = { product: median(product), baseline: median(baseline) }
  tell({ what: `${about}, then (baseline: its tournament)`, unit: 'ms', ...both })
  const [p95, most] = [quantile(product, 0.95), Math.max(...product)]
  tell({ what: `${about}, p95`, unit: 'ms', product: p95, baseline: quantile(baseline, 0.95) })
  tell({ what: `${about}, the slowest`, unit: 'ms', product: most, aim: '< 300 ms' })
}

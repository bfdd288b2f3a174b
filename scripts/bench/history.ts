// Steps of a long evening's history, as the console asks for them before an undo: what was done, and
// what taking it back would take with it.
import { chance } from '../../test/support/layouts.ts'
import { longEvening } from './bracket-of-64.ts'
import { alternate, median, quantile } from './measure/numbers.ts'
import type { Stage } from './stage.ts'
import type { Line } from './measure/table.ts'

type Options = { short: boolean; tell: (line: Line) => void }
const commits = 10_000
const steps = 60

export async function history(stage: Stage, { short, tell }: Options): Promise<void> {
  const wanted = short ? commits / 10 : commits
  const { tournament, length } = await longEvening(stage, { cabinet: 'history', commits: wanted })
  const url = `/api/tournament/tournament/${tournament}/`
  const random = chance(steps)
  const timed = async (path: string) => {
    const sinceMs = performance.now()
    await stage.api.get(path)
    return performance.now() - sinceMs
  }
  const first = await timed(`${url}history/${length}/`)
  const { product, floor } = await alternate(steps, {
    product: () => timed(`${url}history/${1 + Math.floor(random() * length)}/`),
    floor: () => timed(url),
  })
  const about = `a step of ${length.toLocaleString('en')} commits`
  tell({ what: `${about}, the first`, unit: 'ms', product: first })
  const both = { product: median(product), floor: median(floor) }
  tell({ what: `${about}, then (floor: its tournament)`, unit: 'ms', ...both })
  const [p95, most] = [quantile(product, 0.95), Math.max(...product)]
  tell({ what: `${about}, p95`, unit: 'ms', product: p95, floor: quantile(floor, 0.95) })
  tell({ what: `${about}, the slowest`, unit: 'ms', product: most, aim: '< 300 ms' })
}

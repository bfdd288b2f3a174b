// What a bracket and one completed match in it cost in brackets of different size.
import { startChild } from './children/child.ts'
import type { Child } from './children/child.ts'
import type { DeskWorks } from './children/desk.ts'
import { median, nowMs } from './measure/numbers.ts'
import type { ProjectorWorks } from './children/projector.ts'
import type { BenchServers } from './servers/index.ts'
import type { Line } from './measure/table.ts'

type Options = { short: boolean; flags: string[]; tell: (line: Line) => void }
type Both = { desk: Child<DeskWorks>; projector: Child<ProjectorWorks> }
type Cost = { desk: number; projector: number; madeMs: number }
const sizes = [16, 64, 256, 1_024]
/** Fewer where there are not so many that have both teams. */
const played = 32
const smallest = 16

/** Desk and projector in processes of their own, so that each one's time can be read apart. */
export async function matches(servers: BenchServers, { short, flags, tell }: Options) {
  const both: Both = {
    desk: startChild<DeskWorks>('desk.ts', flags),
    projector: startChild<ProjectorWorks>('projector.ts', flags),
  }
  try {
    const log = { natsUrl: servers.natsUrl, streams: 'cost' }
    const databaseUrl = await servers.newDatabase('cost')
    await both.projector.ask('open', { ...log, databaseUrl })
    await both.desk.ask('open', log)
    await cost(both, { teams: 64, most: 32 })
    const costs = new Map<number, Cost[]>(sizes.map((teams) => [teams, []]))
    for (let round = 0; round < (short ? 1 : 3); round++) {
      for (const teams of round % 2 === 0 ? sizes : sizes.toReversed()) {
        costs.get(teams)?.push(await cost(both, { teams, most: played }))
      }
    }
    tellCosts(costs, tell)
  } finally {
    await Promise.all([both.desk.end(), both.projector.end()])
  }
}

/** The matches made and to be read; then CPU time for each of some completed ones. */
async function cost(
  { desk, projector }: Both,
  { teams, most }: { teams: number; most: number },
): Promise<Cost> {
  const made = await desk.ask('makeTeams', teams)
  await projector.ask('projected')
  const startMs = nowMs()
  await desk.ask('makeMatches', made)
  await projector.ask('projected')
  const madeMs = nowMs() - startMs
  const chosen = await desk.ask('scoreMatches', made.tournament, most)
  await projector.ask('projected')
  const spent = async () => [await desk.ask('cpuMs'), await projector.ask('cpuMs')] as const
  const before = await spent()
  await desk.ask('completeMatches', made.tournament, chosen)
  await projector.ask('projected')
  const after = await spent()
  const each = (at: 0 | 1) => (after[at] - before[at]) / chosen.length
  return { desk: each(0), projector: each(1), madeMs }
}

function tellCosts(costs: Map<number, Cost[]>, tell: Options['tell']): void {
  const parts: [name: string, of: (cost: Cost) => number][] = [
    ['desk', ({ desk }) => desk],
    ['projector', ({ projector }) => projector],
    ['desk and projector', ({ desk, projector }) => desk + projector],
  ]
  for (const [name, of] of parts) {
    const middle = (teams: number) => median((costs.get(teams) ?? []).map(of))
    for (const teams of sizes) {
      // The column of ratios is how it grows.
      tell({
        what: `a match completed among ${teams} teams: CPU of ${name}`,
        unit: 'ms',
        product: middle(teams),
        baseline: middle(smallest),
        aim: name === 'desk and projector' && teams === 1_024 ? '< 5 ms' : aimAt(teams),
      })
    }
  }
  const madeMs = median((costs.get(1_024) ?? []).map((cost) => cost.madeMs))
  const what = 'the matches of 1,024 teams: made and to be read'
  tell({ what, unit: 'ms', product: madeMs, aim: '< 1,000' })
}

/** No faster than the number of rounds. */
function aimAt(teams: number): string {
  return `≤ ${(Math.log2(teams) / Math.log2(smallest)).toFixed(1)}`
}

// Measures the cost of creating a bracket and of completing a match in brackets of different sizes.
import { startChild } from './children/child.ts'
import type { Child } from './children/child.ts'
import type { DeskHandlers } from './children/desk.ts'
import { median, nowMs } from './measure/numbers.ts'
import type { ProjectorHandlers } from './children/projector.ts'
import type { BenchServers } from './servers/index.ts'
import type { Measurement } from './measure/table.ts'

type Options = { short: boolean; flags: string[]; report: (line: Measurement) => void }
type Both = { desk: Child<DeskHandlers>; projector: Child<ProjectorHandlers> }
type Cost = { desk: number; projector: number; madeMs: number }
const sizes = [16, 64, 256, 1_024]
/** Fewer if not enough matches have both teams. */
const played = 32
const smallest = 16

/** Desk and projector in separate processes, so that the time of each can be measured. */
export async function matches(servers: BenchServers, { short, flags, report }: Options) {
  const both: Both = {
    desk: startChild<DeskHandlers>('desk.ts', flags),
    projector: startChild<ProjectorHandlers>('projector.ts', flags),
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
    reportCosts(costs, report)
  } finally {
    await Promise.all([both.desk.end(), both.projector.end()])
  }
}

/** Time until created matches can be read, and CPU time per completed match. */
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

function reportCosts(costs: Map<number, Cost[]>, report: Options['report']): void {
  const parts: [name: string, of: (cost: Cost) => number][] = [
    ['desk', ({ desk }) => desk],
    ['projector', ({ projector }) => projector],
    ['desk and projector', ({ desk, projector }) => desk + projector],
  ]
  for (const [name, of] of parts) {
    const middle = (teams: number) => median((costs.get(teams) ?? []).map(of))
    for (const teams of sizes) {
      // The ratio column shows the growth.
      report({
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
  report({ what, unit: 'ms', product: madeMs, aim: '< 1,000' })
}

/** Growth no faster than the number of rounds. */
function aimAt(teams: number): string {
  return `≤ ${(Math.log2(teams) / Math.log2(smallest)).toFixed(1)}`
}

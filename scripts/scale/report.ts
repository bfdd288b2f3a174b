// What docs/scale.md shows, as tables.
import { eveningSeconds, needsOf, partsIn } from './needs.ts'
import type { Assumptions } from './needs.ts'
import { measured, unitCosts } from './unit-costs.ts'
import { weekOf } from './week.ts'

const assumed: Assumptions = {
  livePerSecond: 2,
  calmPerSecond: 1,
  viewersAProcess: 20_000,
  coresAMachine: 8,
  fullest: 0.6,
  machineDiesEveryDays: 90,
  eurosACoreMonth: 10,
  eurosAGibMonth: 2,
  eurosADiskGbMonth: 0.1,
  eurosATbSent: 5,
}
/** Of a real venue, with more who watch than most have. */
const evening = { games: 44, eventsAGame: 700, commits: 300, viewers: 100, hours: 3 }

type Row = (string | number)[]
type Report = { costs: Row[]; parts: Row[]; single: Row[]; needs: Row[] }

/** Of a service whose fullest hour has so many tournaments and viewers. */
export function report(tournaments = 10_000, viewers = 100 * tournaments): Report {
  const week = weekOf({
    tournaments,
    viewers,
    cabinets: 2 * tournaments,
    eventsPerSecond: 10 * tournaments,
    commandsPerSecond: 0.2 * tournaments,
  })
  const fullest = week.toSorted((a, b) => b.tournaments - a.tournaments)[0]!
  const parts = partsIn(fullest, measured, assumed)
  const { single, ...needs } = needsOf(week, measured, assumed)
  return {
    costs: Object.values(unitCosts).map(({ what, value, unit, bench, commit }) => {
      return [
        what,
        `${value.toLocaleString('en', { maximumFractionDigits: 4 })} ${unit}`,
        bench,
        commit,
      ]
    }),
    parts: parts.map(({ name, cores }) => [name, cores]),
    single: single.map(({ name, full }) => [name, `${short(100 * full)} %`]),
    needs: [
      ['machines of 8 cores, one of them for one that dies', needs.machines],
      ['memory of sockets and states, GiB', needs.memoryGib],
      ['disk, TB a year (one copy)', needs.diskTbAYear],
      ['network at the fullest, Gbit/s', needs.gbitPerSecond],
      ['sent, TB a month', needs.tbSentAMonth],
      ['price, € a month', needs.eurosAMonth],
      ['venues, each with one evening a week', needs.venueEvenings],
      ['price a venue, € a month', needs.eurosAVenueMonth],
      [
        'an evening of one venue (44 games, 300 commits, 100 viewers for 3 h), CPU s',
        eveningSeconds(evening, measured, assumed),
      ],
      ['machines that die in the week that was simulated', needs.deaths],
      ['a process with 20,000 viewers dies: all are live again after, s', needs.reconnectSeconds],
      [
        'the most watched tournament: a frame is with its last viewer after, ms',
        needs.mostWatchedMs,
      ],
    ],
  }
}

export function table(titles: string[], rows: Row[]): string {
  const lines = [titles, titles.map((_, i) => (i === 0 ? '---' : '---:')), ...rows]
  const cell = (one: string | number) => (typeof one === 'number' ? short(one) : one)
  return lines.map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
}

function short(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: value < 100 ? 2 : 3 })
}

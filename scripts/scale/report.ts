// The tables of docs/scale.md.
import { eveningSeconds, needsOf, partsIn } from './needs.ts'
import type { Assumptions } from './needs.ts'
import { measuredCosts, unitCosts } from './unit-costs.ts'
import { weekOf } from './week.ts'

const assumed: Assumptions = {
  livePerSecond: 2,
  calmPerSecond: 1,
  viewersAProcess: 20_000,
  coresAMachine: 8,
  maxUtilisation: 0.6,
  machineDiesEveryDays: 90,
  eurosACoreMonth: 10,
  eurosAGibMonth: 2,
  eurosADiskGbMonth: 0.1,
  eurosATbSent: 5,
}
/** An evening of a real venue, with more viewers than most have. */
const evening = { games: 44, eventsAGame: 700, commits: 300, viewers: 100, hours: 3 }

type Row = (string | number)[]
type Report = { costs: Row[]; parts: Row[]; single: Row[]; needs: Row[] }

/** For a service whose peak hour has this many tournaments and viewers. */
export function report(tournaments = 10_000, viewers = 100 * tournaments): Report {
  const week = weekOf({
    tournaments,
    viewers,
    cabinets: 2 * tournaments,
    eventsPerSecond: 10 * tournaments,
    commandsPerSecond: 0.2 * tournaments,
  })
  const peakHour = week.toSorted((a, b) => b.tournaments - a.tournaments)[0]!
  const parts = partsIn(peakHour, measuredCosts, assumed)
  const { single, ...needs } = needsOf(week, measuredCosts, assumed)
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
    single: single.map(({ name, utilisation }) => [name, `${short(100 * utilisation)} %`]),
    needs: [
      ['machines with 8 cores, including one spare', needs.machines],
      ['memory of sockets and states, GiB', needs.memoryGib],
      ['disk, TB a year (one copy)', needs.diskTbAYear],
      ['network at the peak, Gbit/s', needs.gbitPerSecond],
      ['sent, TB a month', needs.tbSentAMonth],
      ['price, € a month', needs.eurosAMonth],
      ['venues, with one evening a week each', needs.venueEvenings],
      ['price per venue, € a month', needs.eurosAVenueMonth],
      [
        'an evening of one venue (44 games, 300 commits, 100 viewers for 3 h), CPU s',
        eveningSeconds(evening, measuredCosts, assumed),
      ],
      ['machines that fail in the simulated week', needs.deaths],
      [
        'a process with 20,000 viewers dies: time until all are live again, s',
        needs.reconnectSeconds,
      ],
      [
        'the most watched tournament: time until its last viewer has a frame, ms',
        needs.mostWatchedMs,
      ],
    ],
  }
}

export function table(titles: string[], rows: Row[]): string {
  const lines = [titles, titles.map((_, i) => (i === 0 ? '---' : '---:')), ...rows]
  const cell = (value: string | number) => (typeof value === 'number' ? short(value) : value)
  return lines.map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
}

function short(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: value < 100 ? 2 : 3 })
}

// `npm run scale [-- tournaments viewers]` calculates what a service for many scenes needs, from
// measured unit costs. Without arguments it prints the tables of docs/scale.md.
import { argumentsOf, numberOf } from '../support/arguments.ts'
import { eveningSeconds, needsOf, partsIn } from './needs.ts'
import type { Assumptions, Units } from './needs.ts'
import { weekOf } from './week.ts'

// Unit costs that `npm run bench` measured on 2 cores, copied by hand together with the name of the
// bench and the commit it ran on. docs/scale.md shows them.

/** The commit in which each bench was last recorded. */
const commits = {
  cost: '4fbd3ce7',
  growth: 'ed380e71',
  cabinets: '4fbd3ce7',
  rebuild: '4fbd3ce7',
  fanout: '4fbd3ce7',
  tournaments: '4fbd3ce7',
}

const unitCosts = {
  commandServicesMs: cost('a command: CPU of the services', 4.29, 'ms', 'cost'),
  commandPostgresMs: cost('a command: CPU of Postgres', 1.66, 'ms', 'cost'),
  commandNatsMs: cost('a command: CPU of NATS', 1.18, 'ms', 'cost'),
  commitProjectedMs: cost('a commit projected, in a batch', 0.204, 'ms', 'rebuild'),
  eventTakenMs: cost('a cabinet event received and stored', 0.0165, 'ms', 'cabinets'),
  eventProjectedMs: cost('a cabinet event projected, in a batch', 0.0223, 'ms', 'rebuild'),
  liveShownMs: cost('a cabinet update to one viewer', 0.0443, 'ms', 'growth'),
  liveHeardMs: cost('a cabinet update of which 1 in 100 is watched', 0.017, 'ms', 'growth'),
  frameSentMs: cost('a frame to one more socket', 0.011, 'ms', 'fanout'),
  reconnectMs: cost('the first socket of a tournament, with its snapshot', 2.52, 'ms', 'growth'),
  socketBytes: cost('memory of a socket', 8_440, 'bytes', 'fanout'),
  stateBytes: cost('memory of the state of 16 teams', 34_300, 'bytes', 'tournaments'),
  commitDiskBytes: cost('a commit on disk: log, copy, rows and frame', 2_651, 'bytes', 'growth'),
  eventDiskBytes: cost('a cabinet event on disk: log and rows', 718, 'bytes', 'growth'),
  frameBytes: cost('a frame of a point', 867, 'bytes', 'fanout'),
  liveBytes: cost('a cabinet update, assumed as large as a frame', 867, 'bytes', 'fanout'),
  streamAppends: cost('appends of one stream, one after the other', 2_540, '/s', 'tournaments'),
} satisfies Record<keyof Units, UnitCost>

const measuredCosts = Object.fromEntries(
  Object.entries(unitCosts).map(([name, { value }]) => [name, value]),
) as Units

// The tables of docs/scale.md.
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

const usage = 'npm run scale [-- <tournaments> <viewers>]'
const { words } = argumentsOf(usage, { words: [0, 1, 2] })
const { costs, parts, single, needs } = report(
  ...words.map((word) => numberOf(word, word, usage) ?? 0),
)
const tables = [
  table(['one', 'costs', 'bench', 'commit'], costs),
  table(['in the peak hour', 'cores'], parts),
  table(['not parallel', 'utilisation'], single),
  table(['needed', ''], needs),
]
console.log(tables.join('\n\n'))

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

type UnitCost = { what: string; value: number; unit: string; bench: string; commit: string }

function cost(what: string, value: number, unit: string, bench: keyof typeof commits): UnitCost {
  return { what, value, unit, bench, commit: commits[bench] }
}

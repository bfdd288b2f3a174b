// Unit costs that `npm run bench` measured on 2 cores, copied by hand together with the name of the
// bench and the commit it ran on. docs/scale.md shows them.
import type { Units } from './needs.ts'

type UnitCost = { what: string; value: number; unit: string; bench: string; commit: string }

/** The commit in which each bench was last recorded. */
const commits = {
  cost: 'a1f8a59',
  growth: 'a1f8a59',
  cabinets: '5f7febc',
  rebuild: '5f7febc',
  fanout: '5f7febc',
  tournaments: 'ac04b7e',
}

export const unitCosts = {
  commandServicesMs: cost('a command: CPU of the services', 3.89, 'ms', 'cost'),
  commandPostgresMs: cost('a command: CPU of Postgres', 1.71, 'ms', 'cost'),
  commandNatsMs: cost('a command: CPU of NATS', 1.05, 'ms', 'cost'),
  commitProjectedMs: cost('a commit projected, in a batch', 0.295, 'ms', 'rebuild'),
  eventTakenMs: cost('a cabinet event received and stored', 0.0174, 'ms', 'cabinets'),
  eventProjectedMs: cost('a cabinet event projected, in a batch', 0.0326, 'ms', 'rebuild'),
  liveShownMs: cost('a cabinet update to one viewer', 0.049, 'ms', 'growth'),
  liveHeardMs: cost('a cabinet update of which 1 in 100 is watched', 0.0198, 'ms', 'growth'),
  frameSentMs: cost('a frame to one more socket', 0.00863, 'ms', 'fanout'),
  reconnectMs: cost('the first socket of a tournament, with its snapshot', 2.53, 'ms', 'growth'),
  socketBytes: cost('memory of a socket', 9_820, 'bytes', 'fanout'),
  stateBytes: cost('memory of the state of 16 teams', 35_000, 'bytes', 'tournaments'),
  commitDiskBytes: cost('a commit on disk: log, copy, rows and frame', 2_588, 'bytes', 'growth'),
  eventDiskBytes: cost('a cabinet event on disk: log and rows', 719, 'bytes', 'growth'),
  frameBytes: cost('a frame of a point', 817, 'bytes', 'fanout'),
  liveBytes: cost('a cabinet update, assumed as large as a frame', 817, 'bytes', 'fanout'),
  streamAppends: cost('appends of one stream, one after the other', 2_200, '/s', 'tournaments'),
} satisfies Record<keyof Units, UnitCost>

function cost(what: string, value: number, unit: string, bench: keyof typeof commits): UnitCost {
  return { what, value, unit, bench, commit: commits[bench] }
}

export const measuredCosts = Object.fromEntries(
  Object.entries(unitCosts).map(([name, { value }]) => [name, value]),
) as Units

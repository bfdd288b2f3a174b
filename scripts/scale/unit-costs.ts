// Unit costs that `npm run bench` measured on 2 cores, copied by hand together with the name of the
// bench and the commit it ran on. docs/scale.md shows them.
import type { Units } from './needs.ts'

type UnitCost = { what: string; value: number; unit: string; bench: string; commit: string }

/** The commit in which each bench was last recorded. */
const commits = {
  cost: '4fbd3ce7',
  growth: 'ed380e71',
  cabinets: '4fbd3ce7',
  rebuild: '4fbd3ce7',
  fanout: '4fbd3ce7',
  tournaments: '4fbd3ce7',
}

export const unitCosts = {
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

function cost(what: string, value: number, unit: string, bench: keyof typeof commits): UnitCost {
  return { what, value, unit, bench, commit: commits[bench] }
}

export const measuredCosts = Object.fromEntries(
  Object.entries(unitCosts).map(([name, { value }]) => [name, value]),
) as Units

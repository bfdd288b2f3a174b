// What one of each thing costs, as `npm run bench` measured it on 2 cores: taken over by hand, with
// the name of the bench and the commit that it ran on. docs/scale.md shows them.
import type { Units } from './needs.ts'

type UnitCost = { what: string; value: number; unit: string; bench: string; commit: string }

const commit = 'COMMIT'

export const unitCosts = {
  commandServicesMs: cost('a command: CPU of the services', 2.98, 'ms', 'cost'),
  commandPostgresMs: cost('a command: CPU of Postgres', 1.8, 'ms', 'cost'),
  commandNatsMs: cost('a command: CPU of NATS', 0.98, 'ms', 'cost'),
  commitProjectedMs: cost('a commit projected, in a batch', 0.295, 'ms', 'rebuild'),
  eventTakenMs: cost('a cabinet event taken and stored', 0.0174, 'ms', 'cabinets'),
  eventProjectedMs: cost('a cabinet event projected, in a batch', 0.0326, 'ms', 'rebuild'),
  liveShownMs: cost('news of a cabinet, drawn and sent to one who watches', 0.06, 'ms', 'growth'),
  liveHeardMs: cost('news of a cabinet that nobody of a process watches', 0.01, 'ms', 'growth'),
  frameSentMs: cost('a frame to one more socket', 0.00863, 'ms', 'fanout'),
  reconnectMs: cost('a socket that comes back, with a snapshot', 1, 'ms', 'growth'),
  socketBytes: cost('memory of a socket', 9_820, 'bytes', 'fanout'),
  stateBytes: cost('memory of the state of 16 teams', 35_000, 'bytes', 'tournaments'),
  commitDiskBytes: cost('disk of a commit: log, witness, rows and frame', 6_000, 'bytes', 'growth'),
  eventDiskBytes: cost('disk of a cabinet event: log and rows', 700, 'bytes', 'growth'),
  frameBytes: cost('a frame of a point', 817, 'bytes', 'fanout'),
  liveBytes: cost('news of a cabinet', 1_000, 'bytes', 'growth'),
  streamAppends: cost('appends of one stream, 64 in flight', 4_500, '/s', 'commands'),
} satisfies Record<keyof Units, UnitCost>

function cost(what: string, value: number, unit: string, bench: string): UnitCost {
  return { what, value, unit, bench, commit }
}

export const measured = Object.fromEntries(
  Object.entries(unitCosts).map(([name, { value }]) => [name, value]),
) as Units

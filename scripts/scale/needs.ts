// Unit costs times counts: the load of each part in one hour, and the bottlenecks.
import { failureHours, hoursOfEvening, hoursOfWeek } from './week.ts'
import type { Hour } from './week.ts'

/** Unit costs in ms of processor time, bytes, and messages a second. */
export type Units = {
  commandServicesMs: number
  commandPostgresMs: number
  commandNatsMs: number
  commitProjectedMs: number
  eventTakenMs: number
  eventProjectedMs: number
  /**
   * in one fan-out process: an update of a cabinet that one of its viewers watches, or none does
   */
  liveShownMs: number
  liveHeardMs: number
  frameSentMs: number
  /** a reconnecting socket: its request and its snapshot */
  reconnectMs: number
  socketBytes: number
  stateBytes: number
  commitDiskBytes: number
  eventDiskBytes: number
  frameBytes: number
  liveBytes: number
  /** maximum appends a second on one stream */
  streamAppends: number
}

/** Assumed, not measured: the behaviour of people and cabinets, and the prices of machines. */
export type Assumptions = {
  /** updates a second that a projector publishes for a cabinet in use */
  livePerSecond: number
  /** batched updates a second that a spectator gets */
  calmPerSecond: number
  viewersAProcess: number
  coresAMachine: number
  /** planned utilisation of a core, 0 to 1 */
  maxUtilisation: number
  machineDiesEveryDays: number
  eurosACoreMonth: number
  eurosAGibMonth: number
  eurosADiskGbMonth: number
  eurosATbSent: number
}

const perSecond = 1_000
const gib = 2 ** 30

/** `single`: utilisation (1 is full) of a thread or stream of which there can be only one. */
type Part = { name: string; cores: number; single?: number }

/** Processor time of every part in one hour. */
export function partsIn(hour: Hour, units: Units, assumptions: Assumptions): Part[] {
  const { commandsPerSecond: commands, eventsPerSecond: events } = hour
  const cores = (rate: number, ms: number) => (rate * ms) / perSecond
  const processes = fanoutProcesses(hour, assumptions)
  const averages = perTournament(hour)
  // Every process receives the updates of all cabinets and renders those of its own tournaments.
  const received = cores(hour.cabinets * assumptions.livePerSecond, units.liveHeardMs)
  const rendered = cores(
    watchedAt(hour, processes) * averages.cabinets * assumptions.livePerSecond,
    units.liveShownMs,
  )
  const writes =
    hour.viewers *
    (assumptions.calmPerSecond + Math.min(averages.commands, assumptions.calmPerSecond))
  const sent = cores(writes, units.frameSentMs) / processes
  const projected = cores(commands, units.commitProjectedMs)
  const facts = cores(events, units.eventProjectedMs)
  return [
    { name: 'api and desk', cores: cores(commands, units.commandServicesMs) },
    { name: 'projector of commits', cores: projected, single: projected },
    { name: 'projector of cabinet events', cores: facts, single: facts },
    { name: 'intake', cores: cores(events, units.eventTakenMs) },
    {
      name: `fan-out (${processes} processes)`,
      cores: processes * (received + rendered + sent),
      single: received + rendered + sent,
    },
    { name: 'Postgres', cores: cores(commands, units.commandPostgresMs) },
    {
      name: 'NATS',
      cores: cores(commands, units.commandNatsMs),
      single: commands / units.streamAppends,
    },
  ]
}

function fanoutProcesses({ viewers }: Hour, { viewersAProcess }: Assumptions): number {
  return Math.max(1, Math.ceil(viewers / viewersAProcess))
}

function perTournament({ tournaments, commandsPerSecond, cabinets }: Hour) {
  const each = Math.max(1, tournaments)
  return { commands: commandsPerSecond / each, cabinets: cabinets / each }
}

/** Expected number of tournaments watched on one process, with viewers assigned at random. */
export function watchedAt({ watched }: Hour, processes: number): number {
  return watched.reduce((sum, viewers) => sum + 1 - (1 - 1 / processes) ** viewers, 0)
}

type Needs = {
  /** for the peak hour, including one spare machine */
  cores: number
  machines: number
  memoryGib: number
  diskTbAYear: number
  gbitPerSecond: number
  tbSentAMonth: number
  eurosAMonth: number
  venueEvenings: number
  eurosAVenueMonth: number
  /** time until all viewers of a failed process are live again, in the peak hour */
  reconnectSeconds: number
  /** time from the first write of a frame to the last viewer of the most watched tournament */
  mostWatchedMs: number
  deaths: number
  /** non-parallel parts, highest utilisation first */
  single: { name: string; utilisation: number }[]
}

export function needsOf(week: Hour[], units: Units, assumptions: Assumptions): Needs {
  const peakHour = week.reduce((a, b) => (b.tournaments > a.tournaments ? b : a))
  const parts = partsIn(peakHour, units, assumptions)
  const busy = parts.reduce((sum, { cores }) => sum + cores, 0)
  const machines = Math.ceil(busy / assumptions.maxUtilisation / assumptions.coresAMachine) + 1
  const cores = machines * assumptions.coresAMachine
  const memoryGib =
    (peakHour.viewers * units.socketBytes + 2 * peakHour.tournaments * units.stateBytes) / gib
  const evenings = sumOf(week, ({ tournaments }) => tournaments) / hoursOfEvening
  const [commits, events] = [
    sumOf(week, ({ commandsPerSecond }) => commandsPerSecond * 3_600),
    sumOf(week, ({ eventsPerSecond }) => eventsPerSecond * 3_600),
  ]
  const diskTbAWeek = (commits * units.commitDiskBytes + events * units.eventDiskBytes) / 1e12
  const bytesPerSecond = (hour: Hour) => sentIn(hour, units, assumptions)
  const tbSentAMonth = (sumOf(week, (hour) => bytesPerSecond(hour) * 3_600) / 1e12) * (52 / 12)
  const diskTbAYear = diskTbAWeek * 52
  const eurosAMonth =
    cores * assumptions.eurosACoreMonth +
    memoryGib * assumptions.eurosAGibMonth +
    diskTbAYear * 1_000 * assumptions.eurosADiskGbMonth +
    tbSentAMonth * assumptions.eurosATbSent
  const processes = fanoutProcesses(peakHour, assumptions)
  return {
    cores,
    machines,
    memoryGib,
    diskTbAYear,
    gbitPerSecond: (8 * bytesPerSecond(peakHour)) / 1e9,
    tbSentAMonth,
    eurosAMonth,
    venueEvenings: Math.round(evenings),
    eurosAVenueMonth: eurosAMonth / evenings,
    reconnectSeconds:
      ((peakHour.viewers / processes) * units.reconnectMs) / perSecond / Math.max(1, cores - busy),
    mostWatchedMs: ((peakHour.watched[0] ?? 0) / processes) * units.frameSentMs,
    deaths: failureHours(machines, assumptions.machineDiesEveryDays, 1).length,
    single: parts
      .flatMap(({ name, single }) => (single === undefined ? [] : [{ name, utilisation: single }]))
      .toSorted((a, b) => b.utilisation - a.utilisation),
  }
}

/**
 * Bytes a second: frames of commands to all viewers of a tournament, and updates of its cabinets.
 */
function sentIn(hour: Hour, units: Units, { calmPerSecond }: Assumptions): number {
  const averages = perTournament(hour)
  const aViewer =
    averages.commands * units.frameBytes + averages.cabinets * calmPerSecond * units.liveBytes
  return hour.viewers * aViewer
}

type Evening = {
  games: number
  eventsAGame: number
  commits: number
  viewers: number
  hours: number
}

/** Processor seconds of one evening of a venue, with its cabinets in use all evening. */
export function eveningSeconds(evening: Evening, units: Units, { calmPerSecond }: Assumptions) {
  const { games, eventsAGame, commits, viewers, hours } = evening
  const { commandServicesMs, commandPostgresMs, commandNatsMs, eventTakenMs, eventProjectedMs } =
    units
  const commands = commits * (commandServicesMs + commandPostgresMs + commandNatsMs)
  const events = games * eventsAGame * (eventTakenMs + eventProjectedMs)
  const writes = viewers * hours * 3_600 * (calmPerSecond + heartbeatsPerSecond)
  return (commands + events + writes * units.frameSentMs) / perSecond
}

/** Sent to every viewer (`services/fanout/tournament/relay.ts`). */
const heartbeatsPerSecond = 1 / 5

function sumOf(week: Hour[], of: (hour: Hour) => number): number {
  if (week.length !== hoursOfWeek) throw new Error('a week has 168 hours')
  return week.reduce((sum, hour) => sum + of(hour), 0)
}

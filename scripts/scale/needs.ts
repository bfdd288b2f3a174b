// Unit costs times counts: what an hour needs of each part, and what is full first.
import { deaths, hoursOfEvening, hoursOfWeek } from './week.ts'
import type { Hour } from './week.ts'

/** In ms of processor time, bytes, and messages a second. */
export type Units = {
  commandServicesMs: number
  commandPostgresMs: number
  commandNatsMs: number
  commitProjectedMs: number
  eventTakenMs: number
  eventProjectedMs: number
  /** by a process of the fan-out: a cabinet's news that somebody there watches, and another's */
  liveShownMs: number
  liveHeardMs: number
  frameSentMs: number
  /** a socket that comes back: its request, and its snapshot */
  reconnectMs: number
  socketBytes: number
  stateBytes: number
  commitDiskBytes: number
  eventDiskBytes: number
  frameBytes: number
  liveBytes: number
  /** appends a second that one stream takes */
  streamAppends: number
}

/** What is assumed and not measured: how people and cabinets behave, and what machines cost. */
export type Assumptions = {
  /** cabinets' news a second that a projector publishes, of a cabinet that is played on */
  livePerSecond: number
  /** those who only look are told once a second */
  calmPerSecond: number
  viewersAProcess: number
  coresAMachine: number
  /** no core is planned fuller than this */
  fullest: number
  machineDiesEveryDays: number
  eurosACoreMonth: number
  eurosAGibMonth: number
  eurosADiskGbMonth: number
  eurosATbSent: number
}

const perSecond = 1_000
const gib = 2 ** 30

/** `single`: how full one thread or one stream is, where there is but one; 1 is full. */
type Part = { name: string; cores: number; single?: number }

/** Processor time of every part in one hour. */
export function partsIn(hour: Hour, units: Units, given: Assumptions): Part[] {
  const { commandsPerSecond: commands, eventsPerSecond: events } = hour
  const cores = (rate: number, ms: number) => (rate * ms) / perSecond
  const processes = fanoutProcesses(hour, given)
  const of = perTournament(hour)
  // Every process hears the news of all cabinets, and draws those of its own tournaments.
  const heard = cores(hour.cabinets * given.livePerSecond, units.liveHeardMs)
  const drawn = cores(
    watchedAt(hour, processes) * of.cabinets * given.livePerSecond,
    units.liveShownMs,
  )
  const writes = hour.viewers * (given.calmPerSecond + Math.min(of.commands, given.calmPerSecond))
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
      cores: processes * (heard + drawn + sent),
      single: heard + drawn + sent,
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

/** Tournaments that somebody at one of so many processes watches, with viewers spread by chance. */
export function watchedAt({ watched }: Hour, processes: number): number {
  return watched.reduce((sum, viewers) => sum + 1 - (1 - 1 / processes) ** viewers, 0)
}

type Needs = {
  /** of the fullest hour, with what a dead machine leaves to the others */
  cores: number
  machines: number
  memoryGib: number
  diskTbAYear: number
  gbitPerSecond: number
  tbSentAMonth: number
  eurosAMonth: number
  venueEvenings: number
  eurosAVenueMonth: number
  /** until all viewers of a process that died are live again, in the worst hour */
  reconnectSeconds: number
  /** until the last viewer of the most watched tournament has a frame, from its writing on */
  mostWatchedMs: number
  deaths: number
  /** what one process or stream has to do alone, the fullest first */
  single: { name: string; full: number }[]
}

export function needsOf(week: Hour[], units: Units, given: Assumptions): Needs {
  const fullest = week.reduce((a, b) => (b.tournaments > a.tournaments ? b : a))
  const parts = partsIn(fullest, units, given)
  const busy = parts.reduce((sum, { cores }) => sum + cores, 0)
  const machines = Math.ceil(busy / given.fullest / given.coresAMachine) + 1
  const cores = machines * given.coresAMachine
  const memoryGib =
    (fullest.viewers * units.socketBytes + 2 * fullest.tournaments * units.stateBytes) / gib
  const evenings = sumOf(week, ({ tournaments }) => tournaments) / hoursOfEvening
  const [commits, events] = [
    sumOf(week, ({ commandsPerSecond }) => commandsPerSecond * 3_600),
    sumOf(week, ({ eventsPerSecond }) => eventsPerSecond * 3_600),
  ]
  const diskTbAWeek = (commits * units.commitDiskBytes + events * units.eventDiskBytes) / 1e12
  const bytesPerSecond = (hour: Hour) => sentIn(hour, units, given)
  const tbSentAMonth = (sumOf(week, (hour) => bytesPerSecond(hour) * 3_600) / 1e12) * (52 / 12)
  const diskTbAYear = diskTbAWeek * 52
  const eurosAMonth =
    cores * given.eurosACoreMonth +
    memoryGib * given.eurosAGibMonth +
    diskTbAYear * 1_000 * given.eurosADiskGbMonth +
    tbSentAMonth * given.eurosATbSent
  const processes = fanoutProcesses(fullest, given)
  return {
    cores,
    machines,
    memoryGib,
    diskTbAYear,
    gbitPerSecond: (8 * bytesPerSecond(fullest)) / 1e9,
    tbSentAMonth,
    eurosAMonth,
    venueEvenings: Math.round(evenings),
    eurosAVenueMonth: eurosAMonth / evenings,
    reconnectSeconds:
      ((fullest.viewers / processes) * units.reconnectMs) / perSecond / Math.max(1, cores - busy),
    mostWatchedMs: ((fullest.watched[0] ?? 0) / processes) * units.frameSentMs,
    deaths: deaths(machines, given.machineDiesEveryDays, 1).length,
    single: parts
      .flatMap(({ name, single }) => (single === undefined ? [] : [{ name, full: single }]))
      .toSorted((a, b) => b.full - a.full),
  }
}

/** Frames of commands to all who watch the tournament, and news of its cabinets. */
function sentIn(hour: Hour, units: Units, { calmPerSecond }: Assumptions): number {
  const of = perTournament(hour)
  const aViewer = of.commands * units.frameBytes + of.cabinets * calmPerSecond * units.liveBytes
  return hour.viewers * aViewer
}

type Evening = {
  games: number
  eventsAGame: number
  commits: number
  viewers: number
  hours: number
}

/** Processor time of one evening of a venue, in seconds: while it is on, its cabinets are played on. */
export function eveningSeconds(evening: Evening, units: Units, { calmPerSecond }: Assumptions) {
  const { games, eventsAGame, commits, viewers, hours } = evening
  const { commandServicesMs, commandPostgresMs, commandNatsMs, eventTakenMs, eventProjectedMs } =
    units
  const commands = commits * (commandServicesMs + commandPostgresMs + commandNatsMs)
  const events = games * eventsAGame * (eventTakenMs + eventProjectedMs)
  const writes = viewers * hours * 3_600 * (calmPerSecond + heartbeatsPerSecond)
  return (commands + events + writes * units.frameSentMs) / perSecond
}

/** To everybody who watches (`services/fanout/tournament/relay.ts`). */
const heartbeatsPerSecond = 1 / 5

function sumOf(week: Hour[], of: (hour: Hour) => number): number {
  if (week.length !== hoursOfWeek) throw new Error('a week has 168 hours')
  return week.reduce((sum, hour) => sum + of(hour), 0)
}

import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { unavailableTexts, unknownText } from '#events/describe/status.ts'
import type { StatusLineName } from '#events/describe/status.ts'
import type { Log } from '../../log/index.ts'
import type { Desk } from '../../desk/index.ts'
import type { Encryption, Store } from '../../store/index.ts'
import type { LogPosition } from '../../telemetry/index.ts'
import type { StatusLine } from '../schema/http/status.ts'
import {
  offlineCabinets,
  haltedTournaments,
  lastBackup,
  standby,
  unreadableSecrets,
  wrongClocks,
  waitingPresses,
} from './rows.ts'
import type { LineState } from './rows.ts'
import type { StatusSettings } from './settings.ts'

export type StatusLog = Pick<Log, 'ask' | 'at' | 'factsAt' | 'awayServers' | 'pairs' | 'size'>
type StatusParts = {
  log: StatusLog
  store: Store
  desk: Pick<Desk, 'ready'>
  settings: StatusSettings
  encryption: Encryption | null
}

const answerTimeoutMs = 1_000
const lineTimeoutMs = 1_500
const dayMs = 24 * 60 * 60_000
const maxLagMs = 10_000
/** Below this the servers stop, even if their data grows slowly. */
const minFreeBytes = 256 * 2 ** 20

/**
 * Computes all lines in parallel. Each has a timeout, so that none waits long for a dead
 * dependency.
 */
export async function readLines(parts: StatusParts): Promise<StatusLine[]> {
  const { log, store, desk } = parts
  const [ends, hasRows] = await Promise.all([
    withTimeout(endsOf(log)).catch(() => null),
    withTimeout(store.pool.query('select 1')).then(
      () => true,
      () => false,
    ),
  ])
  const unknown: LineState = { ok: null, text: unknownText }
  const withLog = (work: (ends: LogPosition[]) => Promise<LineState>) =>
    ends ? work(ends) : unknown
  const withRows = (work: () => Promise<LineState>) => (hasRows ? work() : unknown)
  const states: Record<StatusLineName, LineState | Promise<LineState>> = {
    log: ends ? logState(log, ends) : { ok: false, text: unavailableTexts.log },
    database: hasRows ? standby(store) : { ok: false, text: unavailableTexts.database },
    gate: withLog(() => gate(desk)),
    tournaments: withRows(() => haltedTournaments(store)),
    projector: withLog((ends) => follower(log, 'projector', ends)),
    referee: withLog((ends) => follower(log, 'referee', ends)),
    fanout: withLog(() => responderStatus(log, 'fanout')),
    intake: withLog(() => responderStatus(log, 'intake')),
    cabinets: withRows(() => offlineCabinets(store)),
    presses: withRows(() => waitingPresses(store)),
    clocks: withRows(() => wrongClocks(store)),
    secret: withRows(() => unreadableSecrets(store, parts.encryption)),
    disk: ends && hasRows ? disk(parts) : unknown,
    backup: withRows(() => backup(parts)),
  }
  const names = Object.keys(states) as StatusLineName[]
  const notes: Partial<Record<StatusLineName, string | null>> = parts.settings.ownServers?.() ?? {}
  return Promise.all(
    names.map(async (line) => {
      const { ok, text } = await withTimeout(Promise.resolve(states[line])).catch(() => unknown)
      return { line, ok, text: [text, notes[line]].filter(Boolean).join(' ') }
    }),
  )
}

/** The last positions of each pair of streams. */
function endsOf(log: StatusLog): Promise<LogPosition[]> {
  return Promise.all(
    log.pairs.map(async (pair) => {
      const [commits, facts] = await Promise.all([pair.tail(), pair.factsTail()])
      return { commits, facts }
    }),
  )
}

function commitCount({ pairs }: StatusLog, ends: LogPosition[]): number {
  return pairs.reduce((sum, { first }, pair) => sum + ends[pair]!.commits - first + 1, 0)
}

/** Red while a server of the cluster is away, because the log may not survive the next one. */
async function logState(log: StatusLog, ends: LogPosition[]): Promise<LineState> {
  const text = `Has ${commitCount(log, ends)} commits`
  const names = await log.awayServers()
  if (names.length === 0) return okay(`${text}.`)
  const isOne = names.length === 1
  const servers = isOne ? 'server' : 'servers'
  const todo = isOne
    ? 'If it has stopped, start it again; if it is running, it is catching up.'
    : 'Start those again that have stopped; those that are running are catching up.'
  const risk = 'Until then the loss of another one may stop all changes.'
  return {
    ok: false,
    text: `${text}, but without the NATS ${servers} ${names.join(', ')}. ${todo} ${risk}`,
  }
}

function okay(text: string): LineState {
  return { ok: true, text }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const timeout = sleep(lineTimeoutMs, undefined, { ref: false }).then(() => {
    throw new Error('no answer in time')
  })
  return Promise.race([work, timeout])
}

async function gate(desk: StatusParts['desk']): Promise<LineState> {
  try {
    await desk.ready()
    return okay('Open: log and database agree.')
  } catch (error) {
    const differs = error instanceof Error && 'code' in error && error.code === 'LOG_DIFFERS'
    if (!differs) return { ok: false, text: unavailableTexts.gate }
    const text = `Closed: no changes can be made. ${error.message}`
    return { ok: false, text: `${text} Run npm run verify, then npm run repair.` }
  }
}

const followers = {
  projector: 'screens are not updated and presses wait',
  referee: 'games are not counted automatically and timers do not fire',
}

async function follower(
  log: StatusLog,
  name: keyof typeof followers,
  ends: LogPosition[],
): Promise<LineState> {
  const lags = await Promise.all(ends.map((end, pair) => lagOf(log, `status.${name}.${pair}`, end)))
  const todo = `Check whether the ${name} is running, and restart it; its log says why it stopped.`
  const knownLags = lags.filter((lag) => lag !== null)
  if (knownLags.length < lags.length) {
    return { ok: false, text: `Is not responding: ${followers[name]}. ${todo}` }
  }
  const commits = knownLags.reduce((sum, lag) => sum + lag.commits, 0)
  const facts = knownLags.reduce((sum, lag) => sum + lag.facts, 0)
  if (commits === 0 && facts === 0) return okay('Has read the whole log.')
  const lagMs = Math.max(0, Date.now() - Math.min(...knownLags.map(({ since }) => since)))
  const behind = `Is ${commits} commits and ${facts} cabinet messages behind, ${seconds(lagMs)}`
  if (lagMs <= maxLagMs) return okay(`${behind}.`)
  return { ok: false, text: `${behind}: ${followers[name]}. ${todo}` }
}

/** The number of unread messages, and the time of the oldest in ms; null if nobody answers. */
async function lagOf(
  log: StatusLog,
  subject: `status.${keyof typeof followers}.${number}`,
  end: LogPosition,
): Promise<(LogPosition & { since: number }) | null> {
  const response = (await log
    .ask(subject, {}, answerTimeoutMs)
    .catch(() => null)) as LogPosition | null
  if (!response) return null
  const commits = Math.max(0, end.commits - response.commits)
  const facts = Math.max(0, end.facts - response.facts)
  const [commit, fact] = await Promise.all([
    commits > 0 ? log.at(response.commits + 1) : null,
    facts > 0 ? log.factsAt(response.facts + 1) : null,
  ])
  const since = [commit?.commit.at, fact?.at].map((at) => (at ? Date.parse(at) : Infinity))
  return { commits, facts, since: Math.min(...since) }
}

const responders = {
  fanout: { of: 'viewers', none: 'no screen receives changes' },
  intake: { of: 'clients', none: 'cabinets cannot send their games' },
}

async function responderStatus(log: StatusLog, name: keyof typeof responders): Promise<LineState> {
  const { of, none } = responders[name]
  const startMs = performance.now()
  const response = await log.ask(`status.${name}`, {}, answerTimeoutMs).catch(() => null)
  if (!response) {
    const todo = `Check whether the ${name} is running, and restart it; its log says why it stopped.`
    return { ok: false, text: `Is not responding: ${none}. ${todo}` }
  }
  const tookMs = Math.round(performance.now() - startMs)
  const n = (response as Record<string, number>)[of] ?? 0
  const noun = name === 'fanout' ? 'screen' : 'cabinet client'
  const connected = n === 1 ? `1 ${noun} is` : `${n} ${noun}s are`
  return okay(`${connected} connected; answers in ${tookMs} ms.`)
}

/** Estimates growth as the size of all data divided by its age in days, at least one. */
async function disk({ log, store, settings }: StatusParts): Promise<LineState> {
  const { free, unreadable } = await readDisks(settings.diskPaths)
  if (unreadable.length > 0) {
    const todo = 'Mount it again, or correct DISK_PATHS.'
    return {
      ok: false,
      text: `Cannot be checked: ${unreadable.join(', ')} cannot be read. ${todo}`,
    }
  }
  const [{ bytes, since }, rows] = await Promise.all([
    log.size(),
    store.pool.query<{ bytes: number }>(
      'select pg_database_size(current_database())::bigint as bytes',
    ),
  ])
  const days = Math.max(1, since === null ? 1 : (Date.now() - since) / dayMs)
  const bytesPerDay = (bytes + (rows.rows[0]?.bytes ?? 0)) / days
  const daysLeft = Math.floor(free / bytesPerDay)
  const text = `${inGigabytes(free)} free: room for ${daysLeft > 3_650 ? 'more than ten years' : `${daysLeft} days`} at the rate it has grown so far.`
  if (free > minFreeBytes && daysLeft >= settings.diskDays) return okay(text)
  const todo =
    'Free some of the disk, or move the data to a larger one. Once it is full, commands are refused.'
  return { ok: false, text: `${text} ${todo}` }
}

/**
 * The free bytes of the fullest disk, and the folders that are missing: of a disk that is no longer
 * mounted, or by a mistake in the settings.
 */
async function readDisks(paths: string[]): Promise<{ free: number; unreadable: string[] }> {
  const found = await Promise.allSettled(paths.map((path) => statfs(path)))
  const unreadable = paths.filter((_, index) => found[index]?.status === 'rejected')
  const free = found.flatMap((one) =>
    one.status === 'fulfilled' ? [one.value.bavail * one.value.bsize] : [],
  )
  return { free: Math.min(...free), unreadable }
}

async function backup({ log, store, settings }: StatusParts): Promise<LineState> {
  if (settings.backupDays === 0) return okay('Not checked here (BACKUP_DAYS is 0).')
  const last = await lastBackup(store)
  const since = last ?? (await log.size().catch(() => ({ since: null }))).since ?? Date.now()
  const isOld = Date.now() - since > settings.backupDays * dayMs
  const text =
    last === null ? 'There is no backup yet.' : `The last one was taken ${agoText(last)}.`
  if (!isOld) return okay(text)
  return { ok: false, text: `${text} Take one now: npm run backup -- <folder>.` }
}

function agoText(at: number): string {
  const hours = Math.floor((Date.now() - at) / (60 * 60_000))
  if (hours < 1) return 'less than an hour ago'
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`
}

function seconds(ms: number): string {
  return Number.isFinite(ms) ? `${Math.round(ms / 1000)} s` : 'by how long is not known'
}

function inGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}

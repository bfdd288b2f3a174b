import { statfs } from 'node:fs/promises'
import { awayTexts, notKnown } from '../../../events/describe/status.ts'
import type { StatusLineName } from '../../../events/describe/status.ts'
import type { Log } from '../../log/index.ts'
import type { Desk } from '../../desk/index.ts'
import type { Store } from '../../store/index.ts'
import type { StatusLine } from '../schema/status.ts'
import { cabinetsAway, haltedTournaments, lastBackup, wrongClocks, waitingPresses } from './rows.ts'
import type { StatusSettings } from './settings.ts'

export type StatusLog = Pick<Log, 'ask' | 'at' | 'factsAt' | 'pairs' | 'size'>
type StatusParts = {
  log: StatusLog
  store: Store
  desk: Pick<Desk, 'ready'>
  settings: StatusSettings
}
type Judged = Omit<StatusLine, 'line'>
type Reached = { commits: number; facts: number }

const askMs = 1_000
const waitMs = 1_500
const dayMs = 24 * 60 * 60_000
const maxLagMs = 10_000
/** With less the servers stop, however slowly they grow. */
const minFreeBytes = 256 * 2 ** 20

/** All lines; none waits longer than a moment for what is away. */
export async function readLines(parts: StatusParts): Promise<StatusLine[]> {
  const { log, store, desk } = parts
  const [ends, hasRows] = await Promise.all([
    inTime(endsOf(log)).catch(() => null),
    inTime(store.pool.query('select 1')).then(
      () => true,
      () => false,
    ),
  ])
  const unknown: Judged = { ok: null, text: notKnown }
  const withLog = (work: (ends: Reached[]) => Promise<Judged>) => (ends ? work(ends) : unknown)
  const withRows = (work: () => Promise<Judged>) => (hasRows ? work() : unknown)
  const judged: Record<StatusLineName, Judged | Promise<Judged>> = {
    log: ends ? fine(`Has ${stored(log, ends)} commits.`) : { ok: false, text: awayTexts.log },
    database: hasRows ? fine('Answers.') : { ok: false, text: awayTexts.database },
    gate: withLog(() => gate(desk)),
    tournaments: withRows(() => haltedTournaments(store)),
    projector: withLog((ends) => follower(log, 'projector', ends)),
    referee: withLog((ends) => follower(log, 'referee', ends)),
    fanout: withLog(() => answering(log, 'fanout')),
    intake: withLog(() => answering(log, 'intake')),
    cabinets: withRows(() => cabinetsAway(store)),
    presses: withRows(() => waitingPresses(store)),
    clocks: withRows(() => wrongClocks(store)),
    disk: ends && hasRows ? disk(parts) : unknown,
    backup: withRows(() => backup(parts)),
  }
  const names = Object.keys(judged) as StatusLineName[]
  return Promise.all(
    names.map(async (line) => {
      const { ok, text } = await inTime(Promise.resolve(judged[line])).catch(() => unknown)
      return { line, ok, text }
    }),
  )
}

/** Of each pair of streams. */
function endsOf(log: StatusLog): Promise<Reached[]> {
  return Promise.all(
    log.pairs.map(async (pair) => {
      const [commits, facts] = await Promise.all([pair.tail(), pair.factsTail()])
      return { commits, facts }
    }),
  )
}

function stored({ pairs }: StatusLog, ends: Reached[]): number {
  return pairs.reduce((sum, { first }, pair) => sum + ends[pair]!.commits - first + 1, 0)
}

function fine(text: string): Judged {
  return { ok: true, text }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), waitMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function gate(desk: StatusParts['desk']): Promise<Judged> {
  try {
    await desk.ready()
    return fine('Open: log and database agree.')
  } catch (error) {
    const differs = error instanceof Error && 'code' in error && error.code === 'LOG_DIFFERS'
    if (!differs) return { ok: false, text: awayTexts.gate }
    const what = `Closed, nothing can be pressed. ${error.message}`
    return { ok: false, text: `${what} Run npm run verify, then npm run repair.` }
  }
}

const followers = {
  projector: 'screens do not move and presses wait',
  referee: 'games do not count by themselves and timers do not fire',
}

async function follower(
  log: StatusLog,
  name: keyof typeof followers,
  ends: Reached[],
): Promise<Judged> {
  const lags = await Promise.all(ends.map((end, pair) => lagOf(log, `status.${name}.${pair}`, end)))
  const todo = `See whether the ${name} runs, and start it again; its log says why it stopped.`
  const known = lags.filter((lag) => lag !== null)
  if (known.length < lags.length) {
    return { ok: false, text: `Does not answer: ${followers[name]}. ${todo}` }
  }
  const commits = known.reduce((sum, lag) => sum + lag.commits, 0)
  const facts = known.reduce((sum, lag) => sum + lag.facts, 0)
  if (commits === 0 && facts === 0) return fine('Has read all of the log.')
  const lagMs = Math.max(0, Date.now() - Math.min(...known.map(({ since }) => since)))
  const behind = `Is ${commits} commits and ${facts} cabinet messages behind, ${seconds(lagMs)}`
  if (lagMs <= maxLagMs) return fine(`${behind}.`)
  return { ok: false, text: `${behind}: ${followers[name]}. ${todo}` }
}

/** How much is not read yet, and since when in ms; null: nobody answers. */
async function lagOf(
  log: StatusLog,
  subject: `status.${keyof typeof followers}.${number}`,
  end: Reached,
): Promise<(Reached & { since: number }) | null> {
  const found = (await log.ask(subject, {}, askMs).catch(() => null)) as Reached | null
  if (!found) return null
  const commits = Math.max(0, end.commits - found.commits)
  const facts = Math.max(0, end.facts - found.facts)
  const [commit, fact] = await Promise.all([
    commits > 0 ? log.at(found.commits + 1) : null,
    facts > 0 ? log.factsAt(found.facts + 1) : null,
  ])
  const since = [commit?.commit.at, fact?.at].map((at) => (at ? Date.parse(at) : Infinity))
  return { commits, facts, since: Math.min(...since) }
}

const answerers = {
  fanout: { of: 'viewers', none: 'no screen is told what changes' },
  intake: { of: 'clients', none: 'cabinets cannot send their games' },
}

async function answering(log: StatusLog, name: keyof typeof answerers): Promise<Judged> {
  const { of, none } = answerers[name]
  const startMs = performance.now()
  const found = await log.ask(`status.${name}`, {}, askMs).catch(() => null)
  if (!found) {
    const todo = `See whether the ${name} runs, and start it again; its log says why it stopped.`
    return { ok: false, text: `Does not answer: ${none}. ${todo}` }
  }
  const tookMs = Math.round(performance.now() - startMs)
  const n = (found as Record<string, number>)[of] ?? 0
  const what = name === 'fanout' ? 'screens watch' : 'cabinet clients are connected'
  return fine(`${n} ${what}; answers in ${tookMs} ms.`)
}

/** Growth is what there is by the days it took, or by one day. */
async function disk({ log, store, settings }: StatusParts): Promise<Judged> {
  const [{ bytes, since }, rows, free] = await Promise.all([
    log.size(),
    store.pool.query<{ bytes: number }>(
      'select pg_database_size(current_database())::bigint as bytes',
    ),
    freeBytes(settings.diskPaths),
  ])
  const days = Math.max(1, since === null ? 1 : (Date.now() - since) / dayMs)
  const aDay = (bytes + (rows.rows[0]?.bytes ?? 0)) / days
  const left = Math.floor(free / aDay)
  const what = `${inGigabytes(free)} free: room for ${left > 3_650 ? 'more than ten years' : `${left} days`} as it has grown so far.`
  if (free > minFreeBytes && left >= settings.diskDays) return fine(what)
  const todo =
    'Free some of the disk, or move the data to a larger one. Once it is full, commands are refused.'
  return { ok: false, text: `${what} ${todo}` }
}

/** Of the fullest of the disks. */
async function freeBytes(paths: string[]): Promise<number> {
  const found = await Promise.all(paths.map((path) => statfs(path)))
  return Math.min(...found.map(({ bavail, bsize }) => bavail * bsize))
}

async function backup({ log, store, settings }: StatusParts): Promise<Judged> {
  if (settings.backupDays === 0) return fine('Not watched here (BACKUP_DAYS is 0).')
  const last = await lastBackup(store)
  const since = last ?? (await log.size().catch(() => ({ since: null }))).since ?? Date.now()
  const isOld = Date.now() - since > settings.backupDays * dayMs
  const what = last === null ? 'There is no backup yet.' : `The last one was taken ${ago(last)}.`
  if (!isOld) return fine(what)
  return { ok: false, text: `${what} Take one now: npm run backup -- <folder>.` }
}

function ago(at: number): string {
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

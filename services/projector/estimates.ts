import { setImmediate as turn } from 'node:timers/promises'
import { estimating } from '#events/estimate/estimate.ts'
import type { TournamentEstimate } from '#events/estimate/estimate.ts'
import { usedSince } from '#events/estimate/match-duration.ts'
import type { MatchDuration } from '#events/estimate/match-duration.ts'
import { nextPublished } from '#events/estimate/publish.ts'
import { withoutOffline } from '#events/estimate/queue-model.ts'
import type { Published } from '#events/estimate/publish.ts'
import { matchIndex } from '#events/bracket/match-index.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { Log } from '../log/index.ts'
import type { States } from '../states/index.ts'
import { publishedOf } from '../store/estimates.ts'
import { withoutFlush } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import type { CabinetId, TournamentId } from '#events/ids.ts'
import type { LiveCabinet } from '#events/view/frames.ts'

/** Estimates start times in the background; the projector's own work comes first (R-ETA-1). */
export type Estimator = {
  refresh(tournament: TournamentId): void
  /** refreshes the tournaments of cabinets whose client has come or gone */
  changed(cabinets: readonly LiveCabinet[]): void
  stop(): Promise<void>
}

type Options = {
  log: Log
  states: States
  store: Store
  logError: (what: string, error: unknown) => void
  settleMs?: number
}

/** Debounce: changes come in groups, and those within this time share an estimate. */
const defaultSettleMs = 2_000
const refreshEveryMs = 60_000
/** The longest time that an estimate blocks other work. */
const sliceMs = 4
/** After an estimate the thread is free of estimates for this many times as long. */
const restFactor = 30

export function openEstimator(options: Options): Estimator {
  const { store, logError, settleMs = defaultSettleMs } = options
  const calculator = openCalculator(options)
  const dirty = new Set<TournamentId>()
  const playing = new Set<TournamentId>()
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()

  function refresh(tournament: TournamentId): void {
    dirty.add(tournament)
    wake(settleMs)
  }

  function wake(inMs: number): void {
    if (closing.signal.aborted) return
    timer ??= setTimeout(() => {
      working = work().then((busyMs) => {
        timer = undefined
        if (dirty.size > 0) wake(Math.max(settleMs, busyMs * restFactor))
      })
    }, inMs)
  }

  /** Returns the time it blocked the thread, without its waits. */
  async function work(): Promise<number> {
    let busyMs = 0
    const waiting = [...dirty]
    dirty.clear()
    for (const tournament of waiting) {
      if (closing.signal.aborted) break
      try {
        const outcome = await calculator.calculate(tournament, closing.signal)
        busyMs += outcome.busyMs
        if (outcome.isInPlay) playing.add(tournament)
        else playing.delete(tournament)
      } catch (error) {
        logError('estimates', error)
      }
    }
    return busyMs
  }

  // Estimates change without any command: a match that runs late delays the others.
  const clock = setInterval(() => playing.forEach(refresh), refreshEveryMs)
  clock.unref()
  void resume(store, refresh).catch((error: unknown) => logError('estimates', error))

  return {
    refresh,
    changed: openClientWatch({ store, logError, refresh }),
    async stop() {
      closing.abort()
      clearInterval(clock)
      clearTimeout(timer)
      await working
    },
  }
}

type Outcome = { isInPlay: boolean; busyMs: number }

/** Calculates the estimates of a tournament and publishes them if they have changed. */
function openCalculator({ log, states, store }: Options) {
  return {
    async calculate(tournament: TournamentId, signal: AbortSignal): Promise<Outcome> {
      const { state, matchDuration } = await states.now(tournament)
      const nowMs = Date.now()
      const before = await publishedOf(store, tournament)
      const offline = await offlineOf(store, state, matchDuration)
      const work = estimating(state, matchDuration, nowMs, (model) => ({
        ...model,
        queues: withoutOffline(model.queues, offline),
      }))
      const { estimate, tookMs } = await estimateInSlices(work, signal)
      const outcome = { isInPlay: isInPlay(state), busyMs: tookMs }
      if (!estimate || (!before && estimate.starts.size === 0)) return outcome
      const next = nextPublished(before, { t: state, estimate, nowMs })
      if (next && (await save(store, tournament, next))) {
        log.publish(`estimates.${tournament}`, next.estimates)
      }
      return outcome
    },
  }
}

/** After a restart the estimates of tournaments being played are refreshed without a command. */
async function resume({ db }: Store, refresh: Estimator['refresh']): Promise<void> {
  const rows = await db
    .selectFrom('view.match')
    .select('tournament')
    .distinct()
    .where('activeCabinet', 'is not', null)
    .execute()
  for (const { tournament } of rows) refresh(tournament)
}

/**
 * The cabinets that are out of use since their client left. One that never had a client, or that
 * was used since, is scored by hand.
 */
async function offlineOf(
  { db }: Store,
  t: Tournament,
  durations: MatchDuration,
): Promise<ReadonlySet<CabinetId>> {
  const cabinets = Object.values(t.cabinets).map(({ id }) => id)
  if (cabinets.length === 0) return new Set()
  const rows = await db
    .selectFrom('view.cabinet')
    .select(['id', 'since'])
    .where('id', 'in', cabinets)
    .where('clientStatus', '=', 'offline')
    .execute()
  const offline = rows.filter(({ id, since }) => since === null || !usedSince(durations, id, since))
  return new Set(offline.map(({ id }) => id))
}

type ClientWatchOptions = Pick<Options, 'store' | 'logError'> & Pick<Estimator, 'refresh'>

function openClientWatch({ store, logError, refresh }: ClientWatchOptions): Estimator['changed'] {
  const online = new Map<CabinetId, boolean>()
  return (cabinets) => {
    const switched = cabinets.flatMap(({ id, clientStatus }) => {
      const isOnline = clientStatus === 'online'
      if (online.get(id) === isOnline) return []
      online.set(id, isOnline)
      return id
    })
    if (switched.length === 0) return
    unfinishedOn(store, switched).then(
      (tournaments) => tournaments.forEach(refresh),
      (error: unknown) => logError('estimates', error),
    )
  }
}

/** The tournaments with these cabinets that have matches left to play. */
async function unfinishedOn({ pool }: Store, cabinets: CabinetId[]): Promise<TournamentId[]> {
  const { rows } = await pool.query<{ id: TournamentId }>(
    `select distinct t.id from unnest($1::int[]) cabinet
       join view.tournament t on t.assigned_cabinets @> to_jsonb(cabinet)
       where t.is_active
         and exists (select from view.match m where m.tournament = t.id and not m.is_complete)`,
    [cabinets],
  )
  return rows.map(({ id }) => id)
}

function isInPlay(t: Tournament): boolean {
  if (t.deleted || !t.isActive) return false
  const isOn = matchIndex(t.matches).all.some((match) => match.cabinet !== null)
  return isOn || Object.keys(t.timers).length > 0
}

async function estimateInSlices(
  work: Generator<void, TournamentEstimate, void>,
  signal: AbortSignal,
): Promise<{ estimate: TournamentEstimate | null; tookMs: number }> {
  let tookMs = 0
  while (!signal.aborted) {
    const sinceMs = performance.now()
    let step = work.next()
    while (!step.done && performance.now() - sinceMs < sliceMs) step = work.next()
    tookMs += performance.now() - sinceMs
    if (step.done) return { estimate: step.value, tookMs }
    await turn()
  }
  return { estimate: null, tookMs }
}

/**
 * False if another projector has published a newer estimate. It is not flushed: a crash loses only
 * estimates, and a standby that is away must not stop them.
 */
async function save({ pool }: Store, tournament: TournamentId, next: Published): Promise<boolean> {
  const saved = await pool.query(saveEstimate, [
    tournament,
    next.estimates.asOf!,
    JSON.stringify(next),
  ])
  return saved.rowCount === 1
}

// Never replaces a newer estimate of another process. One that is newer by this much was stored
// before the clock was set back.
const saveEstimate = `insert into kept.estimate as saved (tournament, as_of, published) values ($1, $2, $3)
  on conflict (tournament) do update set as_of = excluded.as_of, published = excluded.published
  where saved.as_of < excluded.as_of or saved.as_of > excluded.as_of + interval '10 minutes'
  returning ${withoutFlush}`

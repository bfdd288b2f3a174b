import { setImmediate as turn } from 'node:timers/promises'
import { estimating } from '../../events/estimate/estimate.ts'
import type { TournamentEstimate } from '../../events/estimate/estimate.ts'
import { published } from '../../events/estimate/publish.ts'
import type { Published } from '../../events/estimate/publish.ts'
import { matchIndex } from '../../events/bracket/match-index.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import type { Log } from '../log/index.ts'
import type { States } from '../states/index.ts'
import { publishedOf } from '../store/estimates.ts'
import type { Store } from '../store/index.ts'
import type { TournamentId } from '../../events/ids.ts'

/** Start times, reckoned beside the projector's own work and never before it (R-ETA-1). */
export type Estimator = { look(tournament: TournamentId): void; stop(): Promise<void> }

type Options = {
  log: Log
  states: States
  store: Store
  note: (what: string, error: unknown) => void
  settleMs?: number
}

/** Changes come in groups: what follows within it belongs to the same estimate. */
const defaultSettleMs = 2_000
const againEveryMs = 60_000
/** The most that other work waits for an estimate. */
const sliceMs = 4
/** Of this thread's time, at most one part in so many. */
const restPart = 30

export function openEstimator(options: Options): Estimator {
  const { store, note, settleMs = defaultSettleMs } = options
  const reckoner = openReckoner(options)
  const dirty = new Set<TournamentId>()
  const playing = new Set<TournamentId>()
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()

  function look(tournament: TournamentId): void {
    dirty.add(tournament)
    wake(settleMs)
  }

  function wake(inMs: number): void {
    if (ending.signal.aborted) return
    timer ??= setTimeout(() => {
      working = work().then((busyMs) => {
        timer = undefined
        if (dirty.size > 0) wake(Math.max(settleMs, busyMs * restPart))
      })
    }, inMs)
  }

  /** How long it held the thread; what it waited for others does not count. */
  async function work(): Promise<number> {
    let busyMs = 0
    const waiting = [...dirty]
    dirty.clear()
    for (const tournament of waiting) {
      if (ending.signal.aborted) break
      try {
        const reckoned = await reckoner.reckon(tournament, ending.signal)
        busyMs += reckoned.busyMs
        if (reckoned.isPlayed) playing.add(tournament)
        else playing.delete(tournament)
      } catch (error) {
        note('estimates', error)
      }
    }
    return busyMs
  }

  // Time goes on where nothing is pressed: a match that is late makes the others late.
  const clock = setInterval(() => playing.forEach(look), againEveryMs)
  clock.unref()
  void resume(store, look).catch((error: unknown) => note('estimates', error))

  return {
    look,
    async stop() {
      ending.abort()
      clearInterval(clock)
      clearTimeout(timer)
      await working
    },
  }
}

type MatchEstimate = { isPlayed: boolean; busyMs: number }

/** Makes an estimate and publishes what has moved. */
function openReckoner({ log, states, store }: Options) {
  return {
    async reckon(tournament: TournamentId, signal: AbortSignal): Promise<MatchEstimate> {
      const { state, matchDuration } = await states.now(tournament)
      const nowMs = Date.now()
      const before = await publishedOf(store, tournament)
      const work = estimating(state, matchDuration, nowMs)
      const { estimate, tookMs } = await inSlices(work, signal)
      const reckoned = { isPlayed: isPlayed(state), busyMs: tookMs }
      if (!estimate || (!before && estimate.starts.size === 0)) return reckoned
      const next = published(before, { t: state, estimate, nowMs })
      if (next && (await keep(store, tournament, next))) {
        log.publish(`estimates.${tournament}`, next.estimates)
      }
      return reckoned
    },
  }
}

/** After a restart nothing needs to be pressed for the estimates to go on. */
async function resume({ db }: Store, look: Estimator['look']): Promise<void> {
  const rows = await db
    .selectFrom('view.match')
    .select('tournament')
    .distinct()
    .where('activeCabinet', 'is not', null)
    .execute()
  for (const { tournament } of rows) look(tournament)
}

function isPlayed(t: Tournament): boolean {
  if (t.deleted || !t.isActive) return false
  const isOn = matchIndex(t.matches).all.some((match) => match.cabinet !== null)
  return isOn || Object.keys(t.timers).length > 0
}

async function inSlices(
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

/** False where another projector has published something newer. */
async function keep({ db }: Store, tournament: TournamentId, next: Published): Promise<boolean> {
  const row = { tournament, asOf: next.estimates.asOf!, published: JSON.stringify(next) }
  const kept = await db
    .insertInto('kept.estimate')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('tournament')
        .doUpdateSet(row)
        .where('kept.estimate.asOf', '<', new Date(row.asOf)),
    )
    .executeTakeFirst()
  return (kept.numInsertedOrUpdatedRows ?? 0n) > 0n
}

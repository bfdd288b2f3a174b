import type { Tournament } from '#events/state/tournament.ts'
import type { LogPair, StoredCommit } from '../log/index.ts'
import type { States } from '../states/index.ts'
import type { SyncContext } from './connection.ts'
import { linkedStages } from './job.ts'
import { openStageSync } from './stage-sync.ts'
import type { StageSync } from './stage-sync.ts'
import { openOutbox } from './outbox.ts'
import type { Outbox } from './outbox.ts'
import type { SendCommand } from './commands.ts'
import type { StageId, TournamentId } from '#events/ids.ts'
import { nameForPair, nullIfHalted } from '../log/index.ts'

type WorkerOptions = {
  pair: LogPair
  pairOf: (tournament: TournamentId) => Promise<LogPair>
  states: States
  context: SyncContext
  sendCommand: SendCommand
  /** syncs by stage of this pair; filled here, so that other code can trigger a poll */
  syncs: Map<StageId, StageSync>
  logError(message: string, error: unknown): void
}

const everyMs = 500

/**
 * Takes the linked tournaments from the rows, reads the log from there to its end, and then does the
 * jobs that follow from it. Ends when it is stopped, when the log is unreachable, or when another
 * process has taken over.
 */
export async function startWorker(options: WorkerOptions): Promise<void> {
  const { pair, states, context, syncs } = options
  const { clock, ending } = context
  const outbox = await openOutbox(context.store, pair.index, context.rowsNow)
  const end = await pair.tail()
  const rows = await linkedInRows(options)
  const tournaments = openLinkedTournaments(states, rows.linked)
  /** tournaments whose jobs are not in the outbox yet */
  const changed = new Set(rows.active)
  const stale = new AbortController()
  const until = AbortSignal.any([ending, stale.signal])
  let lastSeq = rows.upTo
  syncs.clear()

  async function enqueue(): Promise<void> {
    const isNew = changed.size > 0
    for (const id of changed) {
      const linked = await tournaments.load(id)
      const isMine = !linked || (await outbox.enqueue(linked, lastSeq))
      if (!isMine) return stale.abort() // P8
      changed.delete(id)
    }
    if (isNew) clock.wake()
  }

  async function take(batch: StoredCommit[], upTo: number): Promise<void> {
    for (const id of tournaments.take(batch)) changed.add(id)
    lastSeq = upTo
    if (lastSeq < end) return
    await enqueue()
    if (stale.signal.aborted) return
    for (const id of checkedIn(batch)) {
      await outbox.retryFailed(id)
      syncs.get(id)?.pollNow()
    }
  }

  async function work(): Promise<void> {
    while (!until.aborted) {
      if (lastSeq >= end) await syncAll(options, await tournaments.active(), outbox)
      await clock.wait(everyMs, until)
    }
  }

  if (lastSeq >= end) await enqueue()
  const tasks = [pair.follow(rows.upTo, take, until), work()]
  const results = await Promise.allSettled(tasks.map((task) => task.finally(() => stale.abort())))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

type LinkedInRows = {
  /** the position of the log that the rows have */
  upTo: number
  /** of all pairs, because only commits of this pair are looked up in it */
  linked: TournamentId[]
  /** of this pair */
  active: TournamentId[]
}

/** The tournaments that are linked to external brackets. */
async function linkedInRows({ context, pair, pairOf }: WorkerOptions): Promise<LinkedInRows> {
  const { rows } = await context.store.pool.query<{
    upTo: number
    all: { id: TournamentId; isActive: boolean }[]
  }>(linkedSql, [nameForPair('tournament', pair.index)])
  const { upTo, all } = rows[0]!
  const active: TournamentId[] = []
  for (const { id, isActive } of all)
    if (isActive && (await pairOf(id)).index === pair.index) active.push(id)
  return { upTo, linked: all.map(({ id }) => id), active }
}

/** One statement, so that the rows are those at the position. */
const linkedSql = `select
  coalesce((select seq from view.checkpoint where name = $1), 0) as "upTo",
  coalesce((select json_agg(json_build_object('id', id, 'isActive', is_active))
    from view.tournament where link_type = 'challonge'), '[]') as "all"`

/** Stages run concurrently: one that waits for its bracket does not delay the others. */
async function syncAll(
  { context, sendCommand, syncs, logError }: WorkerOptions,
  all: Tournament[],
  outbox: Outbox,
): Promise<void> {
  const work = all.flatMap((t) => linkedStages(t).map((stage) => ({ t, stage })))
  for (const id of syncs.keys()) {
    if (!work.some(({ stage }) => stage.id === id)) syncs.delete(id)
  }
  const jobs = await outbox.open(work.map(({ stage }) => stage.id)).catch((error: unknown) => {
    logError('the reports to Challonge', error)
    return []
  })
  await Promise.all(
    work.map(({ t, stage }) => {
      const own = jobs.filter((job) => job.stage === stage.id)
      const sync = syncs.get(stage.id) ?? openStageSync(context, outbox, sendCommand)
      syncs.set(stage.id, sync)
      return sync.step(t, stage, own).catch((error: unknown) => logError('a linked stage', error))
    }),
  )
}

function checkedIn(batch: StoredCommit[]): number[] {
  const events = batch.flatMap(({ commit }) => commit.events)
  return events.flatMap((event) => (event.type === 'StageChecked' ? [event.stage] : []))
}

/** Tracks tournaments that are linked to external brackets; their states come from the cache. */
function openLinkedTournaments(
  states: Pick<States, 'take' | 'cached' | 'now'>,
  known: Iterable<TournamentId>,
) {
  const linked = new Set(known)
  const active = new Set<number>()

  function isStillLinked(tournament: number, events: StoredCommit['commit']['events']): boolean {
    return events.reduce((isLinked, event) => {
      if (event.type === 'TournamentDeleted') return false
      // A tournament whose import was incomplete at the start had no rows.
      if (event.type === 'StageChecked') return true
      const linkType = 'linkType' in event ? event.linkType : undefined
      return linkType === undefined ? isLinked : linkType === 'challonge'
    }, linked.has(tournament))
  }

  return {
    /** the linked tournaments that these commits changed, and those that they unlinked */
    take(batch: StoredCommit[]): number[] {
      const touched = new Set<number>()
      for (const stored of batch) {
        const { tournament, events } = stored.commit
        states.take(stored)
        const wasLinked = linked.has(tournament)
        const isLinked = isStillLinked(tournament, events)
        if (isLinked) linked.add(tournament)
        else linked.delete(tournament)
        if (wasLinked || isLinked) touched.add(tournament)
      }
      return [...touched]
    },
    /** the current state; null if the tournament is halted, so that nothing is reported */
    async load(tournament: number): Promise<Tournament | null> {
      const cached = await states.now(tournament).catch(nullIfHalted)
      if (!cached) {
        active.delete(tournament)
        return null
      }
      const { state } = cached
      if (state.isActive && linked.has(tournament)) active.add(tournament)
      else active.delete(tournament)
      return state
    },
    async active(): Promise<Tournament[]> {
      const tournaments: Tournament[] = []
      for (const tournament of active) tournaments.push((await states.cached(tournament)).state)
      return tournaments
    },
  }
}

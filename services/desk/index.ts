// The only writer of the tournaments' log: loads the state, decides the command and appends one
// commit. Any number of desks may run.
import { setTimeout as sleep } from 'node:timers/promises'
import { canonicalJson } from '../../events/canonical-json.ts'
import type { CommandOf } from '../../events/schema/command.ts'
import type { Commit } from '../../events/schema/commit.ts'
import type { IdPairs } from '../../events/schema/ids.ts'
import type { CommitBody } from '../../events/schema/renumber.ts'
import { publicIdOf } from '../../events/schema/public-command-id.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { TournamentHalted, Unavailable, chainOf, openGate } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import { openStates } from '../states/index.ts'
import type { FoldedTournament, States } from '../states/index.ts'
import { count, isTraced, observe, span } from '../telemetry/index.ts'
import { isRefusal, refuse } from './decide/decision.ts'
import type { Refusal } from './decide/decision.ts'
import type { ChangePreview } from './decide/change-preview.ts'
import { previewRuling } from './decide/protest/ruling-preview.ts'
import type { RulingPreview, RulingPreviewRequest } from './decide/protest/ruling-preview.ts'
import type { UndoPreview } from './decide/undo/undo-preview.ts'
import { withIds } from './allocate-ids.ts'
import { importHistory, importedIdsOf } from './import-history.ts'
import { decisionInputsOf } from './decision-inputs.ts'
import type { Ids, NextIds } from './allocate-ids.ts'
import { decideAcross, displaceAndRetry } from './decide-across.ts'
import type { DeskOutcome, Displaced } from './decide-across.ts'
import { openOtherActiveMatches } from './other-active-matches.ts'
import { findFirstRefused, previewScore, previewUndoOf } from './previews.ts'
import type { FirstRefused } from './previews.ts'
import type { Answer, Done, Request } from './request.ts'
import { openWorkQueues } from './work-queues.ts'

export { isRefusal } from './decide/decision.ts'
export { openChainCheck } from './import-history.ts'
export type { Refusal } from './decide/decision.ts'
export type { ChangePreview } from './decide/change-preview.ts'
export type { Answer, Done, Request } from './request.ts'

export type Desk = {
  handle(request: Request): Promise<Answer>
  /** the first of several requests that would be refused if they were sent one after another now */
  firstRefused(requests: readonly Request[]): Promise<FirstRefused | null>
  /** imports the commits of a tournament with its history; a retry stores only the missing ones */
  importHistory(tournament: number, commits: readonly CommitBody[]): Promise<void>
  /** the ids assigned when its import began; null if it has not begun */
  importedIdsOf(tournament: number): Promise<IdPairs | null>
  /** the state as the log has it now */
  state(tournament: number): Promise<Tournament>
  /** the answer an undo of this version would get now, and the later steps that depend on it */
  previewUndo(
    tournament: number,
    version: number,
    undoes?: Request['undoes'],
  ): Promise<UndoPreview | null>
  /** what a ruling would change now, regardless of who signs it */
  previewRuling(tournament: number, request: RulingPreviewRequest): Promise<RulingPreview>
  /** what another score of a match would change now */
  previewScore(
    tournament: number,
    score: Omit<CommandOf<'SetScore'>, 'type'>,
  ): Promise<ChangePreview>
  /** the times at which the log stored these cabinet facts, by position (R-CMD-1) */
  storedTimes(positions: number[]): Promise<Map<number, string>>
  /** throws while no commands are taken (P9); `isDegraded`: some tournaments take none */
  ready(): Promise<{ isDegraded: boolean }>
  close(): void
}

const timeoutMs = 3_000
const retryMs = 50

type Options = {
  clock?: () => string
  /** without it, commands that need new ids fail */
  nextIds?: NextIds
  /** the process's shared instance; by default the desk opens its own */
  states?: States
}

export function openDesk(
  log: Log,
  { clock = isoNow, nextIds = noIds, states: shared }: Options = {},
): Desk {
  const states = shared ?? openStates({ log })
  const inTurn = openWorkQueues()
  const stateOf = async (tournament: number) => (await states.now(tournament)).state
  const gate = openGate(log)
  const otherActiveMatches = openOtherActiveMatches(log, stateOf, gate)
  const unsubscribes = [
    log.onReconnect(otherActiveMatches.forget),
    log.subscribe('log.mended', otherActiveMatches.forget),
  ]

  const dependencies = { log, states, gate, otherActiveMatches, clock }
  const handle = displaceAndRetry((request, displaced) =>
    // Ids are allocated between attempts, so that other commands do not wait for the database.
    withIds(nextIds, request.command, (ids) =>
      inTurn(request.tournament, () => attempt(dependencies, { request, displaced, ids })),
    ),
  )

  return {
    async handle(request) {
      await gate.open(scopeOf(request))
      const answer = await handle(request).catch((error: unknown) => {
        if (error instanceof TournamentHalted) {
          gate.suspect(error.damage.tournament).catch(() => {})
        }
        throw error
      })
      const outcome = isRefusal(answer) ? answer.refused : 'done'
      count('waggle_commands_total', { type: request.command.type, outcome })
      return answer
    },
    firstRefused: (requests) =>
      findFirstRefused(states, requests, {
        now: clock(),
        findOtherActiveMatches: (cabinets) =>
          otherActiveMatches.find(cabinets, requests[0]?.tournament ?? 0, Date.now() + timeoutMs),
      }),
    importHistory: (tournament, commits) =>
      inTurn(tournament, () => importHistory(dependencies, tournament, commits)),
    importedIdsOf: (tournament) => importedIdsOf(log, tournament),
    state: stateOf,
    previewRuling: async (tournament, request) =>
      previewRuling(await stateOf(tournament), request, clock()),
    previewScore: async (tournament, score) =>
      previewScore(await stateOf(tournament), score, clock()),
    previewUndo: async (tournament, version, undoes) =>
      previewUndoOf(await states.histories.now(tournament), version, { now: clock(), undoes }),
    storedTimes: (positions) => storedTimes(log, positions),
    ready: () => gate.ready(),
    close() {
      for (const unsubscribe of unsubscribes) unsubscribe()
      otherActiveMatches.close()
      gate.close()
      if (!shared) states.close()
    },
  }
}

function isoNow(): string {
  return new Date().toISOString()
}

async function noIds(kind: string): Promise<number[]> {
  throw new Error(`This desk has no ids for a new ${kind}.`)
}

/** A new tournament has no commits yet, so its pair of streams is found by its scene. */
const scopeOf = ({ tournament, command }: Request) =>
  command.type === 'CreateTournament' ? { tournament, scene: command.scene } : { tournament }

type Dependencies = {
  log: Log
  states: States
  gate: ReturnType<typeof openGate>
  otherActiveMatches: ReturnType<typeof openOtherActiveMatches>
  clock: () => string
}

async function attempt(
  { log, states, gate, otherActiveMatches, clock }: Dependencies,
  { request, displaced, ids }: { request: Request; displaced: Displaced; ids: Ids },
): Promise<DeskOutcome> {
  const { tournament } = request
  const deadline = Date.now() + timeoutMs
  let folded = await states.cached(tournament)
  const scope = scopeOf(request)
  await gate.open(scope) // after a reconnect the state read may be from another log (P9)
  /** Reads the log to its end; a decision on an older state may no longer be valid. */
  const hasMoved = async () => {
    const before = folded
    folded = await states.now(tournament)
    await gate.open(scope)
    return folded.seq !== before.seq
  }
  for (;;) {
    const done = await inTime(deadline, () => states.commitOf(tournament, request.id))
    if (done) return sameAnswer(done, request)
    if (isStale(folded.state, request)) {
      if (await hasMoved()) continue
      return staleVersion(folded.state.version)
    }
    const inputs = await decisionInputsOf(states, request, { ...ids, now: clock() })
    const findOtherActiveMatches = (cabinets: number[]) =>
      inTime(deadline, () => otherActiveMatches.find(cabinets, tournament, deadline))
    const context = { inputs, displaced, findOtherActiveMatches }
    const { decision, displaces, upTo } = await decideAcross(folded.state, request, context)
    if (isRefusal(decision) && decision.refused === 'IDS_SHORT') return decision
    if (isRefusal(decision) || decision.events.length === 0) {
      if (await hasMoved()) continue // nothing is refused on an outdated state (P3)
      if (isRefusal(decision)) return decision
      return { version: folded.state.version, tournament, answer: decision.answer ?? {} }
    }
    if (displaces) {
      if (await hasMoved()) continue // nothing is displaced on an outdated state
      return { displaces }
    }
    // The caller has already got a timeout, and may have got another answer to a retry since (P2).
    if (Date.now() > deadline) throw new Unavailable('too late; send again')
    const commit = commitOf(folded, request, { ...decision, at: inputs.now })
    try {
      const stored = await timed(commit, () => log.append(commit, folded.seq, upTo))
      if (stored !== 'conflict') {
        states.take({ commit, seq: stored.seq })
        return doneBy(commit)
      }
      if (Date.now() > deadline) throw new Unavailable('too many changes at once; send again')
    } catch (error) {
      // After a timeout only the log knows whether the commit was stored (P1, P2).
      if (!(error instanceof Unavailable) || Date.now() > deadline) throw error
      await sleep(retryMs)
    }
    await inTime(deadline, hasMoved)
  }
}

async function timed<T>({ id, version }: Commit, append: () => Promise<T>): Promise<T> {
  const startMs = performance.now()
  const answer = await append()
  const endMs = performance.now()
  observe('waggle_append_seconds', endMs - startMs)
  if (isTraced()) {
    span(publicIdOf(id), { name: 'log append', startMs, endMs, attributes: { version } })
  }
  return answer
}

async function storedTimes(log: Log, positions: number[]): Promise<Map<number, string>> {
  const distinct = [...new Set(positions)]
  const facts = await Promise.all(distinct.map((seq) => log.factsAt(seq)))
  return new Map(facts.flatMap((stored) => (stored ? [[stored.seq, stored.at] as const] : [])))
}

/** Retries until the deadline while the log is unavailable. */
async function inTime<T>(deadline: number, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unavailable) || Date.now() > deadline) throw error
      await sleep(retryMs)
    }
  }
}

function commitOf(
  { state, chain }: FoldedTournament,
  request: Request,
  decision: { events: Commit['events']; answer?: Commit['answer']; at: string },
): Commit {
  const { id, tournament, by, device, clientTime, command } = request
  const body = {
    id,
    tournament,
    version: state.version + 1,
    at: decision.at,
    by,
    ...(device === undefined ? {} : { device }),
    ...(clientTime === undefined ? {} : { clientTime }),
    command,
    events: decision.events,
    ...(decision.answer === undefined ? {} : { answer: decision.answer }),
  }
  return { ...body, chain: chainOf(chain, body) }
}

function doneBy(commit: Commit): Done {
  return { version: commit.version, tournament: commit.tournament, answer: commit.answer ?? {} }
}

function isStale(state: Tournament, { expectedVersion: expected }: Request): boolean {
  return expected !== undefined && expected !== state.version
}

export function staleVersion(version: number): Refusal {
  return refuse('STALE', undefined, { version })
}

/** Only the original sender gets the stored answer; anybody else using the same id is refused. */
function sameAnswer(done: Commit, request: Request): Answer {
  if (canonicalJson(done.by) !== canonicalJson(request.by)) {
    return refuse('ID_REUSED', 'Somebody else has already sent this. Check before you press again.')
  }
  // The id is an idempotency key: a retry must have the same content (P2).
  if (canonicalJson(done.command) === canonicalJson(request.command)) return doneBy(done)
  return refuse('ID_REUSED')
}

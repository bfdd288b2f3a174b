// One command, from the state that is at hand to its commit in the log.
import { setTimeout as sleep } from 'node:timers/promises'
import { canonicalJson } from '../../events/canonical-json.ts'
import type { Commit } from '../../events/schema/commit.ts'
import { publicIdOf } from '../../events/public-command-id.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { DiskFull, Unavailable, chainOf } from '../log/index.ts'
import type { Log, openGate } from '../log/index.ts'
import type { FoldedTournament, States } from '../states/index.ts'
import { isTraced, observe, span } from '../telemetry/index.ts'
import type { Ids } from './allocate-ids.ts'
import { decideAcross } from './decide-across.ts'
import type { DeskOutcome, Displaced } from './decide-across.ts'
import { isRefusal, refuse } from './decide/decision.ts'
import type { Refusal } from './decide/decision.ts'
import { decisionInputsOf } from './decision-inputs.ts'
import type { openOtherActiveMatches } from './other-active-matches.ts'
import type { Answer, Done, Request } from './request.ts'

export const timeoutMs = 3_000
const retryMs = 50

type Dependencies = {
  log: Log
  states: States
  gate: ReturnType<typeof openGate>
  otherActiveMatches: ReturnType<typeof openOtherActiveMatches>
  clock: () => string
}
type Attempt = { request: Request; displaced: Displaced; ids: Ids; deadline: number }
/** `upTo`: the commit is valid only while this is the last position of the log of all tournaments */
type Decided = { commit: Commit; upTo: number | undefined } | { answer: DeskOutcome }

/** Decides the command on the newest state, again after each conflict, and appends its commit. */
export async function attempt(
  dependencies: Dependencies,
  { request, displaced, ids }: Omit<Attempt, 'deadline'>,
): Promise<DeskOutcome> {
  const { states, gate } = dependencies
  const { tournament } = request
  const deadline = performance.now() + timeoutMs
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
    const decided = await decideOn(folded, dependencies, { request, displaced, ids, deadline })
    if ('answer' in decided) {
      // Nothing is refused and nothing displaced on an outdated state (P3).
      if (!lacksIds(decided.answer) && (await hasMoved())) continue
      return decided.answer
    }
    // The caller has already got a timeout, and may have got another answer to a retry since (P2).
    if (performance.now() > deadline) throw new Unavailable('too late; send again')
    const after = { seq: folded.seq, upTo: decided.upTo }
    if (await append(dependencies, decided.commit, after, deadline)) return doneBy(decided.commit)
    await inTime(deadline, hasMoved)
  }
}

/** A new tournament has no commits yet, so its pair of streams is found by its scene. */
export const scopeOf = ({ tournament, command }: Request) =>
  command.type === 'CreateTournament' ? { tournament, scene: command.scene } : { tournament }

async function decideOn(
  folded: FoldedTournament,
  { states, otherActiveMatches, clock }: Dependencies,
  { request, displaced, ids, deadline }: Attempt,
): Promise<Decided> {
  const { tournament } = request
  const { version } = folded.state
  if (isStale(folded.state, request)) return { answer: staleVersion(version) }
  // The desk's time, because cabinets and tablets may have wrong clocks (P17).
  const inputs = await decisionInputsOf(states, request, { ...ids, now: clock() })
  const findOtherActiveMatches = (cabinets: number[]) =>
    inTime(deadline, () => otherActiveMatches.find(cabinets, tournament, deadline))
  const context = { inputs, displaced, findOtherActiveMatches }
  const { decision, displaces, upTo } = await decideAcross(folded.state, request, context)
  if (isRefusal(decision)) return { answer: decision }
  if (decision.events.length === 0)
    return { answer: { version, tournament, answer: decision.answer ?? {} } }
  if (displaces) return { answer: { displaces } }
  return { commit: commitOf(folded, request, { ...decision, at: inputs.now }), upTo }
}

/** The decision was not complete, so it is repeated anyway. */
function lacksIds(outcome: DeskOutcome): boolean {
  return !('displaces' in outcome) && isRefusal(outcome) && outcome.refused === 'IDS_SHORT'
}

/**
 * False if another commit was first, or if after a timeout only the log knows whether this one was
 * stored (P1, P2).
 */
async function append(
  { log, states }: Dependencies,
  commit: Commit,
  { seq, upTo }: { seq: number; upTo: number | undefined },
  deadline: number,
): Promise<boolean> {
  try {
    const stored = await timed(commit, () => log.append(commit, seq, upTo))
    if (stored !== 'conflict') {
      states.take({ commit, seq: stored.seq })
      return true
    }
    if (performance.now() > deadline) throw new Unavailable('too many changes at once; send again')
  } catch (error) {
    const isWait = error instanceof Unavailable && !(error instanceof DiskFull)
    if (!isWait || performance.now() > deadline) throw error
    await sleep(retryMs)
  }
  return false
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

/** Retries until the deadline while the log is unavailable. */
async function inTime<T>(deadline: number, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unavailable) || performance.now() > deadline) throw error
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

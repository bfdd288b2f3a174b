// One command, from the state that is at hand to its commit in the log.
import { setTimeout as sleep } from 'node:timers/promises'
import { canonicalJson } from '#events/canonical-json.ts'
import type { Commit } from '#events/schema/commit.ts'
import { publicIdOf } from '#events/public-command-id.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { ActiveMatch } from '#events/view/frames.ts'
import { DiskFull, Unavailable, chainOf } from '../log/index.ts'
import type { Log, openGate } from '../log/index.ts'
import type { FoldedTournament, States } from '../states/index.ts'
import { isTraced, observe, span } from '../telemetry/index.ts'
import { decideAcross } from './decide-across.ts'
import type { DeskOutcome, Displaced } from './decide-across.ts'
import { isRefusal, lacksIds, refuse } from './decide/decision.ts'
import type { Accepted, Ids } from './decide/decision.ts'
import { decisionInputsOf } from './decision-inputs.ts'
import type { openOtherActiveMatches } from './other-active-matches.ts'
import type { Answer, Done, Request } from './request.ts'
import type { openTurns } from './turns.ts'
import type { CabinetId } from '#events/ids.ts'

export const timeoutMs = 3_000
const retryMs = 50

type Dependencies = {
  log: Log
  states: States
  gate: ReturnType<typeof openGate>
  otherActiveMatches: ReturnType<typeof openOtherActiveMatches>
  clock: () => string
  takeTurn: ReturnType<typeof openTurns>
}
type Attempt = { request: Request; displaced: Displaced; ids: Ids }

/**
 * Takes the tournament's turn, decides the command on the newest state and appends its commit. The
 * one loop of a command begins again after a conflict, and while the log is unavailable.
 */
export async function attempt(
  { log, states, gate, otherActiveMatches, clock, takeTurn }: Dependencies,
  { request, displaced, ids }: Attempt,
): Promise<DeskOutcome> {
  const { tournament } = request
  const scope = scopeOf(request)
  const endTurn = await takeTurn(tournament)
  try {
    const deadline = performance.now() + timeoutMs
    const findOtherActiveMatches = (cabinets: CabinetId[]) =>
      otherActiveMatches.find(cabinets, tournament, deadline)
    let folded = await states.cached(tournament)
    await gate.open(scope) // after a reconnect the state read may be from another log (P9)
    /** Reads the log to its end; a decision on an older state may no longer be valid. */
    const hasMoved = async () => {
      const before = folded
      folded = await states.now(tournament)
      await gate.open(scope)
      return folded.seq !== before.seq
    }
    for (let mustRead = false; ;) {
      try {
        if (mustRead) await hasMoved()
        mustRead = true
        const done = await states.commitOf(tournament, request.id)
        if (done) return sameAnswer(done, request)
        // The desk's time, because cabinets and tablets may have wrong clocks (P17).
        const inputs = await decisionInputsOf(states, request, { ...ids, now: clock() })
        const context = { inputs, displaced, findOtherActiveMatches }
        const { decision, displaces, upTo } = await decideAcross(folded.state, request, context)
        if (isRefusal(decision) || displaces || decision.events.length === 0) {
          const answer = isRefusal(decision)
            ? decision
            : answerTo(folded.state, decision, displaces)
          // Nothing is refused and nothing displaced on an outdated state (P3).
          if (lacksIds(answer) || !(await hasMoved())) return answer
          mustRead = false
          continue
        }
        const commit = commitOf(folded, request, decision, inputs.now)
        // The caller has already got a timeout, and may have got another answer to a retry since (P2).
        if (performance.now() > deadline) throw new Unavailable('too late; send again')
        const stored = await timed(commit, () => log.append(commit, folded.seq, upTo))
        if (stored !== 'conflict') {
          states.take({ commit, seq: stored.seq })
          return doneBy(commit)
        }
        if (performance.now() > deadline)
          throw new Unavailable('too many changes at once; send again')
      } catch (error) {
        // After a timeout only the log knows whether the commit was stored (P1, P2).
        const isWait = error instanceof Unavailable && !(error instanceof DiskFull)
        if (!isWait || performance.now() > deadline) throw error
        await sleep(retryMs)
      }
    }
  } finally {
    endTurn()
  }
}

/** A new tournament has no commits yet, so its pair of streams is found by its scene. */
export const scopeOf = ({ tournament, command }: Request) =>
  command.type === 'CreateTournament' ? { tournament, scene: command.scene } : { tournament }

/** Matches to displace first, or the answer of a command that changes nothing. */
function answerTo(
  { version, id: tournament }: Tournament,
  { answer = {} }: Accepted,
  displaces: ActiveMatch[] | undefined,
): DeskOutcome {
  return displaces ? { displaces } : { version, tournament, answer }
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

function commitOf(
  { state, chain }: FoldedTournament,
  request: Request,
  decision: Accepted,
  at: string,
): Commit {
  const { id, tournament, by, device, clientTime, command } = request
  const body = {
    id,
    tournament,
    version: state.version + 1,
    at,
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

/** Only the original sender gets the stored answer; anybody else using the same id is refused. */
function sameAnswer(done: Commit, request: Request): Answer {
  if (canonicalJson(done.by) !== canonicalJson(request.by)) {
    return refuse('ID_REUSED', 'Somebody else has already sent this. Check before you press again.')
  }
  // The id is an idempotency key: a retry must have the same content (P2).
  if (canonicalJson(done.command) === canonicalJson(request.command)) return doneBy(done)
  return refuse('ID_REUSED')
}

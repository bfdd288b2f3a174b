// The only writer of a tournament's log: loads its state, decides, appends one commit. Any number of
// desks may run.
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
import { finishInSlices, openStates } from '../states/index.ts'
import type { CommitHistory, Folded, States } from '../states/index.ts'
import { count, isTraced, observe, span } from '../telemetry/index.ts'
import { decide } from './decide.ts'
import { isRefusal, refuse } from './decide/decision.ts'
import type { Refusal } from './decide/decision.ts'
import { previewChange } from './decide/change-preview.ts'
import type { ChangePreview } from './decide/change-preview.ts'
import { previewRuling } from './decide/protest/ruling-preview.ts'
import type { RulingPreview, RulingPreviewRequest } from './decide/protest/ruling-preview.ts'
import { previewUndo } from './decide/undo/undo-preview.ts'
import type { UndoPreview } from './decide/undo/undo-preview.ts'
import { withIds } from './allocate-ids.ts'
import { arrivalOf, arrive } from './arrive.ts'
import { circumstancesOf } from './decision-context.ts'
import type { Ids, NextIds } from './allocate-ids.ts'
import { decideAcross, displacing } from './decide-across.ts'
import type { Attempt, Displaced } from './decide-across.ts'
import { openInUse } from './in-use.ts'
import { pastIn } from './past.ts'
import type { Answer, Done, Request } from './request.ts'
import { openWorkQueues } from './work-queues.ts'

export { isRefusal } from './decide/decision.ts'
export { openChainCheck } from './arrive.ts'
export type { Refusal } from './decide/decision.ts'
export type { ChangePreview } from './decide/change-preview.ts'
export type { Answer, Done, Request } from './request.ts'

export type Desk = {
  handle(request: Request): Promise<Answer>
  /** the commits of a tournament that comes with its history; sent again, those that lack */
  arrive(tournament: number, commits: readonly CommitBody[]): Promise<void>
  /** by which ids it has begun to come */
  arrivalOf(tournament: number): Promise<IdPairs | null>
  /** the state as the log has it now */
  state(tournament: number): Promise<Tournament>
  /** what an undo of this version would be answered now, and what stands in its way */
  previewUndo(tournament: number, version: number): Promise<UndoPreview | null>
  /** what a ruling would change now, whoever signs it */
  previewRuling(tournament: number, asked: RulingPreviewRequest): Promise<RulingPreview>
  /** what another score of a match would change now */
  previewScore(
    tournament: number,
    asked: Omit<CommandOf<'SetScore'>, 'type'>,
  ): Promise<ChangePreview>
  /** when the log took these cabinet facts, by their positions (R-CMD-1) */
  arrivals(positions: number[]): Promise<Map<number, string>>
  /**
   * fails while no command can be taken: the log has not been compared with the database (P9);
   * degraded: of some tournaments none is
   */
  ready(): Promise<{ isDegraded: boolean }>
  close(): void
}

const timeoutMs = 3_000
const retryMs = 50

type Options = {
  clock?: () => string
  /** for what commands make; left out, none can make anything */
  nextIds?: NextIds
  /** those of the process; left out, the desk has its own */
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
  const inUse = openInUse(log, stateOf, gate)
  const ends = [log.onReconnect(inUse.forget), log.subscribe('log.mended', inUse.forget)]

  const parts = { log, states, gate, inUse, clock }
  const handle = displacing((request, displaced) =>
    // Ids are allocated between the attempts: nobody waits for the database meanwhile.
    withIds(nextIds, request.command, (ids) =>
      inTurn(request.tournament, () => attempt(parts, { request, displaced, ids })),
    ),
  )

  return {
    async handle(request) {
      await gate.open(placeOf(request))
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
    arrive: (tournament, commits) => inTurn(tournament, () => arrive(parts, tournament, commits)),
    arrivalOf: (tournament) => arrivalOf(log, tournament),
    state: stateOf,
    previewRuling: async (tournament, asked) =>
      previewRuling(await stateOf(tournament), asked, clock()),
    previewScore: async (tournament, asked) => scoreIn(await stateOf(tournament), asked, clock()),
    previewUndo: async (tournament, version) =>
      undoIn(await states.histories.now(tournament), version, clock()),
    arrivals: (positions) => arrivalsOf(log, positions),
    ready: () => gate.ready(),
    close() {
      for (const end of ends) end()
      inUse.close()
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

/** One that begins is written where its scene is. */
const placeOf = ({ tournament, command }: Request) =>
  command.type === 'CreateTournament' ? { tournament, scene: command.scene } : { tournament }

type Parts = {
  log: Log
  states: States
  gate: ReturnType<typeof openGate>
  inUse: ReturnType<typeof openInUse>
  clock: () => string
}

async function attempt(
  { log, states, gate, inUse, clock }: Parts,
  { request, displaced, ids }: { request: Request; displaced: Displaced; ids: Ids },
): Promise<Attempt> {
  const { tournament } = request
  const deadline = Date.now() + timeoutMs
  let folded = await states.cached(tournament)
  const place = placeOf(request)
  await gate.open(place) // what was read may be of another log, since a server came back (P9)
  /** Only the log knows whether what was decided still holds. */
  const hasMoved = async () => {
    const before = folded
    folded = await states.now(tournament)
    await gate.open(place)
    return folded.seq !== before.seq
  }
  for (;;) {
    const done = await inTime(deadline, () => states.commitOf(tournament, request.id))
    if (done) return sameAnswer(done, request)
    if (isStale(folded.state, request)) {
      if (await hasMoved()) continue
      return stale(folded.state.version)
    }
    const circumstances = await circumstancesOf(states, request, { ...ids, now: clock() })
    const look = (cabinets: number[]) =>
      inTime(deadline, () => inUse.elsewhere(cabinets, tournament, deadline))
    const around = { circumstances, displaced, look }
    const { decision, displaces, upTo } = await decideAcross(folded.state, request, around)
    if (isRefusal(decision) && decision.refused === 'IDS_SHORT') return decision
    if (isRefusal(decision) || decision.events.length === 0) {
      if (await hasMoved()) continue // nothing is refused on an old state (P3)
      if (isRefusal(decision)) return decision
      return { version: folded.state.version, tournament, answer: decision.answer ?? {} }
    }
    if (displaces) {
      if (await hasMoved()) continue // nor is anything displaced on one
      return { displaces }
    }
    // Whoever asked has been told that it is late, and may have had another answer since (P2).
    if (Date.now() > deadline) throw new Unavailable('too late; send again')
    const commit = commitOf(folded, request, { ...decision, at: circumstances.now })
    try {
      const stored = await timed(commit, () => log.append(commit, folded.seq, upTo))
      if (stored !== 'conflict') {
        states.take({ commit, seq: stored.seq })
        return doneBy(commit)
      }
      if (Date.now() > deadline) throw new Unavailable('too many rivals; send again')
    } catch (error) {
      // A time-out says nothing: whether the commit is stored, only the log can tell (P1, P2).
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

function scoreIn(
  state: Tournament,
  asked: Omit<CommandOf<'SetScore'>, 'type'>,
  now: string,
): ChangePreview {
  const around = { now, ids: [], secret: '', offline: [] }
  return previewChange(state, (cascade) =>
    decide(state, { type: 'SetScore', ...asked, cascade, reason: 'asked' }, around),
  )
}

async function undoIn(
  history: CommitHistory,
  version: number,
  now: string,
): Promise<UndoPreview | null> {
  const past = pastIn(history, version)
  return past && finishInSlices(previewUndo(history.state, past, now))
}

async function arrivalsOf(log: Log, positions: number[]): Promise<Map<number, string>> {
  const all = [...new Set(positions)]
  const found = await Promise.all(all.map((seq) => log.factsAt(seq)))
  return new Map(found.flatMap((facts) => (facts ? [[facts.seq, facts.at] as const] : [])))
}

/** Tried until the deadline while the log is away. */
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
  { state, chain }: Folded,
  request: Request,
  decided: { events: Commit['events']; answer?: Commit['answer']; at: string },
): Commit {
  const { id, tournament, by, device, clientTime, command } = request
  const body = {
    id,
    tournament,
    version: state.version + 1,
    at: decided.at,
    by,
    ...(device === undefined ? {} : { device }),
    ...(clientTime === undefined ? {} : { clientTime }),
    command,
    events: decided.events,
    ...(decided.answer === undefined ? {} : { answer: decided.answer }),
  }
  return { ...body, chain: chainOf(chain, body) }
}

function doneBy(commit: Commit): Done {
  return { version: commit.version, tournament: commit.tournament, answer: commit.answer ?? {} }
}

function isStale(state: Tournament, { expectedVersion: expected }: Request): boolean {
  return expected !== undefined && expected !== state.version
}

export function stale(version: number): Refusal {
  const detail =
    'The tournament has changed meanwhile. Look again, and press again if it still fits.'
  return refuse('STALE', detail, { version })
}

/** The answer belongs to who asked: whoever else has the id gets neither it nor an effect. */
function sameAnswer(done: Commit, request: Request): Answer {
  if (canonicalJson(done.by) !== canonicalJson(request.by)) {
    return refuse('ID_REUSED', 'Somebody else sent this already. Look before you press again.')
  }
  // A command's id vouches for its content: a repeat must be the same (P2).
  if (canonicalJson(done.command) === canonicalJson(request.command)) return doneBy(done)
  return refuse('ID_REUSED')
}

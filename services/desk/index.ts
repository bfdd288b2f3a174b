import { randomBytes } from 'node:crypto'
import { canonicalJson } from '../../events/canonical-json.ts'
import type { Commit } from '../../events/schema/commit.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { Unavailable, chainOf, openGate } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import { openCommitHistory, pastIn } from './commit-history.ts'
import type { CommitHistory } from './commit-history.ts'
import { isRefusal, refuse } from './decide/decision.ts'
import type { Circumstances, Refusal } from './decide/decision.ts'
import { previewRuling } from './decide/protest/ruling-preview.ts'
import type { RulingPreview, RulingPreviewRequest } from './decide/protest/ruling-preview.ts'
import { previewUndo } from './decide/undo/undo-preview.ts'
import type { UndoPreview } from './decide/undo/undo-preview.ts'
import { withIds } from './allocate-ids.ts'
import type { Ids, NextIds } from './allocate-ids.ts'
import { decideAcross, displacing } from './decide-across.ts'
import type { Attempt, Displaced } from './decide-across.ts'
import { openInUse } from './in-use.ts'
import type { Answer, Done, Request } from './request.ts'
import { absorb, contentHash, openTournamentCache } from './tournament-cache.ts'
import type { CachedTournament } from './tournament-cache.ts'

export { isRefusal } from './decide/decision.ts'
export type { Refusal } from './decide/decision.ts'
export type { RulingPreview } from './decide/protest/ruling-preview.ts'
export type { Answer, Done, Request } from './request.ts'

export type Desk = {
  handle(request: Request): Promise<Answer>
  /** the state as the log has it now */
  state(tournament: number): Promise<Tournament>
  /** what an undo of this version would be answered now, and what stands in its way */
  foreseeUndo(tournament: number, version: number): Promise<UndoPreview | null>
  /** what a ruling would change now, whoever signs it */
  foreseeRuling(tournament: number, asked: RulingPreviewRequest): Promise<RulingPreview>
  /** when the log took these cabinet facts, by their positions (R-CMD-1) */
  arrivals(positions: number[]): Promise<Map<number, string>>
  /** fails while no command can be taken: the log has not been compared with the database (P9) */
  ready(): Promise<void>
  close(): void
}

const patienceMs = 3_000
const againMs = 50

type Options = {
  clock?: () => string
  /** for what commands make; left out, none can make anything */
  nextIds?: NextIds
}

/** The only way to write a tournament's log: load, decide, append. Any number of desks may run. */
export function openDesk(log: Log, { clock = isoNow, nextIds = noIds }: Options = {}): Desk {
  const seen = openTournamentCache(log)
  const history = openCommitHistory(log)
  const inUse = openInUse(log, history.of)
  const gate = openGate(log)
  const endForgetting = log.onReconnect(() => {
    seen.forget()
    history.forget()
    inUse.forget()
  })

  const stateOf = (tournament: number): Promise<Tournament> =>
    seen.alone(tournament, async (mine) => {
      await seen.refresh(mine)
      return mine.state
    })

  const parts = { log, seen, annals: history, inUse, clock }
  const handle = displacing((request, displaced) =>
    // Ids are allocated between the attempts: nobody waits for the database meanwhile.
    withIds(nextIds, request.command, (ids) =>
      seen.alone(request.tournament, async (mine) => {
        await gate.open() // it may have shut while this waited
        return attempt(parts, mine, { request, displaced, ids })
      }),
    ),
  )

  return {
    async handle(request) {
      await gate.open()
      return handle(request)
    },
    state: stateOf,
    foreseeRuling: async (tournament, asked) =>
      previewRuling(await stateOf(tournament), asked, clock()),
    foreseeUndo: async (tournament, version) =>
      undoIn(await history.of(tournament), version, clock()),
    arrivals: (positions) => arrivalsOf(log, positions),
    ready: () => gate.open(),
    close() {
      endForgetting()
      inUse.close()
      gate.close()
    },
  }
}

function isoNow(): string {
  return new Date().toISOString()
}

async function noIds(kind: string): Promise<number[]> {
  throw new Error(`This desk has no ids for a new ${kind}.`)
}

type Parts = {
  log: Log
  seen: ReturnType<typeof openTournamentCache>
  annals: ReturnType<typeof openCommitHistory>
  inUse: ReturnType<typeof openInUse>
  clock: () => string
}

async function attempt(
  { log, seen, annals: history, inUse, clock }: Parts,
  mine: CachedTournament,
  { request, displaced, ids }: { request: Request; displaced: Displaced; ids: Ids },
): Promise<Attempt> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const done = mine.answered.get(request.id)
    if (done) return sameAnswer(done, request)
    if (isStale(mine, request)) {
      if (await seen.refresh(mine)) continue
      return stale(mine.state.version)
    }
    const circumstances = await circumstancesOf(history, request, { ...ids, now: clock() })
    const look = (cabinets: number[]) =>
      inTime(deadline, () => inUse.elsewhere(cabinets, request.tournament, deadline))
    const around = { circumstances, displaced, look }
    const { decision, displaces, upTo } = await decideAcross(mine.state, request, around)
    if (isRefusal(decision) && decision.refused === 'IDS_SHORT') return decision
    if (isRefusal(decision) || decision.events.length === 0) {
      // Only the log knows whether this still holds: nothing is refused on an old state (P3).
      if (await seen.refresh(mine)) continue
      if (isRefusal(decision)) return decision
      const answer = decision.answer ?? {}
      return { version: mine.state.version, tournament: request.tournament, answer }
    }
    if (displaces) {
      // Nor is anything displaced on one.
      if (await seen.refresh(mine)) continue
      return { displaces }
    }
    const commit = commitOf(mine, request, { ...decision, at: circumstances.now })
    try {
      const stored = await log.append(commit, mine.seq, upTo)
      if (stored !== 'conflict') {
        absorb(mine, { commit, seq: stored.seq })
        return doneBy(commit)
      }
      if (Date.now() > deadline) throw new Unavailable('too many rivals; send again')
    } catch (error) {
      // A time-out says nothing: whether the commit is stored, only the log can tell (P1, P2).
      if (!(error instanceof Unavailable) || Date.now() > deadline) throw error
      await pause(againMs)
    }
    await inTime(deadline, () => seen.refresh(mine))
  }
}

function undoIn(history: CommitHistory, version: number, now: string): UndoPreview | null {
  const past = pastIn(history, version)
  return past && previewUndo(history.state, past, now)
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
      await pause(againMs)
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function circumstancesOf(
  history: ReturnType<typeof openCommitHistory>,
  { tournament, by, command, offline = [], pairedWith }: Request,
  drawn: Ids & { now: string },
): Promise<Circumstances> {
  const person = by.kind === 'person' ? by.id : null
  const secret = randomBytes(32).toString('hex')
  const known = { ...drawn, offline, pairedWith, person, secret }
  if (command.type !== 'Undo' && command.type !== 'ReplaceStep') return known
  const past = pastIn(await history.of(tournament), command.version)
  return past ? { ...known, past } : known
}

function commitOf(
  mine: CachedTournament,
  request: Request,
  decided: { events: Commit['events']; answer?: Commit['answer']; at: string },
): Commit {
  const { id, tournament, by, device, clientTime, command } = request
  const body = {
    id,
    tournament,
    version: mine.state.version + 1,
    at: decided.at,
    by,
    ...(device === undefined ? {} : { device }),
    ...(clientTime === undefined ? {} : { clientTime }),
    command,
    events: decided.events,
    ...(decided.answer === undefined ? {} : { answer: decided.answer }),
  }
  return { ...body, chain: chainOf(mine.chain, body) }
}

function doneBy(commit: Commit): Done {
  return { version: commit.version, tournament: commit.tournament, answer: commit.answer ?? {} }
}

function isStale({ state }: CachedTournament, { expectedVersion: expected }: Request): boolean {
  return expected !== undefined && expected !== state.version
}

export function stale(version: number): Refusal {
  const detail =
    'The tournament has changed meanwhile. Look again, and press again if it still fits.'
  return refuse('STALE', detail, { version })
}

/** The answer belongs to who asked: whoever else has the id gets neither it nor an effect. */
function sameAnswer(done: { content: string; by: string; answer: Done }, request: Request): Answer {
  if (done.by !== canonicalJson(request.by)) {
    return refuse('ID_REUSED', 'Somebody else sent this already. Look before you press again.')
  }
  if (done.content === contentHash(request.command)) return done.answer
  return refuse('ID_REUSED')
}

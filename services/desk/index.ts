import { randomBytes } from 'node:crypto'
import type { Commit } from '../../events/commit.ts'
import type { Tournament } from '../../events/tournament.ts'
import { Unavailable, chainOf, openGate } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import { openAnnals, pastIn } from './annals.ts'
import type { Annals } from './annals.ts'
import { decide } from './decide/index.ts'
import { isRefusal, refuse } from './decide/decision.ts'
import type { Circumstances, Refusal } from './decide/decision.ts'
import { foreseeRuling } from './decide/foresee-ruling.ts'
import type { ForeseenRuling, RulingAsked } from './decide/foresee-ruling.ts'
import { foreseeUndo } from './decide/foresee.ts'
import type { Foreseen } from './decide/foresee.ts'
import type { Answer, Done, Request } from './request.ts'
import { absorb, contentHash, openSeen } from './seen.ts'
import type { Seen } from './seen.ts'

export { isRefusal } from './decide/decision.ts'
export type { Refusal } from './decide/decision.ts'
export type { ForeseenRuling } from './decide/foresee-ruling.ts'
export type { Answer, Done, Request } from './request.ts'

export type Desk = {
  handle(request: Request): Promise<Answer>
  /** the state as the log has it now */
  state(tournament: number): Promise<Tournament>
  /** what an undo of this version would be answered now, and what stands in its way */
  foreseeUndo(tournament: number, version: number): Promise<Foreseen | null>
  /** what a ruling would change now, whoever signs it */
  foreseeRuling(tournament: number, asked: RulingAsked): Promise<ForeseenRuling>
  /** when the log took these cabinet facts, by their positions (R-CMD-1) */
  arrivals(positions: number[]): Promise<Map<number, string>>
  close(): void
}

const patienceMs = 3_000
const againMs = 50

/** The only way to write a tournament's log: load, decide, append. Any number of desks may run. */
export function openDesk(log: Log, clock: () => string = () => new Date().toISOString()): Desk {
  const seen = openSeen(log)
  const annals = openAnnals(log)
  const gate = openGate(log)
  const endForgetting = log.onReconnect(() => {
    seen.forget()
    annals.forget()
  })

  async function attempt(mine: Seen, request: Request): Promise<Answer> {
    const deadline = Date.now() + patienceMs
    for (;;) {
      const done = mine.answered.get(request.id)
      if (done) return sameAnswer(done, request)
      if (isStale(mine, request)) {
        if (await seen.refresh(mine)) continue
        return stale(mine.state.version)
      }
      const circumstances = await circumstancesOf(annals, request, clock())
      const decision = decide(mine.state, request.command, circumstances)
      if (isRefusal(decision) || decision.events.length === 0) {
        // Only the log knows whether this still holds: nothing is refused on an old state (P3).
        if (await seen.refresh(mine)) continue
        if (isRefusal(decision)) return decision
        const answer = decision.answer ?? {}
        return { version: mine.state.version, tournament: request.tournament, answer }
      }
      const commit = commitOf(mine, request, { ...decision, at: circumstances.now })
      try {
        const stored = await log.append(commit, mine.seq)
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

  const stateOf = (tournament: number): Promise<Tournament> =>
    seen.alone(tournament, async (mine) => {
      await seen.refresh(mine)
      return mine.state
    })

  return {
    async handle(request) {
      await gate.open()
      return seen.alone(request.tournament, async (mine) => {
        await gate.open() // it may have shut while this waited
        return attempt(mine, request)
      })
    },
    state: stateOf,
    foreseeRuling: async (tournament, asked) =>
      foreseeRuling(await stateOf(tournament), asked, clock()),
    foreseeUndo: async (tournament, version) =>
      undoIn(await annals.of(tournament), version, clock()),
    arrivals: (positions) => arrivalsOf(log, positions),
    close() {
      endForgetting()
      gate.close()
    },
  }
}

function undoIn(annals: Annals, version: number, now: string): Foreseen | null {
  const past = pastIn(annals, version)
  return past && foreseeUndo(annals.state, past, now)
}

async function arrivalsOf(log: Log, positions: number[]): Promise<Map<number, string>> {
  const all = [...new Set(positions)]
  const found = await Promise.all(all.map((seq) => log.factsAt(seq)))
  return new Map(found.flatMap((facts) => (facts ? [[facts.seq, facts.at] as const] : [])))
}

/** Tried until the deadline while the log is away. */
async function inTime(deadline: number, work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work()
      return
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
  annals: ReturnType<typeof openAnnals>,
  { tournament, by, command, fresh }: Request,
  now: string,
): Promise<Circumstances> {
  const person = by.kind === 'person' ? by.id : null
  const known = { ...fresh, now, person, secret: randomBytes(32).toString('hex') }
  if (command.type !== 'Undo' && command.type !== 'ReplaceStep') return known
  const past = pastIn(await annals.of(tournament), command.version)
  return past ? { ...known, past } : known
}

function commitOf(
  mine: Seen,
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

function isStale({ state }: Seen, { expectedVersion: expected }: Request): boolean {
  return expected !== undefined && expected !== state.version
}

export function stale(version: number): Refusal {
  const detail =
    'The tournament has changed meanwhile. Look again, and press again if it still fits.'
  return refuse('STALE', detail, { version })
}

function sameAnswer(done: { content: string; answer: Done }, request: Request): Answer {
  if (done.content === contentHash(request.command)) return done.answer
  return refuse('ID_REUSED', 'This command id was used for another command.')
}

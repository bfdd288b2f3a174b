// The only writer of the tournaments' log: loads the state, decides the command and appends one
// commit. Any number of desks may run.
import type { CommandOf } from '#events/schema/command.ts'
import type { IdPairs } from '#events/schema/parts/ids.ts'
import type { CommitBody } from '#events/schema/renumber.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { TournamentHalted, openGate } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import { openStates } from '../states/index.ts'
import type { States } from '../states/index.ts'
import { count } from '../telemetry/index.ts'
import { isRefusal } from './decide/decision.ts'
import type { ChangePreview } from './decide/change-preview.ts'
import { previewRuling } from './decide/protest/ruling-preview.ts'
import type { RulingPreview, RulingPreviewRequest } from './decide/protest/ruling-preview.ts'
import type { UndoPreview } from './decide/undo/undo-preview.ts'
import { attempt, scopeOf, timeoutMs } from './attempt.ts'
import { importHistory, importedIdsOf } from './import-history.ts'
import { openHandler } from './handle.ts'
import type { NextIds } from './handle.ts'
import { openOtherActiveMatches } from './other-active-matches.ts'
import { findFirstRefused, previewScore, previewUndoOf } from './previews.ts'
import type { FirstRefused } from './previews.ts'
import type { Answer, Request } from './request.ts'
import { openTurns } from './turns.ts'

export { staleVersion } from './decide-across.ts'
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

type Options = {
  clock?: () => string
  /** without it, commands that need new ids fail */
  nextIds?: NextIds
  /** the process's shared instance; by default the desk opens its own */
  states?: States
}

export function openDesk(
  log: Log,
  { clock = isoNow, nextIds = withoutIds, states: shared }: Options = {},
): Desk {
  const states = shared ?? openStates({ log })
  const takeTurn = openTurns()
  const stateOf = async (tournament: number) => (await states.now(tournament)).state
  const gate = openGate(log)
  const otherActiveMatches = openOtherActiveMatches(log, stateOf, gate)
  const unsubscribes = [
    log.onReconnect(otherActiveMatches.forget),
    log.subscribe('log.mended', otherActiveMatches.forget),
  ]

  const dependencies = { log, states, gate, otherActiveMatches, clock, takeTurn }

  const handle = openHandler({
    nextIds,
    attempt: (request, context) => attempt(dependencies, { request, ...context }),
  })

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
          otherActiveMatches.find(
            cabinets,
            requests[0]?.tournament ?? 0,
            performance.now() + timeoutMs,
          ),
      }),
    async importHistory(tournament, commits) {
      const endTurn = await takeTurn(tournament)
      await importHistory(dependencies, tournament, commits).finally(endTurn)
    },
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

async function withoutIds(kind: string): Promise<number[]> {
  throw new Error(`This desk has no ids for a new ${kind}.`)
}

async function storedTimes(log: Log, positions: number[]): Promise<Map<number, string>> {
  const distinct = [...new Set(positions)]
  const facts = await Promise.all(distinct.map((seq) => log.factsAt(seq)))
  return new Map(facts.flatMap((stored) => (stored ? [[stored.seq, stored.at] as const] : [])))
}

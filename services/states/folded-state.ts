import { hash } from 'node:crypto'
import { noMatchDuration, withMeasured } from '../../events/estimate/match-duration.ts'
import type { MatchDuration } from '../../events/estimate/match-duration.ts'
import { emptyTournament, fold } from '../../events/state/tournament.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { firstChain } from '../log/index.ts'
import type { Stored } from '../log/index.ts'

/** A tournament as its log has it up to a position; it never changes. */
export type Folded = {
  readonly state: Tournament
  readonly matchDuration: MatchDuration
  /** position of the last commit; 0: none */
  readonly seq: number
  readonly chain: string
}

/** The log is not what it was, or not whole: nothing more may be made from it (P9). */
export class BrokenLog extends Error {}

export function emptyFolded(tournament: number): Folded {
  const state = emptyTournament(tournament)
  return { state, matchDuration: noMatchDuration, seq: 0, chain: firstChain }
}

export function withCommit(before: Folded, { commit, seq }: Stored): Folded {
  const { tournament, version, chain } = commit
  const had = before.state.version
  if (version !== had + 1) {
    throw new BrokenLog(`Tournament ${tournament}: version ${version} follows ${had}.`) // P5
  }
  const state = fold(before.state, commit)
  return { state, matchDuration: withMeasured(before.matchDuration, commit), seq, chain }
}

/** Where in the log each command is, by a number made from its id: the log has the rest (P2). */
export type CommandPositions = { ids: number[]; seqs: number[] }

export function noteCommand({ ids, seqs }: CommandPositions, { commit, seq }: Stored): void {
  ids.push(numberOf(commit.id))
  seqs.push(seq)
}

/** Hardly ever more than one; whether it is that command, its commit says. */
export function positionsOf({ ids, seqs }: CommandPositions, command: string): number[] {
  const wanted = numberOf(command)
  const found: number[] = []
  for (let at = ids.indexOf(wanted); at !== -1; at = ids.indexOf(wanted, at + 1)) {
    found.push(seqs[at]!)
  }
  return found
}

const hexDigits = 12

function numberOf(command: string): number {
  return Number.parseInt(hash('sha256', command).slice(0, hexDigits), 16)
}

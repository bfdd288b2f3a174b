import { hash } from 'node:crypto'
import { noMatchDuration, withMeasured } from '../../events/estimate/match-duration.ts'
import type { MatchDuration } from '../../events/estimate/match-duration.ts'
import { emptyTournament, fold } from '../../events/state/tournament.ts'
import type { Commit } from '../../events/schema/commit.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { TournamentHalted, chainOf, damageReasons, firstChain } from '../log/index.ts'
import type { Stored } from '../log/index.ts'

/** A tournament as its log has it up to a position; it never changes. */
export type Folded = {
  readonly state: Tournament
  readonly matchDuration: MatchDuration
  /** position of the last commit; 0: none */
  readonly seq: number
  readonly chain: string
}

export function emptyFolded(tournament: number): Folded {
  const state = emptyTournament(tournament)
  return { state, matchDuration: noMatchDuration, seq: 0, chain: firstChain }
}

/** Throws `TournamentHalted` where the commit is not the next one as it was stored (P5, P9). */
export function withCommit(before: Folded, { commit, seq }: Stored): Folded {
  const { tournament, version, chain } = commit
  const next = before.state.version + 1
  const halt = (reason: string): never => {
    throw new TournamentHalted({ tournament, seq, version: next, reason })
  }
  if (version === 0) return halt(damageReasons.unreadable)
  if (version !== next) return halt(damageReasons.misplaced(version))
  if (chain !== chainOf(before.chain, commit)) return halt(damageReasons.altered)
  const state = folded(before.state, commit) ?? halt('which does not fit what came before')
  return { state, matchDuration: withMeasured(before.matchDuration, commit), seq, chain }
}

function folded(state: Tournament, commit: Commit): Tournament | null {
  try {
    return fold(state, commit)
  } catch {
    return null
  }
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

import { hash } from 'node:crypto'
import { noMatchDuration, withMeasured } from '#events/estimate/match-duration.ts'
import type { MatchDuration } from '#events/estimate/match-duration.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import type { Commit } from '#events/schema/commit.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { TournamentHalted, chainOf, damageReasons, firstChain } from '../log/index.ts'
import type { StoredCommit } from '../log/index.ts'

/** A tournament folded from its log up to a position. Immutable. */
export type FoldedTournament = {
  readonly state: Tournament
  readonly matchDuration: MatchDuration
  /** position of the last commit; 0: none */
  readonly seq: number
  readonly chain: string
}

export function emptyFolded(tournament: number): FoldedTournament {
  const state = emptyTournament(tournament)
  return { state, matchDuration: noMatchDuration, seq: 0, chain: firstChain }
}

/**
 * Throws `TournamentHalted` if the commit is not the next one, or not as it was stored (P5, P9).
 */
export function withCommit(
  before: FoldedTournament,
  { commit, seq }: StoredCommit,
): FoldedTournament {
  const { tournament, version, chain } = commit
  const next = before.state.version + 1
  const halt = (reason: string): never => {
    throw new TournamentHalted({ tournament, seq, version: next, reason })
  }
  if (version === 0) return halt(damageReasons.unreadable)
  if (version !== next) return halt(damageReasons.misplaced(version))
  if (chain !== chainOf(before.chain, commit)) return halt(damageReasons.altered)
  const state = foldOrNull(before.state, commit) ?? halt('which does not fit what came before')
  return { state, matchDuration: withMeasured(before.matchDuration, commit), seq, chain }
}

function foldOrNull(state: Tournament, commit: Commit): Tournament | null {
  try {
    return fold(state, commit)
  } catch {
    return null
  }
}

/** The position in the log of each command, by a hash of its id (P2). */
export type CommandPositions = { ids: number[]; seqs: number[] }

export function recordCommand(
  { ids, seqs }: CommandPositions,
  { commit, seq }: StoredCommit,
): void {
  ids.push(hashOf(commit.id))
  seqs.push(seq)
}

/**
 * Candidate positions of a command, rarely more than one. The caller compares the id of the commit.
 */
export function positionsOf({ ids, seqs }: CommandPositions, command: string): number[] {
  const id = hashOf(command)
  const positions: number[] = []
  for (let at = ids.indexOf(id); at !== -1; at = ids.indexOf(id, at + 1)) {
    positions.push(seqs[at]!)
  }
  return positions
}

const hexDigits = 12

function hashOf(command: string): number {
  return Number.parseInt(hash('sha256', command).slice(0, hexDigits), 16)
}

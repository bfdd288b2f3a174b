import { changedParts } from '#events/describe/changed-parts.ts'
import type { Commit } from '#events/schema/commit.ts'
import type { CommitStep } from '#events/describe/touched.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { TournamentHalted, damageReasons } from '../log/index.ts'
import type { StoredCommit } from '../log/index.ts'
import { entryOf } from './commit-entry.ts'
import type { CommitEntry } from './commit-entry.ts'

/**
 * A tournament's log, folded once: the changes of each commit, its description, and milestones (the
 * state after every few commits) from which any other state is computed quickly. A question about
 * an old step then costs only as much as the steps that depend on it, however long the log is.
 */
export type CommitHistory = {
  commits: Commit[]
  /** oldest first; version 1 has index 0 */
  entries: CommitEntry[]
  /** the states after 0, `milestoneEvery`, 2 × `milestoneEvery` … commits */
  milestones: Tournament[]
  state: Tournament
  /** position of the last commit that was read */
  seq: number
  /** the rolls of dice that tables have shown so far */
  rolled: Set<string>
}

const milestoneEvery = 10
/** Ranges between two milestones whose states are cached. */
const maxRanges = 4

export function emptyCommitHistory(tournament: number): CommitHistory {
  const state = emptyTournament(tournament)
  return { commits: [], entries: [], milestones: [state], state, seq: 0, rolled: new Set() }
}

export function addCommit(history: CommitHistory, { commit, seq }: StoredCommit): void {
  const before = history.state
  const { tournament, version } = commit
  if (version !== before.version + 1) {
    const reason = damageReasons.misplaced(version)
    throw new TournamentHalted({ tournament, seq, version: before.version + 1, reason }) // P5
  }
  const step: CommitStep = { commit, before, after: fold(before, commit) }
  changedParts(step) // caches its result with the commit while both states are in memory
  history.entries.push(entryOf(step, history))
  history.commits.push(commit)
  if (version % milestoneEvery === 0) history.milestones.push(step.after)
  history.state = step.after
  history.seq = seq
}

/**
 * Returns a function that finds the state after any version. It caches the states between two
 * milestones, so use one instance to look at several steps.
 */
export function openStatesOf({ commits, milestones }: CommitHistory, foldCommit = fold) {
  const ranges = new Map<number, Tournament[]>()

  return (version: number): Tournament => {
    const milestone = Math.floor(version / milestoneEvery)
    const states = ranges.get(milestone) ?? [milestones[milestone]!]
    ranges.delete(milestone)
    ranges.set(milestone, states)
    if (ranges.size > maxRanges) ranges.delete(ranges.keys().next().value!)
    for (let last = states.at(-1)!; last.version < version; last = states.at(-1)!) {
      states.push(foldCommit(last, commits[last.version]!))
    }
    return states[version - milestone * milestoneEvery]!
  }
}

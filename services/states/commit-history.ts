import { changedIn } from '../../events/describe/changed-parts.ts'
import type { Commit } from '../../events/schema/commit.ts'
import type { Step } from '../../events/describe/touched.ts'
import { emptyTournament, fold } from '../../events/state/tournament.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { TournamentHalted, damageReasons } from '../log/index.ts'
import type { Stored } from '../log/index.ts'
import { entryOf } from './commit-entry.ts'
import type { CommitEntry } from './commit-entry.ts'

/**
 * A tournament's log, folded once: what each commit changed, its line in words, and the state after
 * every few commits, so that any state is near. A question about an old step then costs only what
 * rests on that step, however long the log is.
 */
export type CommitHistory = {
  commits: Commit[]
  /** oldest first: version 1 stands at 0 */
  entries: CommitEntry[]
  /** the states after none, after `apart` commits, after twice as many … */
  milestones: Tournament[]
  state: Tournament
  /** position of the last commit that was read */
  seq: number
  /** of dice, what tables have shown so far */
  rolled: Set<string>
}

const apart = 10
/** Stretches between two milestones whose states are kept while somebody looks at them. */
const maxStretches = 4

export function emptyCommitHistory(tournament: number): CommitHistory {
  const state = emptyTournament(tournament)
  return { commits: [], entries: [], milestones: [state], state, seq: 0, rolled: new Set() }
}

export function enter(history: CommitHistory, { commit, seq }: Stored): void {
  const before = history.state
  const { tournament, version } = commit
  if (version !== before.version + 1) {
    const reason = damageReasons.misplaced(version)
    throw new TournamentHalted({ tournament, seq, version: before.version + 1, reason }) // P5
  }
  const step: Step = { commit, before, after: fold(before, commit) }
  changedIn(step) // noted with the commit while both states are at hand
  history.entries.push(entryOf(step, history))
  history.commits.push(commit)
  if (version % apart === 0) history.milestones.push(step.after)
  history.state = step.after
  history.seq = seq
}

/**
 * Finds the state after any version. Whoever looks at several steps asks one of these: it folds
 * what lies between two milestones once.
 */
export function openStatesOf({ commits, milestones }: CommitHistory, folded = fold) {
  const stretches = new Map<number, Tournament[]>()

  return (version: number): Tournament => {
    const near = Math.floor(version / apart)
    const states = stretches.get(near) ?? [milestones[near]!]
    stretches.delete(near)
    stretches.set(near, states)
    if (stretches.size > maxStretches) stretches.delete(stretches.keys().next().value!)
    for (let last = states.at(-1)!; last.version < version; last = states.at(-1)!) {
      states.push(folded(last, commits[last.version]!))
    }
    return states[version - near * apart]!
  }
}

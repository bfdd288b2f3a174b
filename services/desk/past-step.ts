import type { CommitStep } from '#events/describe/touched.ts'
import type { Commit } from '#events/schema/commit.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { openStatesOf } from '../states/index.ts'
import type { CommitHistory } from '../states/index.ts'
import type { PastStep } from './decide/decision.ts'

/** A step and all later ones. The states around each step are computed when they are first read. */
export function pastStepIn(
  history: CommitHistory,
  version: number,
  stateAfter = openStatesOf(history),
): PastStep | null {
  const [step, ...later] = history.commits
    .slice(version - 1)
    .map((commit) => stepOf(commit, stateAfter))
  return step ? { ...step, later } : null
}

function stepOf(commit: Commit, stateAfter: (version: number) => Tournament): CommitStep {
  let before: Tournament | undefined
  let after: Tournament | undefined
  return {
    commit,
    get before() {
      return (before ??= stateAfter(commit.version - 1))
    },
    get after() {
      return (after ??= stateAfter(commit.version))
    },
  }
}

import type { Step } from '../../events/describe/touched.ts'
import type { Commit } from '../../events/schema/commit.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { openStatesOf } from '../states/index.ts'
import type { CommitHistory } from '../states/index.ts'
import type { Past } from './decide/decision.ts'

/** A commit and all that came later; their states are worked out where somebody looks at them. */
export function pastIn(
  history: CommitHistory,
  version: number,
  stateAfter = openStatesOf(history),
): Past | null {
  const [past, ...later] = history.commits
    .slice(version - 1)
    .map((commit) => stepOf(commit, stateAfter))
  return past ? { ...past, later } : null
}

function stepOf(commit: Commit, stateAfter: (version: number) => Tournament): Step {
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

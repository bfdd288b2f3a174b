import type { Commit } from '../../../events/commit.ts'
import { emptyTournament, fold } from '../../../events/tournament.ts'
import { isRefusal } from './decision.ts'
import type { Refusal } from './decision.ts'
import { standing } from './steps.ts'
import type { Step } from './steps.ts'
import { chainOf, restingOn } from './take-back.ts'
import { undo } from './undo.ts'

/** What an undo would be answered: null is a yes. */
export type Foreseen = {
  refusal: Refusal | null
  /** later versions that rest on it, those taken back since left out */
  dependents: number[]
  /** they can be taken back with it, in one commit; matches that were played go with them */
  together: { isPlayedOn: boolean } | null
}

/** Asked before it is pressed; `commits` is the whole log. Null: there is no such version (R-UN-1). */
export function foreseeUndo(commits: Commit[], version: number, now: string): Foreseen | null {
  const steps: Step[] = []
  let state = emptyTournament(commits[0]?.tournament ?? 0)
  for (const commit of commits) {
    const before = state
    state = fold(before, commit)
    steps.push({ commit, before, after: state })
  }
  const step = steps[version - 1]
  if (!step) return null
  const past = { ...step, later: steps.slice(version) }
  const decision = undo(state, past, now)
  if (!isRefusal(decision)) return { refusal: null, dependents: [], together: null }
  const chain = chainOf(state, past, now)
  const found = isRefusal(chain)
    ? restingOn(step, decision, standing(past.later)).map(({ commit }) => commit.version)
    : chain.versions.filter((one) => one !== version)
  const dependents = found.toSorted((a, b) => a - b)
  const together = isRefusal(chain) ? null : { isPlayedOn: chain.isPlayedOn }
  return { refusal: decision, dependents, together }
}

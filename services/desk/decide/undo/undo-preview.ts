import type { Tournament } from '#events/state/tournament.ts'
import { isRefusal, refuse } from '../decision.ts'
import type { DecisionInputs, PastStep, Refusal } from '../decision.ts'
import { dependentsIn } from '../commit-dependencies.ts'
import { findChain, dependentSteps, undoAlone } from './undo-cascade.ts'

/** The answer that an undo would get; `refusal` null: it would be accepted. */
export type UndoPreview = {
  refusal: Refusal | null
  /** later versions in effect that depend on it */
  dependents: number[]
  /** they can be undone with it in one commit; `isPlayedOn`: including played matches */
  together: { isPlayedOn: boolean } | null
}

/** `t` is the state after all later steps (R-UN-1). Yields between steps. */
export function* previewUndo(
  t: Tournament,
  past: PastStep,
  { now, mayUndo = () => true }: Pick<DecisionInputs, 'now' | 'mayUndo'>,
): Generator<undefined, UndoPreview> {
  const { version } = past.commit
  const decision = undoAlone(t, past, now)
  const isPossible = !isRefusal(decision) || decision.refused !== 'NOT_UNDOABLE'
  if (isPossible && !mayUndo(version)) {
    return { refusal: refuse('NOT_AUTHORIZED'), dependents: [], together: null }
  }
  if (!isRefusal(decision)) return { refusal: null, dependents: [], together: null }
  const chain = yield* findChain(t, past, now)
  const found = isRefusal(chain)
    ? dependentSteps(past, decision, dependentsIn(past.later).touching).map(
        ({ commit }) => commit.version,
      )
    : chain.versions.filter((one) => one !== version)
  const dependents = found.toSorted((a, b) => a - b)
  const isAllowed = !isRefusal(chain) && chain.versions.every(mayUndo)
  const together = isAllowed ? { isPlayedOn: chain.isPlayedOn } : null
  return { refusal: decision, dependents, together }
}

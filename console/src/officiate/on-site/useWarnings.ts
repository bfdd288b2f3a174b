import type { LiveState } from '../../core/live/store.ts'
import { rest } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'
import { isReconnected, useVersioned } from '../../query/useVersioned.ts'

export type Warnings = Answer<'/api/tournament/tournament/:id/warning/'>

/** One array, so that an empty answer does not re-render the teams. */
const noWarnings: Warnings = []

/** The warnings of a tournament, which are in no frame because only officials may see them. */
export function useWarnings(tournament: number): Warnings {
  const path = rest.get('/api/tournament/tournament/:id/warning/', { id: tournament })
  const { answer, isCurrent } = useVersioned(path, mayHaveChanged)
  return isCurrent && answer?.length ? answer : noWarnings
}

/** A warning, and each step of a tournament beside its matches, has no match; an undo may have one. */
function mayHaveChanged(now: LiveState, before: LiveState): boolean {
  const { version, recent } = now.live
  const newSteps = recent.filter((step) => step.version > before.live.version)
  const isPartUnknown = newSteps.length < version - before.live.version
  const isSuspect = newSteps.some(
    ({ commit: { matches, undoes } }) => matches.length === 0 || undoes !== null,
  )
  return isPartUnknown || isSuspect || isReconnected(now, before)
}

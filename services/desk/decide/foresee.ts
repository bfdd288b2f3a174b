import type { Commit } from '../../../events/commit.ts'
import { emptyTournament, fold } from '../../../events/tournament.ts'
import { isRefusal } from './decision.ts'
import type { Refusal } from './decision.ts'
import { changedIn, standing } from './steps.ts'
import type { Step } from './steps.ts'
import { undo } from './undo.ts'

/** What an undo would be answered: null is a yes. */
export type Foreseen = {
  refusal: Refusal | null
  /** later versions that changed the same things, those taken back since left out */
  dependents: number[]
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
  const past = steps[version - 1]
  if (!past) return null
  const later = steps.slice(version)
  const around = { past: { ...past, later }, now, ids: [], secret: '', offline: [] }
  const decision = undo(state, { type: 'Undo', version }, around)
  if (!isRefusal(decision)) return { refusal: null, dependents: [] }
  const touched = new Set([...changedIn(past), ...playedOn(decision)])
  const found = standing(later).filter((step) => changedIn(step).some((part) => touched.has(part)))
  const dependents = found.map((step) => step.commit.version).toSorted((a, b) => a - b)
  return { refusal: decision, dependents }
}

/** What the refusal itself names. */
function playedOn({ more }: Refusal): string[] {
  const matches = more?.['matches']
  if (!Array.isArray(matches)) return []
  return matches.map((match) => {
    const isPreview = typeof match === 'object' && match !== null && 'id' in match
    return `matches ${Number(isPreview ? match['id'] : match)}`
  })
}

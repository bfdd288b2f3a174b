import { matchLabel } from '#events/bracket/bracket.ts'
import { sameValue } from '#events/same-value.ts'
import { evolve } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { isRefusal } from './decision.ts'
import type { Decision, Refusal } from './decision.ts'
import { matchSummary } from './match-summary.ts'
import { seedChanges } from './slot-validity.ts'

/** The changes that a command would make, without making them. */
export type ChangePreview = {
  /** why it is refused even when confirmed */
  refusal: Refusal | null
  /** its own match, and those that would get other teams or be reset */
  changes: { name: string; before: Preview; after: Preview | null }[]
  /** later matches would be archived, which has to be confirmed (R-ED-3) */
  cascades: boolean
  places: ReturnType<typeof seedChanges>
}
type Preview = ReturnType<typeof matchSummary>

export function previewChange(
  t: Tournament,
  decide: (cascade: boolean) => Decision,
): ChangePreview {
  const decision = decide(true)
  if (isRefusal(decision)) return { refusal: decision, changes: [], cascades: false, places: [] }
  return {
    refusal: null,
    changes: changesOf(t, decision.events.reduce(evolve, t)),
    cascades: isRefusal(decide(false)),
    places: seedChanges(t, decision.events),
  }
}

/**
 * The matches whose teams, score, cabinet or result change; a change of the label alone does not count.
 */
function changesOf(t: Tournament, after: Tournament): ChangePreview['changes'] {
  return Object.values(t.matches).flatMap((match) => {
    const is = after.matches[match.id]
    const [was, becomes] = [matchSummary(t, match), is ? matchSummary(after, is) : null]
    return sameValue(was, becomes) ? [] : [{ name: matchLabel(match), before: was, after: becomes }]
  })
}

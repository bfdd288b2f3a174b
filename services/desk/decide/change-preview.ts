import { label } from '../../../events/bracket/bracket.ts'
import { sameValue } from '../../../events/same-value.ts'
import { evolve } from '../../../events/state/tournament.ts'
import type { Tournament } from '../../../events/state/tournament.ts'
import { isRefusal } from './decision.ts'
import type { Decision, Refusal } from './decision.ts'
import { preview } from './match-summary.ts'
import { placesMoved } from './slot-validity.ts'

/** What a command would change, worked out without doing it. */
export type ChangePreview = {
  /** why it cannot be done, not even when confirmed */
  refusal: Refusal | null
  /** its own match and those that would be others' or begin anew */
  changes: { name: string; before: Preview; after: Preview | null }[]
  /** later matches would be archived: they have to be insisted on (R-ED-3) */
  cascades: boolean
  places: ReturnType<typeof placesMoved>
}
type Preview = ReturnType<typeof preview>

export function previewChange(
  t: Tournament,
  decide: (cascade: boolean) => Decision,
): ChangePreview {
  const done = decide(true)
  if (isRefusal(done)) return { refusal: done, changes: [], cascades: false, places: [] }
  return {
    refusal: null,
    changes: changesOf(t, done.events.reduce(evolve, t)),
    cascades: isRefusal(decide(false)),
    places: placesMoved(t, done.events),
  }
}

/** Of teams, score, cabinet or result; a label alone is no change. */
function changesOf(t: Tournament, after: Tournament): ChangePreview['changes'] {
  return Object.values(t.matches).flatMap((match) => {
    const is = after.matches[match.id]
    const [was, becomes] = [preview(t, match), is ? preview(after, is) : null]
    return sameValue(was, becomes) ? [] : [{ name: label(match), before: was, after: becomes }]
  })
}

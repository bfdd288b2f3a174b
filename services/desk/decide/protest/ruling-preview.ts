import { label } from '../../../../events/bracket/bracket.ts'
import type { CommandOf } from '../../../../events/schema/command.ts'
import { evolve } from '../../../../events/state/tournament.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { isRefusal } from '../decision.ts'
import type { Refusal } from '../decision.ts'
import { preview } from '../match-preview.ts'
import { ruleProtest, twoAreNeeded } from './rule-protest.ts'
import { placesMoved } from '../slot-validity.ts'

export type RulingPreviewRequest = Omit<
  CommandOf<'RuleProtest'>,
  'type' | 'two' | 'cascade' | 'sentence'
>

/** What a ruling would change, worked out without doing it. */
export type RulingPreview = {
  /** why it cannot be made, whoever signs it */
  refusal: Refusal | null
  /** its own match and those that would be others' or begin anew */
  changes: { name: string; before: Preview; after: Preview | null }[]
  /** later matches would be archived: they have to be insisted on (R-ED-3) */
  cascades: boolean
  places: ReturnType<typeof placesMoved>
  /** two officials have to sign */
  needsTwo: boolean
}
type Preview = ReturnType<typeof preview>

export function previewRuling(
  t: Tournament,
  asked: RulingPreviewRequest,
  now: string,
): RulingPreview {
  const match = t.matches[t.protests[asked.protest]?.match ?? 0]
  const needsTwo = match !== undefined && twoAreNeeded(t, match)
  const around = { now, ids: [], secret: '', offline: [] }
  const alone: Tournament = { ...t, rulingSigners: 'one', protests: signedByOne(t.protests) }
  const rule = (cascade: boolean) =>
    ruleProtest(alone, { type: 'RuleProtest', ...asked, cascade }, around)
  const done = rule(true)
  if (isRefusal(done)) {
    return { refusal: done, changes: [], cascades: false, places: [], needsTwo }
  }
  const after = done.events.reduce(evolve, t)
  return {
    refusal: null,
    changes: changesOf(t, after),
    cascades: isRefusal(rule(false)),
    places: placesMoved(t, done.events),
    needsTwo,
  }
}

/** As if one signature were enough everywhere: what follows is asked, not who signs it. */
function signedByOne(protests: Tournament['protests']): Tournament['protests'] {
  const all = Object.entries(protests).map(([id, protest]) => {
    const { ended } = protest
    if (ended?.how !== 'ruled') return [id, protest] as const
    return [id, { ...protest, ended: { ...ended, signedBy: ended.signedBy.slice(0, 1) } }] as const
  })
  return Object.fromEntries(all)
}

/** Of teams, score, cabinet or result; a label alone is no change. */
function changesOf(t: Tournament, after: Tournament): RulingPreview['changes'] {
  return Object.values(t.matches).flatMap((match) => {
    const is = after.matches[match.id]
    const [was, becomes] = [preview(t, match), is ? preview(after, is) : null]
    const isSame = JSON.stringify(was) === JSON.stringify(becomes)
    return isSame ? [] : [{ name: label(match), before: was, after: becomes }]
  })
}

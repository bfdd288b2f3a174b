import type { CommandOf } from '../../../../events/schema/command.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { previewChange } from '../change-preview.ts'
import type { ChangePreview } from '../change-preview.ts'
import { ruleProtest, twoAreNeeded } from './rule-protest.ts'

export type RulingPreviewRequest = Omit<
  CommandOf<'RuleProtest'>,
  'type' | 'two' | 'cascade' | 'sentence'
>

/** What a ruling would change; the refusal is why it cannot be made, whoever signs it. */
export type RulingPreview = ChangePreview & {
  /** two officials have to sign */
  needsTwo: boolean
}

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
  return { ...previewChange(t, rule), needsTwo }
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

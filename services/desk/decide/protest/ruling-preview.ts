import type { CommandOf } from '#events/schema/command.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { previewChange } from '../change-preview.ts'
import type { ChangePreview } from '../change-preview.ts'
import { ruleProtest, twoAreNeeded } from './rule-protest.ts'

export type RulingPreviewRequest = Omit<
  CommandOf<'RuleProtest'>,
  'type' | 'two' | 'cascade' | 'sentence'
>

/** The changes that a ruling would make. The refusal does not depend on who signs it. */
export type RulingPreview = ChangePreview & {
  /** two officials have to sign */
  needsTwo: boolean
}

export function previewRuling(
  t: Tournament,
  request: RulingPreviewRequest,
  now: string,
): RulingPreview {
  const match = t.matches[t.protests[request.protest]?.match ?? 0]
  const needsTwo = match !== undefined && twoAreNeeded(t, match)
  const inputs = { now, ids: [], secret: '', offline: [] }
  const alone: Tournament = { ...t, rulingSigners: 'one', protests: signedByOne(t.protests) }
  const rule = (cascade: boolean) =>
    ruleProtest(alone, { type: 'RuleProtest', ...request, cascade }, inputs)
  return { ...previewChange(t, rule), needsTwo }
}

/** Pretends that one signature is enough, because the preview is about effects, not signatures. */
function signedByOne(protests: Tournament['protests']): Tournament['protests'] {
  const all = Object.entries(protests).map(([id, protest]) => {
    const { ended } = protest
    if (ended?.how !== 'ruled') return [id, protest] as const
    return [id, { ...protest, ended: { ...ended, signedBy: ended.signedBy.slice(0, 1) } }] as const
  })
  return Object.fromEntries(all)
}

import type { StandingRow } from '../../../../events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { publicText } from '../../core/text/public.ts'
import { standingsText } from './text.ts'

const text = standingsText

/** Which rule put a team below the one above it, with both numbers (R-TB-8), in sentences. */
export function why(
  { decidedBy }: Pick<StandingRow, 'decidedBy'>,
  teams: Tables['team'],
): string[] {
  if (!decidedBy) return []
  const { rule, over, values, skipped } = decidedBy
  const rival = teams[over]?.name ?? publicText.match.unknown
  const [own, other] = values
  const because =
    rule === 'seed'
      ? text.overSeed(own, other, rival)
      : rule === 'dice_roll'
        ? text.overDice(rival)
        : text.over(rule, own, other, rival)
  return skipped === undefined ? [because] : [because, text.skipped(named(skipped))]
}

export function percent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`
}

/** Reasons come as `rule: why; rule: why`. */
function named(skipped: string): string {
  return skipped
    .split('; ')
    .map((part) => part.replace(/^\w+(?=: )/, (name) => text.ruleName(name)))
    .join('; ')
}

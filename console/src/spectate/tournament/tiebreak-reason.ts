import type { StandingRow } from '#events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { publicText } from '../../core/text/spectate/public.ts'
import { standingsText } from '../../core/text/spectate/brackets.ts'

const text = standingsText

/** Sentences on which rule put a team below the one above it, with both values (R-TB-8). */
export function tiebreakReasons(
  { decidedBy }: Pick<StandingRow, 'decidedBy'>,
  teams: Tables['team'],
): string[] {
  if (!decidedBy) return []
  const { rule, over, values, skipped } = decidedBy
  const opponent = teams[over]?.name ?? publicText.match.unknown
  const [own, other] = values
  const reason =
    rule === 'seed'
      ? text.overSeed(own, other, opponent)
      : rule === 'dice_roll'
        ? text.overDice(opponent)
        : rule === 'withdrawn'
          ? text.left
          : text.over(rule, own, other, opponent)
  return skipped === undefined ? [reason] : [reason, text.skipped(withRuleNames(skipped))]
}

export function percent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`
}

/** Replaces the ids of rules by their names in a list such as `rule: why; rule: why`. */
function withRuleNames(skipped: string): string {
  return skipped
    .split('; ')
    .map((part) => part.replace(/^\w+(?=: )/, (name) => text.ruleName(name)))
    .join('; ')
}

import { roundMessage } from '#events/bracket/round-message.ts'
import { said } from '../../core/text/catalogue.ts'
import { layout, layoutProblem, matchCount } from '#events/rules/stage-types/layouts.ts'
import type { LayoutMatch, LayoutSlot } from '#events/rules/layout/layout-match.ts'
import { groupName, maxMatches } from '#events/rules/stage-settings.ts'
import { hasSetting, isByHand } from '#events/rules/stage-types/stage-types.ts'
import { snake } from '#events/rules/layout/seeds.ts'
import { stages } from '../../core/text/organize/stages.ts'
import type { StageForm } from './stage-form.ts'

type PlannedMatch = {
  num: number
  sides: [string, string]
  ifNeeded: boolean
  /** the stage in which its two teams have met already, as both come from there */
  metIn: string | null
}
export type PlannedRound = { label: string; matches: PlannedMatch[] }
/** A part of the drawing: the winners bracket with the finals, or the losers bracket. */
export type PlannedSide = { name: string | null; rounds: PlannedRound[] }
export type Plan = {
  /** `Group A`; null if there is only one group */
  group: string | null
  entrants: number
  matches: number
  hasIfNeeded: boolean
  rounds: number
  sides: PlannedSide[]
}
type PlanResult = { problem: string } | { plans: Plan[] }

const words = stages.plan

/** Names the holder of a seed, and the stage of whose place the seed is. */
type SeedText = { nameOf: (seed: number) => string; sourceOf: (seed: number) => string | null }

/**
 * The matches that the settings produce. `names` are the known team names, best seed first, and
 * `sources` the stages they come from.
 */
export function planStage(
  form: StageForm,
  teams: number,
  names: readonly string[] = [],
  sources: readonly (string | null)[] = [],
): PlanResult {
  const { stageType, numGroups } = form
  if (stageType === '') return { problem: words.none }
  if (isByHand({ stageType })) return { problem: words.byHand }
  const groups = hasSetting({ stageType }, 'numGroups') ? numGroups : 1
  const dealt = snake(teams, groups)
  if (dealt.some((seeds) => seeds.length < 2)) return { problem: words.few }
  const settings = { ...form, stageType }
  for (const { length } of dealt) {
    const problem = layoutProblem(settings, length)
    if (problem) return { problem: problem.detail }
    if (matchCount(settings, length) > maxMatches) return { problem: words.many }
  }
  return {
    plans: dealt.map((seeds, index) => {
      const matches = layout(settings, seeds.length)
      const overall = (seed: number) => seeds[seed - 1] ?? seed
      const texts: SeedText = {
        nameOf: (seed) => names[overall(seed) - 1] ?? words.seed(overall(seed)),
        sourceOf: (seed) => sources[overall(seed) - 1] ?? null,
      }
      return planOf(matches, groups > 1 ? groupName(index) : null, texts, seeds.length)
    }),
  }
}

function planOf(
  matches: LayoutMatch[],
  group: string | null,
  texts: SeedText,
  entrants: number,
): Plan {
  const certain = matches.filter((match) => !match.ifNeeded)
  const losers = roundsOf(
    matches.filter(({ type }) => type === 'losers'),
    matches,
    texts,
  )
  const others = roundsOf(
    matches.filter(({ type }) => type !== 'losers'),
    matches,
    texts,
  )
  const isDouble = losers.length > 0
  return {
    group,
    entrants,
    matches: certain.length,
    hasIfNeeded: certain.length < matches.length,
    rounds: new Set(certain.map((match) => match.roundName)).size,
    sides: [
      { name: isDouble ? words.winners : null, rounds: others },
      ...(isDouble ? [{ name: words.losers, rounds: losers }] : []),
    ],
  }
}

function roundsOf(
  selected: LayoutMatch[],
  all: LayoutMatch[],
  { nameOf, sourceOf }: SeedText,
): PlannedRound[] {
  const slotName = (slot: LayoutSlot) => {
    if ('seed' in slot) return nameOf(slot.seed)
    const num = (index: number) => all[index]?.num ?? 0
    return 'winnerOf' in slot
      ? words.winnerOf(num(slot.winnerOf))
      : words.loserOf(num(slot.loserOf))
  }
  const sourceIn = (slot: LayoutSlot) => ('seed' in slot ? sourceOf(slot.seed) : null)
  const rounds = Map.groupBy(selected, (match) => match.roundName)
  return [...rounds].map(([name, matches]) => ({
    label: said(matches[0] && roundMessage(matches[0]), name),
    matches: matches.map(({ num, slots: [blue, gold], ifNeeded }) => {
      const metIn = sourceIn(blue) === sourceIn(gold) ? sourceIn(blue) : null
      return { num, sides: [slotName(blue), slotName(gold)], ifNeeded, metIn }
    }),
  }))
}

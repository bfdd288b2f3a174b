import { isElimination } from '#events/rules/stage-types/stage-types.ts'
import { maxScore } from '#events/rules/limits.ts'
import { leadingSlot } from '#events/state/match.ts'
import type { GrandFinal } from '#events/rules/layout/double-elim.ts'
import type { StageType } from '#events/rules/stage-types/stage-types.ts'

export type Sources = Map<ParsedMatch, Pair<Source | null>>

/** A tournament of another site before its import, with the ids of that site. */
export type ParsedBracket = {
  source: 'Challonge' | 'start.gg'
  name: string
  /** `2026-01-02` */
  date: string
  isOver: boolean
  teams: { id: string; name: string; place: number | null }[]
  stages: ParsedStage[]
  /** sentences about data that is not imported */
  leftOut: string[]
}
export type ParsedStage = {
  name: string
  type: 'single_elim' | 'double_elim' | 'round_robin' | 'swiss'
  /** one of several parallel groups */
  isGroup: boolean
  /** teams, best seed first */
  entrants: string[]
  matches: ParsedMatch[]
  /** what the site would play, while there are no matches yet */
  planned?: Planned
}
export type Planned = {
  thirdPlaceMatch: boolean
  grandFinal: GrandFinal
  matchesPerOpponent: number
}
export type ParsedMatch = {
  id: string
  /** negative in the losers' bracket, 0 for a third-place match */
  round: number
  roundName: string | null
  players: Pair<string | null>
  /** the match from which each team comes, if the site reports it */
  from: Pair<Source | null>
  isOver: boolean
  winner: 0 | 1 | null
  /** games won */
  score: Pair<number> | null
  isForfeit: boolean
  at: string | null
  /** its place in the order of play, if the site has one */
  order: number | null
}
export type Pair<T> = [T, T]
export type Source = { match: string; of: 'winner' | 'loser' }

/** A Swiss stage becomes a stage made by hand, ranked by its table. */
export function stageTypeOf({ type }: ParsedStage): StageType {
  return type === 'swiss' ? 'custom' : type
}

export function isBracket(stage: ParsedStage): boolean {
  return isElimination({ stageType: stageTypeOf(stage) })
}

/** In the order of seeds; entries without a seed last, in their given order. */
export function bySeed<T extends { seed: number | null }>(all: T[]): T[] {
  return all.toSorted((a, b) => {
    const [one, two] = [a.seed ?? Infinity, b.seed ?? Infinity]
    return one === two ? 0 : one - two
  })
}

/** Other sites report a disqualification as a negative score. */
export function gamesOf(score: Pair<number> | null, winner: 0 | 1 | null) {
  if (score?.some((games) => games < 0)) return { score: null, isForfeit: true }
  const isConsistent =
    !score ||
    (score.every((games) => games <= maxScore) &&
      (winner === null || leadingSlot(score) === winner))
  return { score: isConsistent ? score : null, isForfeit: false }
}

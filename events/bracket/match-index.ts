import type { Match } from '../state/match.ts'
import type { MatchId, Records, StageId } from '../ids.ts'

/** Answers about all matches of a tournament that are needed often. */
type MatchIndex = {
  /** by id */
  all: Match[]
  byStage: Map<StageId, Match[]>
  /** both teams forfeited a match, so some slots after it stay empty */
  hasDoubleForfeit: boolean
  isReviewed: boolean
  /** caches of `advancement.ts` */
  firstFinals: Map<Match, Match | undefined>
  emptySlots: Map<Match, [boolean?, boolean?]>
  sources?: Map<MatchId, MatchId[]>
}
type Matches = Readonly<Records<MatchId, Match>>

/** Matches never change, so the index of a set of matches is built once. */
const indexes = new WeakMap<Matches, MatchIndex>()

export function matchIndex(matches: Matches): MatchIndex {
  const cached = indexes.get(matches)
  if (cached) return cached
  const index = buildIndex(Object.values(matches))
  indexes.set(matches, index)
  return index
}

function buildIndex(all: Match[]): MatchIndex {
  const byStage = new Map<StageId, Match[]>()
  let [hasDoubleForfeit, isReviewed] = [false, false]
  for (const match of all) {
    const own = byStage.get(match.stage)
    if (own) own.push(match)
    else byStage.set(match.stage, [match])
    hasDoubleForfeit ||= match.result?.forfeit === true && match.result.winner === null
    isReviewed ||= Boolean(match.review)
  }
  return {
    all,
    byStage,
    hasDoubleForfeit,
    isReviewed,
    firstFinals: new Map(),
    emptySlots: new Map(),
  }
}

/** The matches of a stage, by id. */
export function matchesOf(matches: Matches, stage: StageId): Match[] {
  return matchIndex(matches).byStage.get(stage) ?? []
}

/** The matches whose winner or loser goes on to this match. */
export function sourcesOf(matches: Matches, match: MatchId): MatchId[] {
  const index = matchIndex(matches)
  index.sources ??= sourcesIn(index.all)
  return index.sources.get(match) ?? []
}

function sourcesIn(all: Match[]): Map<MatchId, MatchId[]> {
  const sources = new Map<MatchId, MatchId[]>()
  for (const { id, winnerTo, loserTo } of all) {
    for (const to of [winnerTo, loserTo]) {
      if (to) sources.set(to.match, [...(sources.get(to.match) ?? []), id])
    }
  }
  return sources
}

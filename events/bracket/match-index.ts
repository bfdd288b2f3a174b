import type { Match } from '../state/match.ts'
import type { MatchId, Records, StageId } from '../ids.ts'

/** What is asked of all matches again and again. */
type MatchIndex = {
  /** in the order of their ids */
  all: Match[]
  byStage: Map<StageId, Match[]>
  /** both teams forfeited one: to the matches after it somebody never comes */
  hasGaps: boolean
  isReviewed: boolean
  /** what was worked out of these matches already */
  firstFinals: Map<Match, Match | undefined>
  missing: Map<Match, [boolean?, boolean?]>
  sources?: Map<MatchId, MatchId[]>
}
type Matches = Readonly<Records<MatchId, Match>>

/** Matches never change, so that what follows from them need not be found twice. */
const overviews = new WeakMap<Matches, MatchIndex>()

export function matchIndex(matches: Matches): MatchIndex {
  const cached = overviews.get(matches)
  if (cached) return cached
  const made = overviewOf(Object.values(matches))
  overviews.set(matches, made)
  return made
}

function overviewOf(all: Match[]): MatchIndex {
  const byStage = new Map<StageId, Match[]>()
  let [hasGaps, isReviewed] = [false, false]
  for (const match of all) {
    const own = byStage.get(match.stage)
    if (own) own.push(match)
    else byStage.set(match.stage, [match])
    hasGaps ||= match.result?.forfeit === true && match.result.winner === null
    isReviewed ||= Boolean(match.review)
  }
  return { all, byStage, hasGaps, isReviewed, firstFinals: new Map(), missing: new Map() }
}

/** The matches of one stage, in the order of their ids. */
export function matchesOf(matches: Matches, stage: StageId): Match[] {
  return matchIndex(matches).byStage.get(stage) ?? []
}

/** The matches whose winner or loser goes on to this one. */
export function sourcesOf(matches: Matches, match: MatchId): MatchId[] {
  const found = matchIndex(matches)
  found.sources ??= sourcesIn(found.all)
  return found.sources.get(match) ?? []
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

import { played, teamsIn, teamsOf } from './bracket.ts'
import { ahead, score } from './match.ts'
import type { Match } from './match.ts'
import { matchesOf } from './overview.ts'
import { standings } from './rules/standings.ts'
import type { Standing } from './rules/standings.ts'
import type { Stage } from './stage.ts'
import { inputOf, resultOf } from './table.ts'
import type { Tournament } from './tournament.ts'

/** The table of a stage with the matches that have begun, as if they ended now (R-TB-2). */
export function liveTableOf(t: Tournament, stage: Stage): Standing[] {
  const results = matchesOf(t.matches, stage.id).flatMap((match) => {
    const is = hasBegun(match) ? { ...match, result: asItStands(match) } : match
    return resultOf(is, teamsOf(t, match)) ?? []
  })
  return standings(inputOf(stage, teamsIn(t, stage), results))
}

/** The teams whose places are those of the moment. */
export function liveTeams(t: Tournament, stage: Stage): Set<number> {
  const begun = matchesOf(t.matches, stage.id).filter(hasBegun)
  return new Set(begun.flatMap((match) => teamsOf(t, match).filter((team) => team !== null)))
}

function hasBegun(match: Match): boolean {
  return match.result === null && played(match)
}

function asItStands(match: Match): NonNullable<Match['result']> {
  const points = score(match)
  return { winner: ahead(points), score: points, at: '', forfeit: false }
}

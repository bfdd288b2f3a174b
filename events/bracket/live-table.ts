import { finalPlaces, givesPlaces, played, teamsIn, teamsOf } from './bracket.ts'
import { ahead, score } from '../state/match.ts'
import type { Match } from '../state/match.ts'
import { matchesOf } from './match-index.ts'
import { standings } from '../rules/standings.ts'
import type { Standing } from '../rules/standings.ts'
import type { Stage } from '../schema/stage-settings.ts'
import { inputOf, resultOf } from './table.ts'
import type { Tournament } from '../state/tournament.ts'
import type { TeamId } from '../ids.ts'

/** The table of a stage with the matches that have begun, as if they ended now (R-TB-2). */
export function liveTableOf(t: Tournament, stage: Stage): Standing[] {
  const results = matchesOf(t.matches, stage.id).flatMap((match) => {
    const is = hasScore(match) ? { ...match, result: asItStands(match) } : match
    return resultOf(is, teamsOf(t, match)) ?? []
  })
  const places = givesPlaces(t, stage) ? finalPlaces(t, stage) : undefined
  return standings({ ...inputOf(stage, teamsIn(t, stage), results), places })
}

/** Only a point, a game or a typed score says how it stands: at 0-0 it is no draw. */
function hasScore(match: Match): boolean {
  return hasBegun(match) && score(match).some((points) => points > 0)
}

/** The teams whose places are those of the moment. */
export function liveTeams(t: Tournament, stage: Stage): Set<TeamId> {
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

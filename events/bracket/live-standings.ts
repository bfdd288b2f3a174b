import { finalPlaces, hasBracketPlaces, wasPlayed, teamsOf, teamsOfTable } from './bracket.ts'
import { leadingSlot, score } from '../state/match.ts'
import type { Match } from '../state/match.ts'
import { matchesOf } from './match-index.ts'
import { standings } from '../rules/standings.ts'
import type { Standing } from '../rules/standings.ts'
import type { Stage } from '../schema/parts/stage-settings.ts'
import { inputOf, resultOf } from './standings-table.ts'
import { withdrawnRowsLast } from './withdrawn-standings.ts'
import type { Tournament } from '../state/tournament.ts'
import type { TeamId } from '../ids.ts'

/** The table of a stage as if the matches in progress ended now (R-TB-2). */
export function liveStandings(t: Tournament, stage: Stage): Standing[] {
  const results = matchesOf(t.matches, stage.id).flatMap((match) => {
    const counted = hasScore(match) ? { ...match, result: currentResult(match) } : match
    return resultOf(counted, teamsOf(t, match)) ?? []
  })
  const places = hasBracketPlaces(t, stage) ? finalPlaces(t, stage) : undefined
  const rows = standings({ ...inputOf(stage, teamsOfTable(t, stage, results), results), places })
  return places ? rows : withdrawnRowsLast(stage, rows)
}

/** A match at 0-0 is left out: it would count as a draw. */
function hasScore(match: Match): boolean {
  return isInProgress(match) && score(match).some((points) => points > 0)
}

/** The teams whose places depend on a match in progress. */
export function liveTeams(t: Tournament, stage: Stage): Set<TeamId> {
  const inProgress = matchesOf(t.matches, stage.id).filter(isInProgress)
  return new Set(inProgress.flatMap((match) => teamsOf(t, match).filter((team) => team !== null)))
}

function isInProgress(match: Match): boolean {
  return match.result === null && wasPlayed(match)
}

function currentResult(match: Match): NonNullable<Match['result']> {
  const points = score(match)
  return { winner: leadingSlot(points), score: points, at: '', forfeit: false }
}

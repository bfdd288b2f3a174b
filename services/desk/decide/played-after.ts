import { isInBracket, wasPlayed, teamsOf } from '#events/bracket/bracket.ts'
import { linkOf } from '#events/state/external-bracket.ts'
import type { Match } from '#events/state/match.ts'
import type { Tournament } from '#events/state/tournament.ts'

/**
 * Played matches that an external bracket resets when the winner of this match changes (R-CL-6):
 * later matches of its two teams, and in turn those of their opponents. In a round robin there are
 * none.
 */
export function playedLater(t: Tournament, match: Match): Match[] {
  const link = linkOf(t, match)
  if (!link || link.drawAllowed) return []
  const teams = new Set(teamsOf(t, match))
  const own = Object.values(t.matches).filter((one) => one.stage === match.stage)
  const later = own
    .filter((one) => one.id !== match.id && order(t, one) > order(t, match))
    .toSorted((a, b) => order(t, a) - order(t, b))
  return later.filter((one) => {
    const both = teamsOf(t, one)
    if (!isInBracket(t.matches, one) || !both.some((team) => team !== null && teams.has(team))) {
      return false
    }
    for (const team of both) teams.add(team)
    return wasPlayed(one)
  })
}

function order(t: Tournament, match: Match): number {
  return linkOf(t, match)?.playOrder ?? match.num
}

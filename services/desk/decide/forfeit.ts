import { teamsOf } from '../../../events/bracket.ts'
import type { CommandOf } from '../../../events/command.ts'
import type { Event, SlotIndex } from '../../../events/event.ts'
import type { Match } from '../../../events/match.ts'
import { lengthOf } from '../../../events/rules/match-length.ts'
import type { Tournament } from '../../../events/tournament.ts'
import { accept } from './decision.ts'
import type { Circumstances, Decision } from './decision.ts'
import { resettled } from './correct.ts'
import { find, matchComplete, missingTeam, noSuchMatch, notInMatch } from './find.ts'
import { armTimer } from './timer.ts'

/** One team gives up, or both: decided without play (R-ST-10). */
export function forfeitMatch(
  t: Tournament,
  command: CommandOf<'ForfeitMatch'>,
  { now }: Circumstances,
): Decision {
  const match = find(t, command.match)
  if (!match) return noSuchMatch(command.match)
  const missing = missingTeam(t, match)
  if (missing) return missing
  const teams = teamsOf(t, match)
  const foreign = command.teams.find((team) => !teams.includes(team))
  if (foreign !== undefined) return notInMatch(t, match, foreign)
  const winner = winnerOf(teams, command.teams)
  if (match.result) {
    const isSame = match.result.forfeit && match.result.winner === winner
    return isSame ? accept() : matchComplete(match)
  }
  const score = scoreOf(t, match, winner)
  return resettled(t, [
    { type: 'MatchForfeited', v: 1, match: match.id, winner, score, at: now },
    ...freed(t, match, now),
  ])
}

function winnerOf([one, two]: (number | null)[], losers: (number | null)[]): SlotIndex | null {
  if (losers.includes(one ?? null) && losers.includes(two ?? null)) return null
  return losers.includes(one ?? null) ? 1 : 0
}

function scoreOf(t: Tournament, match: Match, winner: SlotIndex | null): [number, number] {
  const stage = t.stages[match.stage]
  if (winner === null || !stage) return [0, 0]
  const { winsPerMatch, roundsPerMatch } = lengthOf(stage, match)
  const wins = winsPerMatch > 0 ? winsPerMatch : Math.floor(roundsPerMatch / 2) + 1
  return winner === 0 ? [wins, 0] : [0, wins]
}

function freed(t: Tournament, match: Match, now: string): Event[] {
  return match.cabinet === null ? [] : armTimer(t, match, match.cabinet, now)
}

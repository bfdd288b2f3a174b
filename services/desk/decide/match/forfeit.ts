import { teamsOf } from '#events/bracket/bracket.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import type { SlotIndex } from '#events/schema/parts/shapes.ts'
import type { Match } from '#events/state/match.ts'
import { lengthOf } from '#events/rules/match-length.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept } from '../decision.ts'
import type { Decision } from '../decision.ts'
import { correctResult, withUnqueued } from './correct.ts'
import { matchComplete, missingTeamRefusal, notInMatch, ofMatch } from '../lookups.ts'
import { armTimerEvents } from '../queue/timer.ts'
import type { TeamId } from '#events/ids.ts'

/** One or both teams forfeit: the match is decided without play (R-ST-10). */
export const forfeitMatch = ofMatch<'ForfeitMatch'>((t, match, command, { now }) => {
  const missing = missingTeamRefusal(t, match)
  if (missing) return missing
  const teams = teamsOf(t, match)
  const foreign = command.teams.find((team) => !teams.includes(team))
  if (foreign !== undefined) return notInMatch(t, match, foreign)
  const winner = winnerOf(teams, command.teams)
  if (match.result) {
    const isSame = match.result.forfeit && match.result.winner === winner
    if (isSame) return accept()
    return match.result.forfeit
      ? otherForfeit(t, match, { winner, command, now })
      : matchComplete(match)
  }
  const score = forfeitScore(t, match, winner)
  return withUnqueued(t, [
    { type: 'MatchForfeited', v: 1, match: match.id, winner, score, at: now },
    ...timerOfFreedCabinet(t, match, now),
  ])
})

/** Corrects the forfeiting team; the time of the result stays (R-ED-1, R-ED-3). */
function otherForfeit(
  t: Tournament,
  match: Match,
  how: { winner: SlotIndex | null; command: CommandOf<'ForfeitMatch'>; now: string },
): Decision {
  const { winner, command, now } = how
  const { cascade, reason } = command
  const { at } = match.result!
  const score = forfeitScore(t, match, winner)
  const events: Event[] = [{ type: 'MatchForfeited', v: 1, match: match.id, winner, score, at }]
  return correctResult(t, match, { events, cascade, reason, now })
}

function winnerOf([one, two]: (TeamId | null)[], losers: (TeamId | null)[]): SlotIndex | null {
  if (losers.includes(one ?? null) && losers.includes(two ?? null)) return null
  return losers.includes(one ?? null) ? 1 : 0
}

/** The score of a forfeit. */
export function forfeitScore(
  t: Tournament,
  match: Match,
  winner: SlotIndex | null,
): [number, number] {
  const stage = t.stages[match.stage]
  if (winner === null || !stage) return [0, 0]
  const { winsPerMatch, roundsPerMatch } = lengthOf(stage, match)
  const wins = winsPerMatch > 0 ? winsPerMatch : Math.floor(roundsPerMatch / 2) + 1
  return winner === 0 ? [wins, 0] : [0, wins]
}

function timerOfFreedCabinet(t: Tournament, match: Match, now: string): Event[] {
  return match.cabinet === null ? [] : armTimerEvents(t, match, match.cabinet, now)
}

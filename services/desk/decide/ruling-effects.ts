import { played, teamsOf } from '../../../events/bracket.ts'
import type { Event } from '../../../events/event.ts'
import { blueSlot, other, score } from '../../../events/match.ts'
import type { Match } from '../../../events/match.ts'
import type { Ruling } from '../../../events/ruling.ts'
import { evolve } from '../../../events/tournament.ts'
import type { Tournament } from '../../../events/tournament.ts'
import { archive, corrected, replayMatch } from './correct.ts'
import { accept, isRefusal } from './decision.ts'
import type { Circumstances, Decision } from './decision.ts'
import { forfeitMatch } from './forfeit.ts'
import { completed, setScore } from './match.ts'

type How = { ruling: Ruling; reason: string; cascade: boolean; circumstances: Circumstances }

/** What a ruling does to its match, as a person could by hand; later matches by R-ED-3. */
export function rulingEffects(t: Tournament, match: Match, how: How): Decision {
  const { ruling, reason, cascade, circumstances } = how
  const insisting = { cascade, reason }
  switch (ruling.kind) {
    case 'uphold':
      return accept()
    case 'correct':
      return ruling.score ? rescored(t, match, how) : forfeitedBy(t, match, how)
    case 'replay': {
      const command = { type: 'ReplayMatch', match: match.id, ...insisting } as const
      return replayMatch(t, command, circumstances)
    }
    case 'void':
      return voided(t, match, how)
  }
}

/** By the slots, whichever colour they play by now. */
function rescored(t: Tournament, match: Match, how: How): Decision {
  const { ruling, circumstances } = how
  const points = ruling.score!
  if (match.result?.forfeit) return playedAfterAll(t, match, how)
  const blue = blueSlot(match)
  const [blueScore, goldScore] = [points[blue], points[other(blue)]]
  const { cascade, reason } = how
  const command = { type: 'SetScore', match: match.id, blueScore, goldScore } as const
  return setScore(t, { ...command, cascade, reason }, circumstances)
}

/** A forfeit that was none: its games count again, and what is missing is added. */
function playedAfterAll(t: Tournament, match: Match, how: How): Decision {
  const points = how.ruling.score!
  const was = score(match)
  const again = completed(t, match, { points, now: match.result!.at })
  if (isRefusal(again)) return again
  const adjusted = ([0, 1] as const).flatMap((slot): Event[] => {
    const by = points[slot] - was[slot]
    return by === 0 ? [] : [{ type: 'ScoreAdjusted', v: 1, match: match.id, slot, by }]
  })
  const events = [reopened(match), ...adjusted, ...again.events]
  return instead(t, match, { ...how, events })
}

function forfeitedBy(t: Tournament, match: Match, how: How): Decision {
  const { ruling, circumstances } = how
  const open = match.result ? evolve(t, reopened(match)) : t
  const command = { type: 'ForfeitMatch', match: match.id, teams: ruling.forfeitBy } as const
  const decision = forfeitMatch(open, command, circumstances)
  if (isRefusal(decision) || !match.result) return decision
  return instead(t, match, { ...how, events: [reopened(match), ...decision.events] })
}

/** It counts for nobody: what was played is archived (R-ST-9), and neither team goes on (R-ST-10). */
function voided(t: Tournament, match: Match, how: How): Decision {
  const { reason, circumstances } = how
  const archived = played(match) ? [archive(t, match, { reason, now: circumstances.now })] : []
  const open = archived.reduce(evolve, t)
  const teams = teamsOf(t, match).filter((team) => team !== null)
  const command = { type: 'ForfeitMatch', match: match.id, teams } as const
  const decision = forfeitMatch(open, command, circumstances)
  if (isRefusal(decision)) return decision
  return instead(t, match, { ...how, events: [...archived, ...decision.events] })
}

/** One result in place of another. */
function instead(t: Tournament, match: Match, how: How & { events: Event[] }): Decision {
  const { events, cascade, reason, circumstances } = how
  const { now } = circumstances
  const winner = events.reduce(evolve, t).matches[match.id]?.result?.winner
  const sameWinner = match.result !== null && winner === match.result.winner
  return corrected(t, match, { events, cascade, reason, now, sameWinner })
}

function reopened({ id }: Match): Event {
  return { type: 'MatchReopened', v: 1, match: id }
}

import { wasPlayed, teamsOf } from '#events/bracket/bracket.ts'
import type { Event } from '#events/schema/event.ts'
import { blueSlot, otherSlot } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import type { Ruling } from '#events/schema/parts/ruling.ts'
import { evolve } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { archiveMatch, correctResult, replayMatch } from '../match/correct.ts'
import { accept, isRefusal } from '../decision.ts'
import type { DecisionInputs, Decision } from '../decision.ts'
import { forfeitMatch } from '../match/forfeit.ts'
import { scoreInsteadOfForfeit, setScore } from '../match/match.ts'

type RulingOptions = {
  ruling: Ruling
  reason: string
  cascade: boolean
  inputs: DecisionInputs
}

/** The effects of a ruling on its match, as by the normal commands; later matches follow R-ED-3. */
export function rulingEffects(t: Tournament, match: Match, how: RulingOptions): Decision {
  const { ruling, reason, cascade, inputs } = how
  const insisting = { cascade, reason }
  switch (ruling.kind) {
    case 'uphold':
      return accept()
    case 'correct':
      return ruling.score ? rescored(t, match, how) : forfeitedBy(t, match, how)
    case 'replay': {
      const command = { type: 'ReplayMatch', match: match.id, ...insisting } as const
      return replayMatch(t, command, inputs)
    }
    case 'void':
      return voided(t, match, how)
  }
}

/** Sets the score by slots, regardless of their current sides. */
function rescored(t: Tournament, match: Match, how: RulingOptions): Decision {
  const { ruling, inputs } = how
  const points = ruling.score!
  if (match.result?.forfeit) {
    const { now } = inputs
    return scoreInsteadOfForfeit(t, match, {
      points,
      now,
      cascade: how.cascade,
      reason: how.reason,
    })
  }
  const blue = blueSlot(match)
  const [blueScore, goldScore] = [points[blue], points[otherSlot(blue)]]
  const { cascade, reason } = how
  // The score was checked, or confirmed, when the ruling was proposed.
  const command = { type: 'SetScore', match: match.id, blueScore, goldScore, force: true } as const
  return setScore(t, { ...command, cascade, reason }, inputs)
}

function forfeitedBy(t: Tournament, match: Match, how: RulingOptions): Decision {
  const { ruling, inputs } = how
  const open = match.result ? evolve(t, reopened(match)) : t
  const command = { type: 'ForfeitMatch', match: match.id, teams: ruling.forfeitBy } as const
  const decision = forfeitMatch(open, command, inputs)
  if (isRefusal(decision) || !match.result) return decision
  return instead(t, match, { ...how, events: [reopened(match), ...decision.events] })
}

/** Voids a match: what was played is archived (R-ST-9), and neither team goes on (R-ST-10). */
function voided(t: Tournament, match: Match, how: RulingOptions): Decision {
  const { reason, inputs } = how
  const archived = wasPlayed(match) ? [archiveMatch(t, match, { reason, now: inputs.now })] : []
  const open = archived.reduce(evolve, t)
  const teams = teamsOf(t, match).filter((team) => team !== null)
  const command = { type: 'ForfeitMatch', match: match.id, teams } as const
  const decision = forfeitMatch(open, command, inputs)
  if (isRefusal(decision)) return decision
  return instead(t, match, { ...how, events: [...archived, ...decision.events] })
}

/** Replaces a result by another one. */
function instead(t: Tournament, match: Match, how: RulingOptions & { events: Event[] }): Decision {
  const { events, cascade, reason, inputs } = how
  const { now } = inputs
  const winner = events.reduce(evolve, t).matches[match.id]?.result?.winner
  const sameWinner = match.result !== null && winner === match.result.winner
  return correctResult(t, match, { events, cascade, reason, now, sameWinner })
}

function reopened({ id }: Match): Event {
  return { type: 'MatchReopened', v: 1, match: id }
}

import { say } from '#events/messages/message.ts'
import type { CommandOf, StepReplacement } from '#events/schema/command.ts'
import type { EventOf, Event } from '#events/schema/event.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { isRefusal, refuse } from '../decision.ts'
import type { DecisionInputs, Decision, PastStep, Refusal } from '../decision.ts'
import { applyReplacement } from './apply-replacement.ts'
import { insteadOfGame } from './replace-game.ts'
import { insteadOfPoint, sameColour } from './replace-point.ts'
import { insteadOfStart } from './replace-start.ts'
import { stepsInEffect } from '../commit-dependencies.ts'
import type { CommitStep } from '../commit-dependencies.ts'
import { noSuchVersion } from './undo-cascade.ts'
import {
  changedSinceRefusal,
  notReplaceable,
  replaceableMatch,
  scoreSetSinceRefusal,
} from './replace-common.ts'
import type { ReplacedPlay } from './replace-common.ts'
import { matchLabel, teamsOf } from '#events/bracket/bracket.ts'
import { otherSlot, score } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import { findMatch, notInMatch, noSuchMatch } from '../lookups.ts'
import { forfeitScore } from '../match/forfeit.ts'

/**
 * Replaces an earlier step by what was meant. Later steps stay, and so do all times. It is one
 * commit, so that one undo takes it back (R-ED-3, R-ED-4, R-QT-3, ux 9).
 */
export function replaceStep(
  t: Tournament,
  command: CommandOf<'ReplaceStep'>,
  { past, now, mayUndo = () => true }: DecisionInputs,
): Decision {
  if (!past) return noSuchVersion(command.version)
  const steps = stepsInEffect([past, ...past.later])
  if (steps[0] !== past) {
    return refuse('TAKEN_BACK', say('takenBack', { step: command.version }))
  }
  const later = steps.slice(1)
  const before = later.find(({ commit }) => replacedVersion(commit.command) === command.version)
  if (before) return changedSinceRefusal(before, 'That has already been replaced')
  const replacement = replacementOf(t, { ...past, later }, command.by)
  if (isRefusal(replacement)) return replacement
  if (!mayUndo(command.version)) return refuse('NOT_AUTHORIZED')
  return applyReplacement(t, replacement, { ...command, now })
}

function replacedVersion(command: CommitStep['commit']['command']): number | null {
  return command.type === 'ReplaceStep' ? command.version : null
}

function replacementOf(t: Tournament, past: PastStep, by: StepReplacement): ReplacedPlay | Refusal {
  const { command, events } = past.commit
  if (command.type === 'AddScore') return insteadOfPoint(t, past, by)
  if (command.type === 'SetScore') return insteadOfScore(t, past, by)
  if (command.type === 'ForfeitMatch') return insteadOfForfeit(t, past, by)
  const counted = events.find(
    (event): event is Counted => event.type === 'GameCounted' || event.type === 'GameAttached',
  )
  if (counted) return insteadOfGame(t, counted.game, by)
  const start = events.find((event) => event.type === 'MatchStarted')
  return start ? insteadOfStart(t, { ...past, start }, by) : notReplaceable()
}
type Counted = EventOf<'GameCounted' | 'GameAttached'>

/** Corrects a forfeit: the other team's, or nobody's. The team that goes on changes with it. */
function insteadOfForfeit(
  t: Tournament,
  past: PastStep,
  by: StepReplacement,
): ReplacedPlay | Refusal {
  const forfeit = past.commit.events.find((event) => event.type === 'MatchForfeited')
  if (!forfeit) return notReplaceable()
  const match = findMatch(t, forfeit.match)
  if (!match) return noSuchMatch(t, forfeit.match)
  const was = past.after.matches[match.id]
  if (!match.result?.forfeit || match.attempt !== was?.attempt) {
    return refuse('CHANGED_SINCE', say('otherResultSince', { match: matchLabel(match) }))
  }
  if ('nothing' in by) {
    return { matches: [match.id], events: [{ type: 'MatchReopened', v: 1, match: match.id }] }
  }
  if (!('team' in by)) return notReplaceable()
  const loser = teamsOf(t, match).indexOf(by.team)
  if (loser !== 0 && loser !== 1) return notInMatch(t, match, by.team)
  const winner = otherSlot(loser)
  const events: Event[] =
    match.result.winner === winner
      ? []
      : [{ ...forfeit, winner, score: forfeitScore(t, match, winner), at: match.result.at }]
  return { matches: [match.id], events }
}

/** Corrects a typed whole score: swapped sides, other match, or no score. */
function insteadOfScore(
  t: Tournament,
  past: PastStep,
  by: StepReplacement,
): ReplacedPlay | Refusal {
  const { command } = past.commit
  const id = command.type === 'SetScore' ? command.match : 0
  const [before, typed] = [past.before.matches[id], past.after.matches[id]]
  if (!before || !typed) return notReplaceable()
  const match = replaceableMatch(t, id, typed.attempt)
  if (isRefusal(match)) return match
  const laterChange = scoreSetSinceRefusal(past.later, id)
  if (laterChange) return laterChange
  const [had, has] = [score(before), score(typed)]
  if ('swapped' in by) {
    const events = adjusted(match, [has[1] - has[0], has[0] - has[1]])
    return { matches: [id], events }
  }
  const gave: Points = [has[0] - had[0], has[1] - had[1]]
  const taken = adjusted(match, [-gave[0], -gave[1]])
  if ('nothing' in by) return { matches: [id], events: taken }
  if (!('match' in by)) return notReplaceable()
  const right = replaceableMatch(t, by.match)
  if (isRefusal(right)) return right
  if (right.id === id) return { matches: [id], events: [] }
  const first = sameColour(0, typed, right)
  const given = adjusted(right, [gave[first], gave[otherSlot(first)]])
  return { matches: [id, right.id], events: [...taken, ...given] }
}

type Points = [number, number]

function adjusted({ id: match }: Match, by: Points): Event[] {
  return ([0, 1] as const).flatMap((slot): Event[] =>
    by[slot] === 0 ? [] : [{ type: 'ScoreAdjusted', v: 1, match, slot, by: by[slot] }],
  )
}

import type { CommandOf, StepReplacement } from '../../../../events/schema/command.ts'
import type { EventOf } from '../../../../events/schema/event.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { isRefusal, refuse } from '../decision.ts'
import type { DecisionInputs, Decision, PastStep, Refusal } from '../decision.ts'
import { applyReplacement } from './apply-replacement.ts'
import { insteadOfGame } from './replace-game.ts'
import { insteadOfPoint } from './replace-point.ts'
import { insteadOfForfeit, insteadOfScore } from './replace-result.ts'
import { insteadOfStart } from './replace-start.ts'
import { stepsInEffect } from '../commit-dependencies.ts'
import type { CommitStep } from '../commit-dependencies.ts'
import { noSuchVersion } from './undo-cascade.ts'
import { changedSinceRefusal, notReplaceable } from './replace-common.ts'
import type { ReplacedPlay } from './replace-common.ts'

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
    return refuse('TAKEN_BACK', `Step ${command.version} has already been undone.`)
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

import type { CommandOf, Instead } from '../../../../events/schema/command.ts'
import type { EventOf } from '../../../../events/schema/event.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { isRefusal, refuse } from '../decision.ts'
import type { Circumstances, Decision, PastStep, Refusal } from '../decision.ts'
import { applyReplacement } from './apply-replacement.ts'
import { insteadOfGame } from './replace-game.ts'
import { insteadOfPoint } from './replace-point.ts'
import { insteadOfForfeit, insteadOfScore } from './replace-result.ts'
import { insteadOfStart } from './replace-start.ts'
import { standing } from '../commit-dependencies.ts'
import type { Step } from '../commit-dependencies.ts'
import { noSuchVersion } from './undo-cascade.ts'
import { changedBy, notReplaceable } from './replace-common.ts'
import type { ReplacedPlay } from './replace-common.ts'

/**
 * What was done, however long ago, as it was meant: what came after it stands, and so do its times.
 * One commit, so that one undo takes all of it back (R-ED-3, R-ED-4, R-QT-3, ux 9).
 */
export function replaceStep(
  t: Tournament,
  command: CommandOf<'ReplaceStep'>,
  { past, now }: Circumstances,
): Decision {
  if (!past) return noSuchVersion(command.version)
  const steps = standing([past, ...past.later])
  if (steps[0] !== past) {
    return refuse('TAKEN_BACK', `Step ${command.version} has been taken back already.`)
  }
  const later = steps.slice(1)
  const before = later.find(({ commit }) => replaced(commit.command) === command.version)
  if (before) return changedBy(before, 'That has been replaced already')
  const truth = truthOf(t, { ...past, later }, command.by)
  return isRefusal(truth) ? truth : applyReplacement(t, truth, { ...command, now })
}

function replaced(command: Step['commit']['command']): number | null {
  return command.type === 'ReplaceStep' ? command.version : null
}

function truthOf(t: Tournament, past: PastStep, by: Instead): ReplacedPlay | Refusal {
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

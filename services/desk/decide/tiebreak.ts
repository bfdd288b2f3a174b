import { ranking, stageComplete, tiebreaksOf } from '../../../events/bracket.ts'
import type { CommandOf } from '../../../events/command.ts'
import type { Event } from '../../../events/event.ts'
import { StageSettings } from '../../../events/stage.ts'
import type { Stage } from '../../../events/stage.ts'
import type { Tournament } from '../../../events/tournament.ts'
import { resettled } from './correct.ts'
import { isRefusal, refuse } from './decision.ts'
import type { Circumstances, Decision, Refusal } from './decision.ts'
import { layoutOf, noSuchStage, plansOf, seeded } from './plan.ts'
import { unsettled } from './settle.ts'
import { idsShort } from './tournament.ts'

/**
 * Matches for places of a complete stage, as a small stage of their own (rules, section 6). Until
 * they are played those places are nobody's; then their table, or their one winner, gives them.
 */
export function createTiebreaks(
  t: Tournament,
  command: CommandOf<'CreateTiebreaks'>,
  { ids, stageIds: [id = 0] = [], secret }: Circumstances,
): Decision {
  const { from, to } = command
  const stage = t.stages[command.stage]
  if (!stage) return noSuchStage(command.stage)
  if (!stageComplete(t, stage.id)) {
    return refuse('STAGE_OPEN', `${stage.name} is not complete: its places may still change.`)
  }
  const order = ranking(t, stage)
  const same = tiebreaksOf(t, stage, order).find((one) => one.from === from && lastOf(one) === to)
  if (same) return { events: [], answer: { stage: same.stage } }
  const refusal = wrongPlaces(t, stage, { from, to, order })
  if (refusal) return refusal
  const teams = order.slice(from - 1, to)
  const settings = settingsOf(stage, command)
  const small = { ...settings, id, teams, created: false, dice: secret }
  const layout = layoutOf(small)
  if (isRefusal(layout)) return layout
  if (ids.length < layout.length) return idsShort(layout.length)
  const events: Event[] = [
    { type: 'StageCreated', v: 1, stage: id, settings, dice: secret },
    seeded(
      id,
      teams.map((team) => ({ team })),
    ),
    { type: 'TiebreakLinked', v: 1, stage: id, of: stage.id, from },
    { type: 'MatchesCreated', v: 1, stage: id, matches: plansOf(small, layout, ids) },
  ]
  const hanging = unsettled(t, events)
  if (hanging) return hanging
  const done = resettled(t, events)
  return { ...done, answer: { ...done.answer, stage: id } }
}

type Places = { from: number; to: number }

function lastOf({ from, teams }: { from: number; teams: number[] }): number {
  return from + teams.length - 1
}

function wrongPlaces(
  t: Tournament,
  stage: Stage,
  { from, to, order }: Places & { order: number[] },
): Refusal | null {
  if (from >= to) return refuse('PLACES_WRONG', 'Name the first and the last of several places.')
  if (to > order.length) return refuse('PLACES_WRONG', `${stage.name} has no place ${to}.`)
  const rival = tiebreaksOf(t, stage, order).find((one) => one.from <= to && lastOf(one) >= from)
  if (!rival) return null
  const name = t.stages[rival.stage]?.name ?? 'Another stage'
  return refuse('PLACES_TAKEN', `${name} decides some of these places already.`)
}

/** As long as the stage's own matches. Two teams play until one has won, more play each other. */
function settingsOf(stage: Stage, { from, to }: Places): StageSettings {
  const { linkedOrg: _, linkedBracketId: __, ...rules } = stage
  const suffix = ` Tie-break ${from}-${to}`
  return StageSettings.parse({
    ...rules,
    name: `${stage.name.slice(0, 100 - suffix.length)}${suffix}`,
    stageType: to - from > 1 ? 'round_robin' : 'single_elim',
    matchesPerOpponent: 1,
    addTiebreaker: true,
    thirdPlaceMatch: false,
  })
}

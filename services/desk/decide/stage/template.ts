import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import { diceOf } from '#events/rules/dice.ts'
import { templatePlacesProblem } from '#events/schema/parts/stage-settings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { assignCabinets } from '../queue/assign-cabinets.ts'
import { idsShort, isRefusal, refuse } from '../decision.ts'
import type { DecisionInputs, Decision } from '../decision.ts'
import { settingsChanged } from '../tournament.ts'

/**
 * Replaces stages and cabinets by those of a template. It is refused if a stage has matches
 * already, because their planning would be lost.
 */
export function loadTemplate(
  t: Tournament,
  command: CommandOf<'LoadTemplate'>,
  { ids, queueIds, secret }: DecisionInputs,
): Decision {
  const first = Object.values(t.matches)[0]
  if (first) {
    const stage = t.stages[first.stage]
    const detail = `${stage?.name ?? 'A stage'} already has matches. Templates must be loaded first.`
    return refuse('STAGE_HAS_MATCHES', detail, { bracket: first.stage })
  }
  const { stages, cabinets, protestDeadline, rulingSigners } = command
  const problem = templatePlacesProblem(stages)
  if (problem) return refuse('PLACEMENTS_WRONG', problem)
  if (ids.length < stages.length) return idsShort(stages.length)
  const assigned = assignCabinets(t, { type: 'AssignCabinets', cabinets }, { queueIds })
  if (isRefusal(assigned)) return assigned
  const deleted = Object.values(t.stages).map((stage): Event => {
    return { type: 'StageDeleted', v: 1, stage: stage.id }
  })
  const made = ids.slice(0, stages.length)
  const created = stages.map(({ settings }, index): Event => {
    const dice = diceOf(secret, index)
    return { type: 'StageCreated', v: 1, stage: made[index] ?? 0, settings, dice }
  })
  const changed = settingsChanged(t, { protestDeadline, rulingSigners })
  const planned = [...deleted, ...created, ...linked(stages, made), ...placed(stages, made)]
  return { events: [...assigned.events, ...changed, ...planned], answer: { ids: made } }
}

/** Links the stages with the same group number as groups of one set. */
function linked(stages: CommandOf<'LoadTemplate'>['stages'], made: number[]): Event[] {
  const sets = new Map<number, number[]>()
  for (const [index, { group }] of stages.entries()) {
    if (group !== null) sets.set(group, [...(sets.get(group) ?? []), made[index] ?? 0])
  }
  return [...sets.values()].map((all): Event => {
    return { type: 'GroupsLinked', v: 1, set: all[0] ?? 0, stages: all }
  })
}

/** The places exist as soon as the groups have teams; until then the stage is not valid (R-PL-2). */
function placed(stages: CommandOf<'LoadTemplate'>['stages'], made: number[]): Event[] {
  return stages.flatMap(({ places = [] }, index): Event[] => {
    if (places.length === 0) return []
    const seeds = places.map(({ from, place }) => {
      return { placeOf: { stage: made[from] ?? 0, place } }
    })
    return [{ type: 'StagePlaced', v: 1, stage: made[index] ?? 0, seeds }]
  })
}

import { played } from '../../../events/bracket.ts'
import type { CommandOf } from '../../../events/command.ts'
import type { Event, MatchPlan, Slot } from '../../../events/event.ts'
import { layout } from '../../../events/rules/layout.ts'
import type { LayoutMatch, LayoutSlot } from '../../../events/rules/layout.ts'
import type { Stage } from '../../../events/stage.ts'
import type { Tournament } from '../../../events/tournament.ts'
import { accept, refuse } from './decision.ts'
import type { Circumstances, Decision, Refusal } from './decision.ts'
import { idsShort, noSuchTeam } from './tournament.ts'

export function createStage(
  _t: Tournament,
  command: CommandOf<'CreateStage'>,
  { ids, secret }: Circumstances,
): Decision {
  const { settings, numGroups } = command
  if (numGroups > 1 && settings.stageType !== 'round_robin') {
    return refuse('GROUPS_NOT_ALLOWED', 'Only a round robin stage can have several groups.')
  }
  if (ids.length < numGroups) return idsShort(numGroups)
  const made = ids.slice(0, numGroups)
  const events = made.map((stage, index): Event => {
    const letter = String.fromCodePoint(65 + index)
    const name = numGroups === 1 ? settings.name : `${settings.name} Group ${letter}`
    const dice = secret.slice(2) + (index + 16).toString(16)
    return { type: 'StageCreated', v: 1, stage, settings: { ...settings, name }, dice }
  })
  return { events, answer: { ids: made } }
}

export function changeStage(t: Tournament, command: CommandOf<'ChangeStage'>): Decision {
  const stage = t.stages[command.stage]
  if (!stage) return noSuchStage(command.stage)
  const { settings } = command
  const differs = Object.entries(settings).some(
    ([field, value]) => JSON.stringify(stage[field as keyof Stage]) !== JSON.stringify(value),
  )
  if (!differs) return accept()
  const shape = (s: Stage | typeof settings) =>
    JSON.stringify([s.stageType, s.matchesPerOpponent, s.thirdPlaceMatch])
  const reshaped = shape(stage) !== shape(settings)
  if (reshaped && stage.created) {
    const started = startedRefusal(t, stage)
    if (started) return started
    return accept(
      { type: 'MatchesDropped', v: 1, stage: stage.id },
      { type: 'StageChanged', v: 1, stage: stage.id, settings },
    )
  }
  return accept({ type: 'StageChanged', v: 1, stage: stage.id, settings })
}

export function deleteStage(t: Tournament, command: CommandOf<'DeleteStage'>): Decision {
  const stage = t.stages[command.stage]
  if (!stage) return noSuchStage(command.stage)
  const active = own(t, stage).find((match) => match.cabinet !== null)
  if (active) return refuse('MATCH_ACTIVE', `M${active.num} is being played. Stop it first.`)
  return accept({ type: 'StageDeleted', v: 1, stage: stage.id })
}

export function seedStage(t: Tournament, command: CommandOf<'SeedStage'>): Decision {
  const stage = t.stages[command.stage]
  if (!stage) return noSuchStage(command.stage)
  const unknown = command.teams.find((team) => !t.teams[team])
  if (unknown !== undefined) return noSuchTeam(unknown)
  if (new Set(command.teams).size < command.teams.length) {
    return refuse('TEAM_TWICE', 'A team can be in a stage only once.')
  }
  if (JSON.stringify(stage.teams) === JSON.stringify(command.teams)) return accept()
  const seeded = { type: 'StageSeeded', v: 1, stage: stage.id, teams: command.teams } as const
  if (!stage.created) return accept(seeded)
  return (
    startedRefusal(t, stage) ?? accept({ type: 'MatchesDropped', v: 1, stage: stage.id }, seeded)
  )
}

export function createMatches(
  t: Tournament,
  command: CommandOf<'CreateMatches'>,
  { ids }: Circumstances,
): Decision {
  const stage = t.stages[command.stage]
  if (!stage) return noSuchStage(command.stage)
  const { stageType } = stage
  if (stageType === null || stageType === 'custom') {
    return refuse('NOTHING_TO_GENERATE', 'The matches of this stage are made by hand.')
  }
  if (stage.teams.length < 2) {
    return refuse('TOO_FEW_TEAMS', `${stage.name} needs at least two teams.`)
  }
  if (stageType === 'single_elim' && stage.thirdPlaceMatch && stage.teams.length < 4) {
    return refuse('NO_THIRD_PLACE', 'A match for third place needs at least four teams.')
  }
  const started = stage.created ? startedRefusal(t, stage) : null
  if (started) return started
  const plan = layout({ ...stage, stageType }, stage.teams.length)
  if (ids.length < plan.length) return idsShort(plan.length)
  const matches = plan.map((match, index) => planned(match, index, { ids, stage }))
  const dropped: Event[] = stage.created ? [{ type: 'MatchesDropped', v: 1, stage: stage.id }] : []
  return {
    events: [...dropped, { type: 'MatchesCreated', v: 1, stage: stage.id, matches }],
    answer: { ids: ids.slice(0, plan.length) },
  }
}

/** From the layout's own numbering to ids and teams. */
function planned(
  match: LayoutMatch,
  index: number,
  { ids, stage }: { ids: number[]; stage: Stage },
): MatchPlan {
  const id = (at: number) => ids[at] ?? 0
  const slot = (from: LayoutSlot): Slot => {
    if ('seed' in from) return { team: stage.teams[from.seed - 1] ?? 0 }
    return 'winnerOf' in from ? { winnerOf: id(from.winnerOf) } : { loserOf: id(from.loserOf) }
  }
  const target = (to: LayoutMatch['winnerTo']) =>
    to ? { match: id(to.match), slot: to.slot } : null
  const { num, type, roundNum, roundName, slots, winnerPlace, loserPlace, ifNeeded } = match
  return {
    match: id(index),
    num,
    type,
    roundNum,
    roundName,
    slots: [slot(slots[0]), slot(slots[1])],
    winnerTo: target(match.winnerTo),
    loserTo: target(match.loserTo),
    winnerPlace,
    loserPlace,
    ifNeeded,
    isFlipped: false,
  }
}

function own(t: Tournament, stage: Stage) {
  return Object.values(t.matches).filter((match) => match.stage === stage.id)
}

function startedRefusal(t: Tournament, stage: Stage): Refusal | null {
  const first = own(t, stage).find(played)
  if (!first) return null
  return refuse('STAGE_STARTED', `${stage.name} has started: M${first.num} has been played.`)
}

function noSuchStage(stage: number): Decision {
  return refuse('NO_SUCH_STAGE', `Stage ${stage} is not in this tournament.`)
}

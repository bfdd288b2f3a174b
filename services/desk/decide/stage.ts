import { seedsOf } from '../../../events/bracket.ts'
import type { CommandOf } from '../../../events/command.ts'
import type { Event } from '../../../events/event.ts'
import type { Stage } from '../../../events/stage.ts'
import type { Tournament } from '../../../events/tournament.ts'
import { accept, isRefusal, refuse } from './decision.ts'
import type { Circumstances, Decision } from './decision.ts'
import {
  beingPlayed,
  isByHand,
  layoutOf,
  matchesIn,
  noSuchStage,
  plansOf,
  playedIn,
  seeded,
  startedRefusal,
} from './plan.ts'
import { reseed } from './reseed.ts'
import { unsettled } from './settle.ts'
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
  const [set = 0] = made
  if (numGroups > 1) events.push({ type: 'GroupsLinked', v: 1, set, stages: made })
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
    const started = startedRefusal(t, stage, playedIn(t, stage))
    if (started) return started
    return accept(
      { type: 'MatchesDropped', v: 1, stage: stage.id },
      { type: 'StageChanged', v: 1, stage: stage.id, settings },
    )
  }
  const changed: Event = { type: 'StageChanged', v: 1, stage: stage.id, settings }
  return unsettled(t, [changed]) ?? accept(changed)
}

export function deleteStage(t: Tournament, command: CommandOf<'DeleteStage'>): Decision {
  const stage = t.stages[command.stage]
  if (!stage) return noSuchStage(command.stage)
  const active = beingPlayed(matchesIn(t, stage))
  if (active) return active
  const deleted: Event = { type: 'StageDeleted', v: 1, stage: stage.id }
  return unsettled(t, [deleted], stage.id) ?? accept(deleted)
}

export function seedStage(
  t: Tournament,
  command: CommandOf<'SeedStage'>,
  { ids }: Circumstances,
): Decision {
  const stage = t.stages[command.stage]
  if (!stage) return noSuchStage(command.stage)
  const unknown = command.teams.find((team) => !t.teams[team])
  if (unknown !== undefined) return noSuchTeam(unknown)
  if (new Set(command.teams).size < command.teams.length) {
    return refuse('TEAM_TWICE', 'A team can be in a stage only once.')
  }
  const seeds = command.teams.map((team) => ({ team }))
  if (JSON.stringify(seedsOf(stage)) === JSON.stringify(seeds)) return accept()
  const generated = stage.created && !isByHand(stage)
  if (generated && playedIn(t, stage).length > 0) {
    return reseed(t, stage, { seeds, ids, confirm: command.confirm })
  }
  const dropped: Event[] = generated ? [{ type: 'MatchesDropped', v: 1, stage: stage.id }] : []
  const events = [...dropped, seeded(stage.id, seeds)]
  return unsettled(t, events, stage.id) ?? accept(...events)
}

export function createMatches(
  t: Tournament,
  command: CommandOf<'CreateMatches'>,
  { ids }: Circumstances,
): Decision {
  const stage = t.stages[command.stage]
  if (!stage) return noSuchStage(command.stage)
  const layout = layoutOf(stage)
  if (isRefusal(layout)) return layout
  if (playedIn(t, stage).length > 0) {
    return reseed(t, stage, { seeds: seedsOf(stage), ids, confirm: command.confirm })
  }
  if (ids.length < layout.length) return idsShort(layout.length)
  const matches = plansOf(stage, layout, ids)
  const dropped: Event[] = stage.created ? [{ type: 'MatchesDropped', v: 1, stage: stage.id }] : []
  return {
    events: [...dropped, { type: 'MatchesCreated', v: 1, stage: stage.id, matches }],
    answer: { ids: ids.slice(0, layout.length) },
  }
}

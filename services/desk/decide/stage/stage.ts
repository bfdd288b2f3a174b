import { matchLabel, seedsOf } from '#events/bracket/bracket.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Event, EventOf } from '#events/schema/event.ts'
import type { Match } from '#events/state/match.ts'
import { diceOf } from '#events/rules/dice.ts'
import { lengthOf } from '#events/rules/match-length.ts'
import { groupStageName } from '#events/rules/stage-settings.ts'
import { hasSetting, isByHand, typesThat } from '#events/rules/stage-types/stage-types.ts'
import { StageSettings, withDefaults } from '#events/schema/parts/stage-settings.ts'
import type { Stage } from '#events/schema/parts/stage-settings.ts'
import { evolve } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { isLinked } from '#events/state/external-bracket.ts'
import { accept, idsShort, isRefusal, refuse } from '../decision.ts'
import type { DecisionInputs, Decision, Refusal } from '../decision.ts'
import { noSuchTeam, ofStage } from '../lookups.ts'
import {
  activeMatchRefusal,
  layoutOf,
  matchesIn,
  otherGroupRefusal,
  plansOf,
  playedIn,
  recordedIn,
  seedEvent,
  startedRefusal,
  startedText,
  tiebreakTeamsRefusal,
  withSeeds,
} from '../layout-plan.ts'
import { queuedRefusal } from './queued-matches.ts'
import { matchSummary } from '../match-summary.ts'
import { reseed } from './reseed.ts'
import { placementRefusal } from '../slot-validity.ts'

export function createStage(
  _t: Tournament,
  command: CommandOf<'CreateStage'>,
  { ids, secret }: DecisionInputs,
): Decision {
  const { settings, numGroups } = command
  if (numGroups > 1 && !hasSetting(settings, 'numGroups')) {
    const types = typesThat(({ settings: own }) => own.includes('numGroups'))
    return refuse('GROUPS_NOT_ALLOWED', `Only ${types} stage can have several groups.`)
  }
  if (ids.length < numGroups) return idsShort(numGroups)
  const stages = ids.slice(0, numGroups)
  const events = stages.map((stage, index): Event => {
    const name = numGroups === 1 ? settings.name : groupStageName(settings.name, index)
    const dice = diceOf(secret, index)
    return { type: 'StageCreated', v: 1, stage, settings: { ...settings, name }, dice }
  })
  const [set = 0] = stages
  if (numGroups > 1) events.push({ type: 'GroupsLinked', v: 1, set, stages })
  return { events, answer: { ids: stages } }
}

export const changeStage = ofStage<'ChangeStage'>((t, stage, command, { ids }) => {
  const { confirm } = command
  const settings = StageSettings.parse({ ...stage, ...command.settings })
  const next: Stage = { ...stage, ...settings }
  const was: Partial<Record<string, unknown>> = withDefaults(stage)
  const differs = Object.entries(withDefaults(next)).some(
    ([field, value]) => JSON.stringify(was[field]) !== JSON.stringify(value),
  )
  if (!differs) return accept()
  const changed = { type: 'StageChanged', v: 1, stage: stage.id, settings } as const
  const isRelinked = relinked(stage, settings)
  if (stage.created && (isRelinked || shapeOf(stage) !== shapeOf(next))) {
    const isExternal = isRelinked || isLinked(t, stage)
    const isReplaced = isExternal || next.stageType !== stage.stageType
    if (isReplaced && playedIn(t, stage).length > 0)
      return fixedRefusal(t, stage, isExternal ? 'Its bracket on Challonge' : 'Its type')
    const recorded = recordedIn(t, stage)
    const isRemade = recorded.length === 0 && !isExternal && !isRefusal(layoutOf(next))
    if (isRemade || (recorded.length > 0 && !isReplaced)) {
      return relaidOut(t, changed, { ids, confirm })
    }
    const lost = confirm ? null : (startedRefusal(t, stage, recorded) ?? queuedRefusal(t, stage))
    return lost ?? accept({ type: 'MatchesDropped', v: 1, stage: stage.id }, changed)
  }
  const refusal = confirm ? null : playedToOthers(t, stage, next)
  return refusal ?? placementRefusal(t, [changed]) ?? accept(changed)
})

/** Lists no matches, because a confirmation would not help. */
function fixedRefusal(t: Tournament, stage: Stage, what: string): Refusal {
  const detail = `${startedText(stage, playedIn(t, stage))} ${what} can no longer change; make another stage instead.`
  return refuse('STAGE_STARTED', detail)
}

/** A stage whose settings give other matches keeps results and places in queues as with other seeds. */
function relaidOut(
  t: Tournament,
  changed: EventOf<'StageChanged'>,
  { ids, confirm }: { ids: number[]; confirm: boolean | undefined },
): Decision {
  const after = evolve(t, changed)
  const [stage, next] = [t.stages[changed.stage], after.stages[changed.stage]]
  if (!stage || !next) return accept(changed)
  const decision = reseed(after, next, { seeds: seedsOf(next), ids, confirm })
  if (isRefusal(decision)) return decision
  const refusal = confirm ? null : playedToOthers(t, stage, next)
  const events = [changed, ...decision.events]
  return refusal ?? placementRefusal(t, events, next.id) ?? { ...decision, events }
}

/** A key of the layout: different settings may give the same matches. */
function shapeOf(stage: Stage): string {
  const layout = layoutOf(stage)
  return JSON.stringify(isRefusal(layout) ? layout.refused : layout)
}

/**
 * Refuses to change the match length under played matches without a confirmation (R-GM-1, R-GM-2).
 */
function playedToOthers(t: Tournament, stage: Stage, next: Stage): Refusal | null {
  const rules = (of: Stage, match: Match) => JSON.stringify(lengthOf(of, match))
  const hit = playedIn(t, stage).filter((match) => rules(stage, match) !== rules(next, match))
  const [first] = hit
  if (!first) return null
  const detail = `${stage.name} has started: ${matchLabel(first)} was played under other rules.`
  const matches = hit.map((match) => matchSummary(t, match))
  return refuse('STAGE_STARTED', detail, { matches, areKept: true })
}

/** Whether the link to an external bracket changes, which replaces all matches. */
function relinked(stage: Stage, { linkedOrg, linkedBracketId }: StageSettings): boolean {
  const isOther = (was?: string | null, is?: string | null) =>
    is !== undefined && (is || null) !== (was || null)
  return isOther(stage.linkedBracketId, linkedBracketId) || isOther(stage.linkedOrg, linkedOrg)
}

export const deleteStage = ofStage<'DeleteStage'>((t, stage, { confirm }) => {
  const active = activeMatchRefusal(t, matchesIn(t, stage), stage.id)
  if (active) return active
  const deleted: Event = { type: 'StageDeleted', v: 1, stage: stage.id }
  const lost = confirm ? null : startedRefusal(t, stage, recordedIn(t, stage))
  return placementRefusal(t, [deleted], stage.id) ?? lost ?? accept(deleted)
})

export const seedStage = ofStage<'SeedStage'>((t, stage, command, { ids }) => {
  const unknown = command.teams.find((team) => !t.teams[team])
  if (unknown !== undefined) return noSuchTeam(unknown)
  if (new Set(command.teams).size < command.teams.length) {
    return refuse('TEAM_TWICE', 'A team can be in a stage only once.')
  }
  const seeds = command.teams.map((team) => ({ team }))
  if (JSON.stringify(seedsOf(stage)) === JSON.stringify(seeds)) return accept()
  const fixed = tiebreakTeamsRefusal(t, stage, seeds)
  if (fixed) return fixed
  const generated = stage.created && !isByHand(stage)
  const isRemade = generated && !isRefusal(layoutOf(withSeeds(stage, seeds)))
  if (isRemade || (generated && recordedIn(t, stage).length > 0)) {
    const other = otherGroupRefusal(t, stage, seeds)
    return other ?? reseed(t, stage, { seeds, ids, confirm: command.confirm })
  }
  const lost = generated && !command.confirm ? queuedRefusal(t, stage) : null
  if (lost) return lost
  const dropped: Event[] = generated ? [{ type: 'MatchesDropped', v: 1, stage: stage.id }] : []
  const events = [...dropped, seedEvent(stage.id, seeds)]
  return placementRefusal(t, events, stage.id) ?? accept(...events)
})

export const createMatches = ofStage<'CreateMatches'>((t, stage, command, { ids }) => {
  const layout = layoutOf(stage)
  if (isRefusal(layout)) return layout
  const refusal = otherGroupRefusal(t, stage)
  if (refusal) return refusal
  if (stage.created) {
    return reseed(t, stage, { seeds: seedsOf(stage), ids, confirm: command.confirm })
  }
  if (ids.length < layout.length) return idsShort(layout.length)
  const matches = plansOf(stage, layout, ids)
  // New matches are for all teams, also for those that left before the last match was removed.
  const dropped: Event[] = stage.withdrawn?.length
    ? [{ type: 'MatchesDropped', v: 1, stage: stage.id }]
    : []
  return {
    events: [...dropped, { type: 'MatchesCreated', v: 1, stage: stage.id, matches }],
    answer: { ids: ids.slice(0, layout.length) },
  }
})

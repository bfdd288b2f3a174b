import { say } from '#events/messages/message.ts'
import { matchLabel, matchLabelIn, wasPlayed, seedsOf, teamsOf } from '#events/bracket/bracket.ts'
import type { Event } from '#events/schema/event.ts'
import type { Slot } from '#events/schema/parts/shapes.ts'
import { matchFromPlan, sourceMatch } from '#events/state/match.ts'
import { maxMatches } from '#events/rules/stage-settings.ts'
import { isByHand } from '#events/rules/stage-types/stage-types.ts'
import type { Stage } from '#events/schema/parts/stage-settings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept, idsShort, refuse } from '../decision.ts'
import type { Refusal } from '../decision.ts'
import { againstItself, findMatch, noSuchMatch, noSuchTeam, ofMatch, ofStage } from '../lookups.ts'
import { noAdvancement, removalEvent } from './late-teams.ts'
import { hasRecord, lastNum, matchesIn, seedEvent, tooManyMatches } from '../layout-plan.ts'
import { placementRefusal } from '../slot-validity.ts'

/** Adds a match by hand, of teams or of winners or losers of other matches (R-CU-1). */
export const addMatch = ofStage<'AddMatch'>((t, stage, command, { ids }) => {
  if (!isByHand(stage)) return generated(stage)
  const { blue, gold, roundName } = command
  const refusal = unfit(t, stage, blue) ?? unfit(t, stage, gold)
  if (refusal) return refusal
  if (!('open' in blue) && JSON.stringify(blue) === JSON.stringify(gold)) {
    return refuse('TEAM_TWICE')
  }
  const count = matchesIn(t, stage).length + 1
  if (count > maxMatches) return tooManyMatches(stage, count)
  const [match] = ids
  if (match === undefined) return idsShort(1)
  const num = lastNum(t, stage) + 1
  const plan = {
    ...noAdvancement,
    match,
    num,
    roundNum: null,
    roundName,
    slots: [blue, gold] as [Slot, Slot],
  }
  const [one, two] = teamsOf(t, matchFromPlan(stage.id, plan))
  if (one !== null && one === two) return againstItself(t, 'this match', one)
  const events: Event[] = [
    ...joined(stage, [blue, gold]),
    { type: 'MatchesCreated', v: 1, stage: stage.id, matches: [plan] },
  ]
  return placementRefusal(t, events, stage.id) ?? { events, answer: { ids: [match] } }
})

/** Refuses an invalid slot. Slots refer only to older matches, so no cycle is possible. */
function unfit(t: Tournament, stage: Stage, slot: Slot): Refusal | null {
  if ('team' in slot) return t.teams[slot.team] ? null : noSuchTeam(slot.team)
  const wins = 'winnerOf' in slot
  const id = sourceMatch(slot)
  if (id === null) return null
  const source = findMatch(t, id)
  if (!source) return noSuchMatch(t, id)
  if (source.stage !== stage.id) {
    const detail = `${matchLabelIn(t, source, stage.id)} is not in ${stage.name}.`
    return refuse('NO_SUCH_MATCH', detail)
  }
  if (source.result?.winner === null && !source.result.forfeit) {
    return refuse('NO_WINNER', say('endedLevel', { match: matchLabel(source) }))
  }
  const taken = wins ? source.winnerTo : source.loserTo
  const next = taken ? t.matches[taken.match] : undefined
  if (!next) return null
  const who = wins ? 'winner' : 'loser'
  return refuse(
    'WAY_TAKEN',
    `The ${who} of ${matchLabel(source)} already goes to ${matchLabel(next)}.`,
  )
}

/** Adds the teams of a match to the stage, so that the table shows them. */
function joined(stage: Stage, slots: Slot[]): Event[] {
  const seeds = seedsOf(stage)
  const teams = slots.flatMap((slot) => ('team' in slot ? [slot.team] : []))
  const fresh = teams.filter((team) => !seeds.some((seed) => 'team' in seed && seed.team === team))
  if (fresh.length === 0) return []
  return [seedEvent(stage.id, [...seeds, ...fresh.map((team) => ({ team }))])]
}

export const removeMatch = ofMatch<'RemoveMatch'>((t, match) => {
  const stage = t.stages[match.stage]
  if (!stage) return noSuchMatch(t, match.id)
  if (!isByHand(stage)) return generated(stage)
  if (wasPlayed(match))
    return refuse('MATCH_STARTED', say('alreadyStarted', { match: matchLabel(match) }))
  if (hasRecord(match)) {
    const detail = `${matchLabel(match)} was played before its replay, and that stays readable.`
    return refuse('MATCH_STARTED', detail)
  }
  const waiting = Object.values(t.matches).find((next) =>
    next.slots.some((slot) => sourceMatch(slot) === match.id),
  )
  if (waiting)
    return refuse(
      'MATCH_AWAITED',
      say('waitsFor', { match: matchLabel(waiting), other: matchLabel(match) }),
    )
  const events = [removalEvent(stage, [match])]
  return placementRefusal(t, events, stage.id) ?? accept(...events)
})

function generated(stage: Stage): Refusal {
  return refuse(
    'STAGE_GENERATED',
    `The matches of ${stage.name} are created from its seeds, not by hand.`,
  )
}

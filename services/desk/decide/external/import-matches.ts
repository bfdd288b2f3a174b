import { idsShort } from '../decision.ts'
import { wasPlayed, teamsOf } from '#events/bracket/bracket.ts'
import type { Event } from '#events/schema/event.ts'
import type { MatchPlan, Slot, SlotIndex } from '#events/schema/parts/shapes.ts'
import { isLinked, linkOf, reportOf } from '#events/state/external-bracket.ts'
import { leadingSlot, score } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import { ExternalMatch } from '#events/schema/nouns/external-bracket.ts'
import type { ImportedMatch } from '#events/schema/nouns/external-bracket.ts'
import type { Stage } from '#events/schema/parts/stage-settings.ts'
import { evolve } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { withUnqueued } from '../match/correct.ts'
import { ofStage } from '../lookups.ts'
import { noAdvancement, removalEvent } from '../stage/late-teams.ts'
import { notLinked } from './external-bracket.ts'
import { hasRecord, lastNum, matchesIn } from '../layout-plan.ts'
import { placementRefusal } from '../slot-validity.ts'
import type { StageId, TeamId } from '#events/ids.ts'

type Slots = [TeamId | null, TeamId | null]

/**
 * Imports the current matches of an external bracket (R-CL-2, R-CL-5). Results entered there are
 * taken if nothing was played here; what was played here is never overwritten.
 */
export const importMatches = ofStage<'ImportMatches'>((t, stage, command, { ids, now }) => {
  if (!isLinked(t, stage)) return notLinked(stage)
  const here = matchesHere(t, stage)
  const fresh = command.matches.filter((one) => !here.has(one.id)).toSorted(inPlayOrder)
  if (ids.length < fresh.length) return idsShort(fresh.length)
  const events: Event[] = []
  let after = t
  const apply = (...more: Event[]) => {
    events.push(...more)
    after = more.reduce(evolve, after)
  }
  apply(...gone(t, stage, command.matches))
  apply(...made(after, stage, { fresh, ids }))
  apply(...linked(after, stage, command.matches))
  const known = matchesHere(after, stage)
  for (const outside of command.matches) {
    const match = known.get(outside.id)
    if (!match) continue
    apply(...takenBack(after, match, outside))
    apply(...filled(after, after.matches[match.id] ?? match, outside))
    apply(...result(after, after.matches[match.id] ?? match, { outside, now }))
  }
  // A match that lost a team leaves its queue.
  return placementRefusal(t, events, stage.id) ?? withUnqueued(t, events)
})

/** The existing matches by external id. */
function matchesHere(t: Tournament, stage: Stage): Map<string, Match> {
  const found = matchesIn(t, stage).map((match) => [linkOf(t, match)?.id ?? '', match] as const)
  return new Map(found.filter(([id]) => id !== ''))
}

function inPlayOrder(a: ImportedMatch, b: ImportedMatch): number {
  const byOrder = (a.playOrder ?? Infinity) - (b.playOrder ?? Infinity)
  if (byOrder) return byOrder
  return a.identifier.length - b.identifier.length || (a.identifier < b.identifier ? -1 : 1)
}

/** Removes matches that no longer exist there, unless they were played here, also before a replay. */
function gone(t: Tournament, stage: Stage, all: ImportedMatch[]): Event[] {
  const left = new Set(all.map((one) => one.id))
  const removed = matchesIn(t, stage).filter((match) => {
    const id = linkOf(t, match)?.id
    return (id === undefined || !left.has(id)) && !hasRecord(match)
  })
  return removed.length === 0 ? [] : [removalEvent(stage, removed)]
}

function made(
  t: Tournament,
  stage: Stage,
  { fresh, ids }: { fresh: ImportedMatch[]; ids: number[] },
): Event[] {
  if (fresh.length === 0) return []
  const last = lastNum(t, stage)
  const matches = fresh.map((outside, index): MatchPlan => {
    const [one, two] = teamsThere(t, stage.id, outside)
    const { roundNum, roundName } = outside
    const place = { match: ids[index] ?? 0, num: last + index + 1, roundNum, roundName }
    return { ...noAdvancement, ...place, slots: [slot(one), slot(two)] }
  })
  const outside = fresh.map((one, index) => {
    return { ...ExternalMatch.parse(one), match: ids[index] ?? 0 }
  })
  return [
    { type: 'MatchesCreated', v: 1, stage: stage.id, matches },
    { type: 'MatchesLinked', v: 1, stage: stage.id, matches: outside },
  ]
}

function slot(team: TeamId | null): Slot {
  return team === null ? { open: true } : { team }
}

function teamsThere(t: Tournament, stage: StageId, { players }: ImportedMatch): Slots {
  const known = t.links[stage]?.teams ?? {}
  const teamOf = (player: string | null) => {
    const team = player === null ? undefined : known[player]
    return team !== undefined && t.teams[team] ? team : null
  }
  return [teamOf(players[0]), teamOf(players[1])]
}

/** Updates the links whose external data has changed. */
function linked(t: Tournament, stage: Stage, all: ImportedMatch[]): Event[] {
  const here = matchesHere(t, stage)
  const changed = all.flatMap((one) => {
    const match = here.get(one.id)
    const now = ExternalMatch.parse(one)
    const was = match && ExternalMatch.parse(linkOf(t, match))
    if (!match || JSON.stringify(was) === JSON.stringify(now)) return []
    return [{ ...now, match: match.id }]
  })
  if (changed.length === 0) return []
  return [{ type: 'MatchesLinked', v: 1, stage: stage.id, matches: changed }]
}

/** Whether the result of the match was imported and not changed since. */
function isTheirs(t: Tournament, match: Match): boolean {
  const noted = linkOf(t, match)?.noted
  return Boolean(noted?.theirs) && match.result !== null && reportOf(t, match)?.key === noted?.key
}

/** Reopens a match whose imported result has changed or disappeared at the external bracket. */
function takenBack(t: Tournament, match: Match, outside: ImportedMatch): Event[] {
  const { result } = match
  if (!result || !isTheirs(t, match)) return []
  const [one, two] = outside.score ?? [0, 0]
  const teams = teamsThere(t, match.stage, outside)
  const isSame =
    outside.state === 'complete' &&
    result.winner === outside.winner &&
    (result.forfeit || (result.score[0] === one && result.score[1] === two)) &&
    teamsOf(t, match).every((team, index) => team === teams[index])
  if (isSame) return []
  const report = { type: 'ReportNoted', v: 1, stage: match.stage, match: match.id } as const
  return [
    { type: 'MatchReopened', v: 1, match: match.id },
    ...adjusted(match, [0, 0]),
    { ...report, key: '', status: 'sent', reason: null, told: null },
  ]
}

function adjusted(match: Match, to: [number, number]): Event[] {
  const now = score(match)
  return ([0, 1] as const).flatMap((slot: SlotIndex): Event[] => {
    const by = to[slot] - now[slot]
    return by === 0 ? [] : [{ type: 'ScoreAdjusted', v: 1, match: match.id, slot, by }]
  })
}

/** Fills or clears slots by the external teams. */
function filled(t: Tournament, match: Match, outside: ImportedMatch): Event[] {
  if (wasPlayed(match)) return []
  const was = teamsOf(t, match)
  const is = teamsThere(t, match.stage, outside)
  return ([0, 1] as const).flatMap((slot: SlotIndex): Event[] => {
    if (was[slot] === is[slot]) return []
    return [{ type: 'SlotFilled', v: 1, match: match.id, slot, team: is[slot] }]
  })
}

function result(
  t: Tournament,
  match: Match,
  { outside, now }: { outside: ImportedMatch; now: string },
): Event[] {
  const { winner, state } = outside
  const isOver = state === 'complete' && (winner !== null || outside.drawAllowed)
  // A result that Waggle itself reported is not imported, e.g. after the match was reopened here.
  const isOurs = linkOf(t, match)?.told !== null
  if (!isOver || isOurs || wasPlayed(match) || teamsOf(t, match).includes(null)) return []
  const points = outside.score ?? [0, 0]
  const ended: Event[] =
    leadingSlot(points) === winner
      ? [
          ...adjusted(match, points),
          { type: 'MatchCompleted', v: 1, match: match.id, winner, score: points, at: now },
        ]
      : // The score does not show the winner, so it was a forfeit.
        [{ type: 'MatchForfeited', v: 1, match: match.id, winner, score: points, at: now }]
  const after = ended.reduce(evolve, t)
  const complete = after.matches[match.id]
  const key = complete ? (reportOf(after, complete)?.key ?? '') : ''
  const report = { type: 'ReportNoted', v: 1, stage: match.stage, match: match.id } as const
  return [
    ...ended,
    { ...report, key, status: 'sent', reason: null, told: { winner }, theirs: true },
  ]
}

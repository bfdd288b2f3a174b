import { seedsOf, seedTeams, teamsIn, teamsOf } from '#events/bracket/bracket.ts'
import type { Event } from '#events/schema/event.ts'
import type { MatchPlan } from '#events/schema/parts/shapes.ts'
import type { Match } from '#events/state/match.ts'
import { maxMatches } from '#events/rules/stage-settings.ts'
import { isByHand, typeOf, typesThat } from '#events/rules/stage-types/stage-types.ts'
import type { Seed, Stage } from '#events/schema/parts/stage-settings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept, idsShort, isRefusal, refuse } from '../decision.ts'
import type { DecisionInputs, Decision, Refusal } from '../decision.ts'
import { noSuchTeam, ofStage } from '../lookups.ts'
import { withForfeits } from '../match/withdrawals.ts'
import { reseed } from './reseed.ts'
import {
  activeMatchRefusal,
  hasRecord,
  lastNum,
  matchesIn,
  otherGroupRefusal,
  playedIn,
  seedEvent,
  seedEvents,
  tiebreakTeamsRefusal,
  tooManyMatches,
  tooManyTeams,
} from '../layout-plan.ts'
import { placementRefusal } from '../slot-validity.ts'
import type { TeamId } from '#events/ids.ts'

/** Adds a late team. Before any result the matches are recreated, later only added (R-RR-5). */
export const addLateTeam = ofStage<'AddLateTeam'>((t, stage, command, { ids }) => {
  if (!t.teams[command.team]) return noSuchTeam(command.team)
  if (stage.withdrawn?.includes(command.team)) return hasLeft(t, stage, command.team)
  if (teamsIn(t, stage).includes(command.team)) return accept()
  const late: Seed = { team: command.team }
  const seeds = [...opponentsIn(t, stage), late]
  const refusal = otherGroupRefusal(t, stage, [late]) ?? tiebreakTeamsRefusal(t, stage, seeds)
  if (refusal) return refusal
  const tooMany = tooManyTeams(stage, seeds.length)
  if (tooMany) return tooMany
  const isStarted = !isByHand(stage) && playedIn(t, stage).length > 0
  const isAgain = !isByHand(stage) && !isStarted && stage.created
  if (isAgain) return reseed(t, stage, { seeds, ids })
  const events = isStarted ? appended(t, stage, late, ids) : seedEvents(t, stage, seeds)
  if (isRefusal(events)) return events
  return placementRefusal(t, events, stage.id) ?? accept(...events)
})

/** Adds a round for each opponent, in which the late team plays that opponent. */
function appended(t: Tournament, stage: Stage, late: Seed, ids: number[]): Event[] | Refusal {
  if (typeOf(stage).pairing !== 'everybody') {
    const types = typesThat(({ pairing }) => pairing === 'everybody')
    const detail = `${stage.name} has started: only ${types} takes a late team.`
    return refuse('STAGE_STARTED', detail)
  }
  const opponents = opponentsIn(t, stage)
  const own = matchesIn(t, stage)
  const needed = opponents.length * stage.matchesPerOpponent
  if (own.length + needed > maxMatches) return tooManyMatches(stage, own.length + needed)
  if (ids.length < needed) return idsShort(needed)
  const last = lastNum(t, stage)
  const lastRound = Math.max(0, ...own.map((match) => match.roundNum ?? 0))
  const matches = Array.from({ length: needed }, (_, index): MatchPlan => {
    const opponent = opponents[index % opponents.length] ?? { open: true as const }
    const roundNum = lastRound + index + 1
    return {
      ...noAdvancement,
      match: ids[index] ?? 0,
      num: last + index + 1,
      roundNum,
      roundName: `Round ${roundNum}`,
      // Alternately on blue and gold, also against the same opponent (R-RR-3).
      slots: isEven(index + cycleOf(index, opponents.length)) ? [late, opponent] : [opponent, late],
    }
  })
  return [
    seedEvent(stage.id, [...seedsOf(stage), late]),
    { type: 'MatchesCreated', v: 1, stage: stage.id, matches },
  ]
}

/** Withdrawn teams are no opponents (R-RR-5). */
function opponentsIn(t: Tournament, stage: Stage): Seed[] {
  return seedsWithout(t, stage, stage.withdrawn ?? [])
}

function hasLeft(t: Tournament, stage: Stage, team: TeamId): Refusal {
  const name = t.teams[team]?.name ?? 'The team'
  const detail = `${name} have left ${stage.name}. Undo that to bring them back.`
  return refuse('TEAM_WITHDRAWN', detail)
}

/** With an even number of opponents every second cycle starts on the other side. */
function cycleOf(index: number, length: number): number {
  return isEven(length) ? Math.floor(index / length) : 0
}

function isEven(n: number): boolean {
  return n % 2 === 0
}

/** The fields of a match that neither leads to another match nor decides a place. */
export const noAdvancement = {
  type: null,
  winnerTo: null,
  loserTo: null,
  winnerPlace: null,
  loserPlace: null,
  ifNeeded: false,
  isFlipped: false,
}

/** Withdraws a team; the organiser chooses what happens to its matches (R-RR-5). */
export const withdrawTeam = ofStage<'WithdrawTeam'>((t, stage, { team, how }, inputs) => {
  const name = t.teams[team]?.name
  if (!name) return noSuchTeam(team)
  const own = matchesIn(t, stage).filter((match) => teamsOf(t, match).includes(team))
  // An official may have set a team without a seed for a match.
  if (own.length === 0 && !teamsIn(t, stage).includes(team)) {
    return refuse('TEAM_NOT_IN_STAGE', `${name} are not in ${stage.name}.`)
  }
  const active = activeMatchRefusal(t, own, stage.id)
  if (active) return active
  const seeds = seedsWithout(t, stage, [team])
  if (!stage.created) {
    const refusal = tiebreakTeamsRefusal(t, stage, seeds)
    if (refusal) return refusal
    const left = [seedEvent(stage.id, seeds)]
    return placementRefusal(t, left, stage.id) ?? accept(...left)
  }
  if (how === 'forfeit') {
    return forfeitAll(t, stage, { team, inputs, events: left(stage, team) })
  }
  if (typeOf(stage).pairing !== 'everybody') {
    return refuse(
      'FORFEIT_ONLY',
      `In ${stage.name} other matches depend on these: ${name} can only forfeit.`,
    )
  }
  const isVoid = how === 'void'
  const fixed = isVoid ? tiebreakTeamsRefusal(t, stage, seeds) : null
  if (fixed) return fixed
  // A match that was begun keeps its games and attempts, and is forfeited.
  const gone = isVoid ? own : own.filter((match) => !hasRecord(match))
  const events = isVoid ? unseeded(t, stage, seeds) : left(stage, team)
  if (gone.length > 0) events.push(removalEvent(stage, gone))
  if (!isVoid) return forfeitAll(t, stage, { team, inputs, events })
  return placementRefusal(t, events, stage.id) ?? accept(...events)
})

/**
 * Forfeits its open matches against known opponents, after its withdrawal by `first`; later ones
 * follow automatically.
 */
function forfeitAll(
  t: Tournament,
  stage: Stage,
  { team, inputs, events: first }: { team: TeamId; inputs: DecisionInputs; events: Event[] },
): Decision {
  const next = (now: Tournament) =>
    matchesIn(now, stage).find((match) => {
      const teams = teamsOf(now, match)
      return !match.result && teams.includes(team) && !teams.includes(null)
    })
  const events = withForfeits(t, first, { next, inputs })
  if (isRefusal(events)) return events
  return placementRefusal(t, events, stage.id) ?? accept(...events)
}

/** A team that an official set for a match has no seed to lose. */
function unseeded(t: Tournament, stage: Stage, seeds: Seed[]): Event[] {
  return seeds.length === seedsOf(stage).length ? [] : seedEvents(t, stage, seeds)
}

function left(stage: Stage, team: TeamId): Event[] {
  if (stage.withdrawn?.includes(team)) return []
  return [{ type: 'TeamWithdrawn', v: 1, stage: stage.id, team }]
}

function seedsWithout(t: Tournament, stage: Stage, gone: TeamId[]): Seed[] {
  const teams = seedTeams(t, stage)
  return seedsOf(stage).filter((_, index) => !gone.includes(teams[index] ?? 0))
}

export function removalEvent(stage: Stage, matches: Match[]): Event {
  const ids = matches.map((match) => match.id)
  return { type: 'MatchesRemoved', v: 1, stage: stage.id, matches: ids }
}

import type { EventOf, MatchPlan } from '../schema/event.ts'
import type { MatchId, StageId } from '../ids.ts'
import { planned, waitsFor } from './match.ts'
import type { Match } from './match.ts'
import { withoutMatch } from './queue.ts'
import type { Stage } from '../schema/stage-settings.ts'
import type { Tournament } from './tournament.ts'

type StageEvent = EventOf<
  | 'StageCreated'
  | 'StageChanged'
  | 'StageSeeded'
  | 'StagePlaced'
  | 'StageDeleted'
  | 'MatchesDropped'
  | 'MatchesCreated'
  | 'MatchesReplanned'
  | 'MatchesRemoved'
  | 'GroupsLinked'
  | 'TiebreakLinked'
  | 'TeamWithdrawn'
>

/** What makes, changes and ends a stage and its matches. */
export function evolveStage(state: Tournament, event: StageEvent): Tournament {
  if (event.type === 'GroupsLinked') return linkedGroups(state, event)
  if (event.type === 'StageCreated') {
    const { stage: id, settings, dice } = event
    const stage = withRolls(state, { ...settings, id, teams: [], created: false, dice })
    return { ...state, stages: { ...state.stages, [id]: stage } }
  }
  if (event.type === 'StageDeleted') {
    const { [event.stage]: _, ...stages } = state.stages
    return { ...without(state, ownOf(state, event.stage)), stages }
  }
  const stage = state.stages[event.stage]
  if (!stage) return state
  const changed = { ...state, stages: { ...state.stages, [stage.id]: evolved(stage, event) } }
  switch (event.type) {
    case 'MatchesDropped':
      return without(changed, ownOf(state, stage.id))
    case 'MatchesCreated':
      return withMatches(changed, stage.id, event.matches)
    case 'MatchesReplanned':
      return replanned(changed, stage.id, event.matches)
    case 'MatchesRemoved':
      return removed(changed, stage, new Set(event.matches))
    default:
      return changed
  }
}

/** Its teams roll by the numbers that they had where they came from (R-IM-1). */
export function withRolls({ imported }: Tournament, stage: Stage): Stage {
  return imported ? { ...stage, rollsAs: imported.rollsAs } : stage
}

function evolved(
  stage: Stage,
  event: Exclude<StageEvent, EventOf<'StageCreated' | 'StageDeleted' | 'GroupsLinked'>>,
): Stage {
  switch (event.type) {
    case 'StageChanged':
      return { ...stage, ...event.settings }
    case 'StageSeeded': {
      const { seeds: _, withdrawn, ...rest } = stage
      const left = withdrawn?.filter((team) => event.teams.includes(team))
      return { ...rest, teams: event.teams, ...(left ? { withdrawn: left } : {}) }
    }
    case 'StagePlaced': {
      const teams = event.seeds.flatMap((seed) => ('team' in seed ? [seed.team] : []))
      return { ...stage, teams, seeds: event.seeds }
    }
    case 'MatchesDropped':
      return { ...withAll(stage), created: false }
    case 'MatchesReplanned':
      return { ...withAll(stage), created: true }
    case 'MatchesCreated':
      return { ...stage, created: true }
    case 'TiebreakLinked':
      return { ...stage, decides: { stage: event.of, from: event.from } }
    case 'TeamWithdrawn':
      return { ...stage, withdrawn: [...(stage.withdrawn ?? []), event.team] }
    case 'MatchesRemoved':
      return stage
  }
}

/** Matches made anew are for all of its teams again. */
function withAll(stage: Stage): Stage {
  const { withdrawn: _, ...rest } = stage
  return rest
}

function linkedGroups(state: Tournament, event: EventOf<'GroupsLinked'>): Tournament {
  const groups = event.stages.flatMap((id) => {
    const stage = state.stages[id]
    return stage ? [[id, { ...stage, groupSet: event.set }] as const] : []
  })
  return { ...state, stages: { ...state.stages, ...Object.fromEntries(groups) } }
}

function removed(state: Tournament, stage: Stage, gone: Set<MatchId>): Tournament {
  const rest = unlinked(without(state, gone), gone)
  const created = ownOf(rest, stage.id).size > 0
  return { ...rest, stages: { ...rest.stages, [stage.id]: { ...stage, created } } }
}

function ownOf(state: Tournament, stage: StageId): Set<MatchId> {
  const own = Object.values(state.matches).filter((match) => match.stage === stage)
  return new Set(own.map((match) => match.id))
}

/** Matches that wait for older ones are told to those (R-CU-1); a layout has said it already. */
function withMatches(state: Tournament, stage: StageId, plans: MatchPlan[]): Tournament {
  const matches = { ...state.matches }
  for (const plan of plans) matches[plan.match] = planned(stage, plan)
  for (const { match: id, slots } of plans) {
    for (const slot of [0, 1] as const) {
      const from = slots[slot]
      const source = matches[waitsFor(from) ?? 0]
      if (!source) continue
      const to = 'winnerOf' in from ? 'winnerTo' : 'loserTo'
      matches[source.id] = source[to] ? source : { ...source, [to]: { match: id, slot } }
    }
  }
  return { ...state, matches }
}

/** What has been played belongs to the match, where it leads to to the plan. */
function replanned(state: Tournament, stage: StageId, plans: MatchPlan[]): Tournament {
  const kept = new Set(plans.map((plan) => plan.match))
  const gone = [...ownOf(state, stage)].filter((id) => !kept.has(id))
  const rest = without(state, new Set(gone))
  const made = plans.map((plan): [MatchId, Match] => {
    const fresh = planned(stage, plan)
    const was = state.matches[plan.match]
    if (!was) return [plan.match, fresh]
    const { num, type, roundNum, roundName, slots, winnerTo, loserTo } = fresh
    const { winnerPlace, loserPlace, ifNeeded } = fresh
    const place = { num, type, roundNum, roundName, slots, winnerTo, loserTo }
    return [was.id, { ...was, ...place, winnerPlace, loserPlace, ifNeeded }]
  })
  return { ...rest, matches: { ...rest.matches, ...Object.fromEntries(made) } }
}

function without(state: Tournament, gone: Set<MatchId>): Tournament {
  if (gone.size === 0) return state
  const rest = Object.entries(state.matches).filter(([, match]) => !gone.has(match.id))
  return {
    ...state,
    matches: Object.fromEntries(rest),
    queues: [...gone].reduce(withoutMatch, state.queues),
    games: gamesWithout(state.games, gone),
  }
}

function gamesWithout(games: Tournament['games'], matches: Set<MatchId>): Tournament['games'] {
  const kept = Object.entries(games).filter(([, game]) => !matches.has(game.match))
  return kept.length === Object.keys(games).length ? games : Object.fromEntries(kept)
}

/** Matches that led to one that is gone lead nowhere. */
function unlinked(state: Tournament, gone: Set<MatchId>): Tournament {
  const all = Object.entries(state.matches).map(([id, match]) => {
    const { winnerTo, loserTo } = match
    const [won, lost] = [winnerTo && gone.has(winnerTo.match), loserTo && gone.has(loserTo.match)]
    if (!won && !lost) return [id, match]
    return [id, { ...match, winnerTo: won ? null : winnerTo, loserTo: lost ? null : loserTo }]
  })
  return { ...state, matches: Object.fromEntries(all) }
}

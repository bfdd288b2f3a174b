import type { EventOf, MatchPlan } from '../schema/event.ts'
import type { MatchId, StageId } from '../ids.ts'
import { matchFromPlan, sourceMatch } from './match.ts'
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

/** Events that create, change and delete a stage and its matches. */
export function evolveStage(state: Tournament, event: StageEvent): Tournament {
  if (event.type === 'GroupsLinked') return withGroups(state, event)
  if (event.type === 'StageCreated') {
    const { stage: id, settings, dice } = event
    const stage = withRolls(state, { ...settings, id, teams: [], created: false, dice })
    return { ...state, stages: { ...state.stages, [id]: stage } }
  }
  if (event.type === 'StageDeleted') {
    const { [event.stage]: _, ...stages } = state.stages
    return { ...withoutMatches(state, matchIdsOf(state, event.stage)), stages }
  }
  const stage = state.stages[event.stage]
  if (!stage) return state
  const changed = {
    ...state,
    stages: { ...state.stages, [stage.id]: evolveExisting(stage, event) },
  }
  switch (event.type) {
    case 'MatchesDropped':
      return withoutMatches(changed, matchIdsOf(state, stage.id))
    case 'MatchesCreated':
      return withMatches(changed, stage.id, event.matches)
    case 'MatchesReplanned':
      return withPlans(changed, stage.id, event.matches)
    case 'MatchesRemoved':
      return withRemoved(changed, stage, new Set(event.matches))
    default:
      return changed
  }
}

/** Teams of an imported tournament keep rolling by the numbers from their source (R-IM-1). */
export function withRolls({ imported }: Tournament, stage: Stage): Stage {
  return imported ? { ...stage, rollsAs: imported.rollsAs } : stage
}

function evolveExisting(
  stage: Stage,
  event: Exclude<StageEvent, EventOf<'StageCreated' | 'StageDeleted' | 'GroupsLinked'>>,
): Stage {
  switch (event.type) {
    case 'StageChanged':
      return { ...stage, ...event.settings }
    case 'StageSeeded': {
      const { seeds: _, withdrawn, ...rest } = stage
      const stillWithdrawn = withdrawn?.filter((team) => event.teams.includes(team))
      const kept = stillWithdrawn ? { withdrawn: stillWithdrawn } : {}
      return { ...rest, teams: event.teams, ...kept }
    }
    case 'StagePlaced': {
      const teams = event.seeds.flatMap((seed) => ('team' in seed ? [seed.team] : []))
      return { ...stage, teams, seeds: event.seeds }
    }
    case 'MatchesDropped':
      return { ...withoutWithdrawals(stage), created: false }
    case 'MatchesReplanned':
      return { ...withoutWithdrawals(stage), created: true }
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

/** New matches are for all teams again. */
function withoutWithdrawals(stage: Stage): Stage {
  const { withdrawn: _, ...rest } = stage
  return rest
}

function withGroups(state: Tournament, event: EventOf<'GroupsLinked'>): Tournament {
  const groups = event.stages.flatMap((id) => {
    const stage = state.stages[id]
    return stage ? [[id, { ...stage, groupSet: event.set }] as const] : []
  })
  return { ...state, stages: { ...state.stages, ...Object.fromEntries(groups) } }
}

function withRemoved(state: Tournament, stage: Stage, removed: Set<MatchId>): Tournament {
  const rest = unlinked(withoutMatches(state, removed), removed)
  const created = matchIdsOf(rest, stage.id).size > 0
  return { ...rest, stages: { ...rest.stages, [stage.id]: { ...stage, created } } }
}

function matchIdsOf(state: Tournament, stage: StageId): Set<MatchId> {
  const own = Object.values(state.matches).filter((match) => match.stage === stage)
  return new Set(own.map((match) => match.id))
}

/**
 * Adds matches. An older match that a new one waits for gets it as its target (R-CU-1), unless a
 * layout has set the target already.
 */
function withMatches(state: Tournament, stage: StageId, plans: MatchPlan[]): Tournament {
  const matches = { ...state.matches }
  for (const plan of plans) matches[plan.match] = matchFromPlan(stage, plan)
  for (const { match: id, slots } of plans) {
    for (const slot of [0, 1] as const) {
      const from = slots[slot]
      const source = matches[sourceMatch(from) ?? 0]
      if (!source) continue
      const to = 'winnerOf' in from ? 'winnerTo' : 'loserTo'
      matches[source.id] = source[to] ? source : { ...source, [to]: { match: id, slot } }
    }
  }
  return { ...state, matches }
}

/** Replaces the matches by plans. Existing matches keep their games and get the place in the bracket that the plan gives them. */
function withPlans(state: Tournament, stage: StageId, plans: MatchPlan[]): Tournament {
  const kept = new Set(plans.map((plan) => plan.match))
  const removed = [...matchIdsOf(state, stage)].filter((id) => !kept.has(id))
  const rest = withoutMatches(state, new Set(removed))
  const matches = plans.map((plan): [MatchId, Match] => {
    const fresh = matchFromPlan(stage, plan)
    const old = state.matches[plan.match]
    if (!old) return [plan.match, fresh]
    const { num, type, roundNum, roundName, slots, winnerTo, loserTo } = fresh
    const { winnerPlace, loserPlace, ifNeeded } = fresh
    const structure = { num, type, roundNum, roundName, slots, winnerTo, loserTo }
    return [old.id, { ...old, ...structure, winnerPlace, loserPlace, ifNeeded }]
  })
  return { ...rest, matches: { ...rest.matches, ...Object.fromEntries(matches) } }
}

function withoutMatches(state: Tournament, removed: Set<MatchId>): Tournament {
  if (removed.size === 0) return state
  const rest = Object.entries(state.matches).filter(([, match]) => !removed.has(match.id))
  return {
    ...state,
    matches: Object.fromEntries(rest),
    queues: [...removed].reduce(withoutMatch, state.queues),
    games: gamesWithout(state.games, removed),
  }
}

function gamesWithout(games: Tournament['games'], matches: Set<MatchId>): Tournament['games'] {
  const kept = Object.entries(games).filter(([, game]) => !matches.has(game.match))
  return kept.length === Object.keys(games).length ? games : Object.fromEntries(kept)
}

/** Removes targets that no longer exist. */
function unlinked(state: Tournament, removed: Set<MatchId>): Tournament {
  const all = Object.entries(state.matches).map(([id, match]) => {
    const { winnerTo, loserTo } = match
    const losesWinnerTo = winnerTo && removed.has(winnerTo.match)
    const losesLoserTo = loserTo && removed.has(loserTo.match)
    if (!losesWinnerTo && !losesLoserTo) return [id, match]
    const targets = {
      winnerTo: losesWinnerTo ? null : winnerTo,
      loserTo: losesLoserTo ? null : loserTo,
    }
    return [id, { ...match, ...targets }]
  })
  return { ...state, matches: Object.fromEntries(all) }
}

import type { stageSchema } from '../schema/nouns/stage.ts'
import type { MatchPlan } from '../schema/parts/shapes.ts'
import type { MatchId, Records, StageId } from '../ids.ts'
import { matchFromPlan, sourceMatch } from './match.ts'
import type { Match, Matches } from './match.ts'
import type { Games } from './games.ts'
import type { Own } from './own.ts'
import { without } from './noun.ts'
import type { EventIn } from '../schema/nouns/noun.ts'
import type { NounState } from './noun.ts'
import { withoutMatch } from './queue.ts'
import type { Queues } from './queue.ts'
import type { Stage } from '../schema/parts/stage-settings.ts'

type Stages = Records<StageId, Stage>
type Others = { matches: Matches; queues: Queues; games: Games } & Pick<Own, 'imported'>
type State = { stages: Stages } & Others

/** Events that create, change and delete a stage and its matches. */
export const stageState: NounState<typeof stageSchema, { stages: Stages }, Others> = {
  empty: { stages: {} },
  on: {
    StageCreated: (t, { stage: id, settings, dice }) => {
      const stage = withRolls(t, { ...settings, id, teams: [], created: false, dice })
      return { stages: { ...t.stages, [id]: stage } }
    },
    StageChanged: (t, { stage, settings }) => {
      return withStage(t, stage, (old) => ({ ...old, ...settings }))
    },
    StageSeeded: (t, { stage, teams }) => withStage(t, stage, (old) => seeded(old, teams)),
    StagePlaced: (t, { stage, seeds }) => {
      const teams = seeds.flatMap((seed) => ('team' in seed ? [seed.team] : []))
      return withStage(t, stage, (old) => ({ ...old, teams, seeds }))
    },
    StageDeleted: (t, { stage }) => {
      return { ...withoutMatches(t, matchIdsOf(t, stage)), stages: without(t.stages, stage) }
    },
    MatchesDropped: (t, { stage }) => {
      const drop = (old: Stage) => ({ ...withoutWithdrawals(old), created: false })
      return withStage(t, stage, drop, () => withoutMatches(t, matchIdsOf(t, stage)))
    },
    MatchesCreated: (t, { stage, matches }) => {
      const create = (old: Stage) => ({ ...old, created: true })
      return withStage(t, stage, create, () => withMatches(t, stage, matches))
    },
    MatchesReplanned: (t, { stage, matches }) => {
      const replan = (old: Stage) => ({ ...withoutWithdrawals(old), created: true })
      return withStage(t, stage, replan, () => withPlans(t, stage, matches))
    },
    MatchesRemoved: (t, { stage, matches: ids }) => {
      const changed = withRemoved(t, new Set(ids))
      const created = matchIdsOf(changed, stage).size > 0
      return withStage(
        t,
        stage,
        (old) => ({ ...old, created }),
        () => changed,
      )
    },
    GroupsLinked: withGroups,
    TiebreakLinked: (t, { stage, of, from }) => {
      return withStage(t, stage, (old) => ({ ...old, decides: { stage: of, from } }))
    },
    TeamWithdrawn: (t, { stage, team }) => {
      return withStage(t, stage, (old) => {
        return { ...old, withdrawn: [...(old.withdrawn ?? []), team] }
      })
    },
  },
}

/** Changes a stage, and what else changes with it (`also`); nothing if the stage does not exist. */
function withStage(
  { stages }: State,
  id: StageId,
  change: (stage: Stage) => Stage,
  also?: () => Partial<State>,
): Partial<State> {
  const stage = stages[id]
  return stage ? { stages: { ...stages, [id]: change(stage) }, ...also?.() } : {}
}

/** Teams of an imported tournament keep rolling by the numbers from their source (R-IM-1). */
export function withRolls({ imported }: Pick<Own, 'imported'>, stage: Stage): Stage {
  return imported ? { ...stage, rollsAs: imported.rollsAs } : stage
}

function seeded(stage: Stage, teams: Stage['teams']): Stage {
  const { seeds: _, withdrawn, ...rest } = stage
  const stillWithdrawn = withdrawn?.filter((team) => teams.includes(team))
  return { ...rest, teams, ...(stillWithdrawn ? { withdrawn: stillWithdrawn } : {}) }
}

/** New matches are for all teams again. */
function withoutWithdrawals(stage: Stage): Stage {
  const { withdrawn: _, ...rest } = stage
  return rest
}

function withGroups(t: State, event: EventIn<typeof stageSchema, 'GroupsLinked'>): Partial<State> {
  const groups = event.stages.flatMap((id) => {
    const stage = t.stages[id]
    return stage ? [[id, { ...stage, groupSet: event.set }] as const] : []
  })
  return { stages: { ...t.stages, ...Object.fromEntries(groups) } }
}

function withRemoved(t: State, removed: Set<MatchId>): Partial<State> & { matches: Matches } {
  const rest = withoutMatches(t, removed)
  return { ...rest, matches: unlinked(rest.matches ?? t.matches, removed) }
}

function matchIdsOf(state: Pick<State, 'matches'>, stage: StageId): Set<MatchId> {
  const own = Object.values(state.matches).filter((match) => match.stage === stage)
  return new Set(own.map((match) => match.id))
}

/**
 * Adds matches. An older match that a new one waits for gets it as its target (R-CU-1), unless a
 * layout has set the target already.
 */
function withMatches(state: State, stage: StageId, plans: MatchPlan[]): Partial<State> {
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
  return { matches }
}

/**
 * Replaces the matches by plans. Existing matches keep their games and get the place in the bracket
 * that the plan gives them.
 */
function withPlans(state: State, stage: StageId, plans: MatchPlan[]): Partial<State> {
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
  const others = rest.matches ?? state.matches
  return { ...rest, matches: { ...others, ...Object.fromEntries(matches) } }
}

function withoutMatches(state: State, removed: Set<MatchId>): Partial<State> {
  if (removed.size === 0) return {}
  const rest = Object.entries(state.matches).filter(([, match]) => !removed.has(match.id))
  return {
    matches: Object.fromEntries(rest),
    queues: [...removed].reduce(withoutMatch, state.queues),
    games: gamesWithout(state.games, removed),
  }
}

function gamesWithout(games: Games, matches: Set<MatchId>): Games {
  const kept = Object.entries(games).filter(([, game]) => !matches.has(game.match))
  return kept.length === Object.keys(games).length ? games : Object.fromEntries(kept)
}

/** Removes targets that no longer exist. */
function unlinked(matches: Matches, removed: Set<MatchId>): Matches {
  const all = Object.entries(matches).map(([id, match]) => {
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
  return Object.fromEntries(all)
}

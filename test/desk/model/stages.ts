// Teams, stages and matches in the model, generated from seeds or made by hand.
import type { CommandOf } from '#events/schema/command.ts'
import { bracketFor, isByHand, matchesFor, newMatch, linkSources, removeMatches } from './model.ts'
import type { SlotSource, Model, ModelMatch, ModelStage } from './model.ts'
import { isMatch, matchesIn, teamsOn, wasPlayed } from './derived-state.ts'
import { done, findMatch, nothing } from './verdict.ts'
import type { Context, Verdict } from './verdict.ts'

export function addTeam(model: Model, { ids }: Context): Verdict {
  model.teams.push(ids[0]!)
  return done
}

export function removeTeam(model: Model, { team }: CommandOf<'RemoveTeam'>): Verdict {
  if (!model.teams.includes(team)) return 'NO_SUCH_TEAM'
  const isTeam = (source: SlotSource) => 'team' in source && source.team === team
  const isUsed = model.stages.some(
    (stage) => matchesIn(model, stage).length > 0 && stage.seeds.some(isTeam),
  )
  if (isUsed || model.matches.some((match) => match.sides.some(isTeam))) return 'TEAM_IN_USE'
  for (const stage of model.stages) stage.seeds = stage.seeds.filter((seed) => !isTeam(seed))
  model.teams = model.teams.filter((one) => one !== team)
  return done
}

export function createStage(
  model: Model,
  { settings }: CommandOf<'CreateStage'>,
  { ids, dice }: Context,
): Verdict {
  model.stages.push({ id: ids[0]!, settings, seeds: [], dice })
  return done
}

/** Changes seeds before anything is played; the matches of their numbers get them (R-PL-3). */
export function seedStage(
  model: Model,
  command: CommandOf<'SeedStage'>,
  { ids }: Context,
): Verdict {
  const stage = model.stages.find((one) => one.id === command.stage)
  if (!stage) return 'NO_SUCH_STAGE'
  if (command.teams.some((team) => !model.teams.includes(team))) return 'NO_SUCH_TEAM'
  if (new Set(command.teams).size < command.teams.length) return 'TEAM_TWICE'
  const seeds = command.teams.map((team) => ({ team }))
  if (JSON.stringify(seeds) === JSON.stringify(stage.seeds)) return nothing
  if (!isByHand(stage)) {
    if (isStarted(model, stage)) return generationProblem({ ...stage, seeds }) ?? 'STAGE_STARTED'
    const own = matchesIn(model, stage)
    if (own.length > 0 && generationProblem({ ...stage, seeds }) === null) {
      stage.seeds = seeds
      remake(model, stage, ids)
      return done
    }
    const isQueued = own.some(({ id }) => queueWith(model, id))
    if (isQueued && !command.confirm) return 'MATCHES_QUEUED'
    removeMatches(model, idsIn(model, stage))
  }
  stage.seeds = seeds
  return done
}

const queueWith = (model: Model, match: number) =>
  model.queues.find(({ matches }) => matches.includes(match))

/**
 * Gives each number its new match: the one that had it, unless something was set there for other
 * teams. Whether anything is different afterwards.
 */
function remake(model: Model, stage: ModelStage, ids: number[]): boolean {
  const before = matchesIn(model, stage)
  const was = JSON.stringify(before)
  const wasQueued = before
    .filter((match) => isOpen(model, match))
    .map(({ id }) => queueWith(model, id) !== undefined)
  const spare = [...ids]
  const all: number[] = []
  for (const num of (bracketFor(stage) ?? []).keys()) {
    const old = before.find((match) => match.num === num + 1)
    const sides = matchesFor(stage, [...all, 0])[num]?.sides
    const hasGame = model.games.some(({ match }) => match === old?.id)
    const isUntouched = old && !old.isFlipped && !old.isWarmup && !old.wasStarted && !hasGame
    const isSame = old && JSON.stringify(old.sides) === JSON.stringify(sides)
    all.push(old && (isSame || isUntouched) ? old.id : spare.shift()!)
  }
  const made = matchesFor(stage, all).map((match) => {
    const old = before.find(({ id }) => id === match.id)
    if (!old) return match
    const { isFlipped, isWarmup, cabinet, wasStarted, startedOn } = old
    return { ...match, isFlipped, isWarmup, cabinet, wasStarted, startedOn }
  })
  const places = model.queues.map(({ matches }) => [...matches])
  const gone = before.filter(({ id }) => !all.includes(id))
  removeMatches(
    model,
    gone.map(({ id }) => id),
  )
  model.matches = [...model.matches.filter((match) => match.stage !== stage.id), ...made]
  for (const [index, queue] of model.queues.entries()) {
    queue.matches = places[index]!.flatMap((id) => {
      const num = before.find((match) => match.id === id)?.num
      const now = made.find((match) => match.num === num)
      if (num === undefined) return id
      return now && isMatch(model, now) ? now.id : []
    })
  }
  if (wasQueued.length > 0 && !wasQueued.includes(false)) queueOthers(model, made)
  return JSON.stringify(made) !== was
}

function isOpen(model: Model, match: ModelMatch): boolean {
  return !match.result && match.cabinet === null && isMatch(model, match)
}

/** Each match that is in no queue waits behind the match before it. */
function queueOthers(model: Model, made: ModelMatch[]): void {
  const open = made.filter((match) => isOpen(model, match))
  const first = open.find(({ id }) => queueWith(model, id))
  if (!first) return
  let queue = queueWith(model, first.id)!
  let last = -1
  for (const { id } of open) {
    const own = queueWith(model, id)
    if (!own) queue.matches.splice(queue.matches.indexOf(last) + 1, 0, id)
    queue = own ?? queue
    last = id
  }
}

export function createMatches(
  model: Model,
  command: CommandOf<'CreateMatches'>,
  { ids }: Context,
): Verdict {
  const stage = model.stages.find((one) => one.id === command.stage)
  if (!stage) return 'NO_SUCH_STAGE'
  const refused = generationProblem(stage)
  if (refused) return refused
  if (isStarted(model, stage)) return 'STAGE_STARTED'
  return remake(model, stage, ids) ? done : nothing
}

/** R-CU-1, R-BR-5 */
function generationProblem(stage: ModelStage): Verdict | null {
  if (isByHand(stage)) return 'NOTHING_TO_GENERATE'
  if (stage.seeds.length < 2) return 'TOO_FEW_TEAMS'
  const { stageType, thirdPlaceMatch } = stage.settings
  if (stageType === 'single_elim' && thirdPlaceMatch && stage.seeds.length < 4) {
    return 'NO_THIRD_PLACE'
  }
  return bracketFor(stage) ? null : 'NOT_PRINTED'
}

function idsIn(model: Model, stage: ModelStage): number[] {
  return matchesIn(model, stage).map((match) => match.id)
}

function isStarted(model: Model, stage: ModelStage): boolean {
  return matchesIn(model, stage).some((match) => wasPlayed(match) || match.attempt > 1)
}

/** R-CU-1: a match made by hand, between teams or winners and losers of earlier matches. */
export function addMatch(model: Model, command: CommandOf<'AddMatch'>, { ids }: Context): Verdict {
  const stage = model.stages.find((one) => one.id === command.stage)
  if (!stage) return 'NO_SUCH_STAGE'
  if (!isByHand(stage)) return 'STAGE_GENERATED'
  const { blue, gold } = command
  const problem = sourceProblem(model, stage, blue) ?? sourceProblem(model, stage, gold)
  if (problem) return problem
  if (!('open' in blue) && JSON.stringify(blue) === JSON.stringify(gold)) return 'TEAM_TWICE'
  const nums = matchesIn(model, stage).map((match) => match.num)
  const match = newMatch(stage.id, ids[0]!, Math.max(0, ...nums) + 1, [{ ...blue }, { ...gold }])
  const [one, two] = teamsOn(model, match)
  if (one !== null && one === two) return 'TEAM_TWICE'
  linkSources(model.matches, match)
  model.matches.push(match)
  for (const source of [blue, gold]) {
    const isNew = !stage.seeds.some((seed) => JSON.stringify(seed) === JSON.stringify(source))
    if ('team' in source && isNew) stage.seeds.push({ team: source.team })
  }
  return done
}

function sourceProblem(model: Model, stage: ModelStage, slot: SlotSource): Verdict | null {
  if ('team' in slot) return model.teams.includes(slot.team) ? null : 'NO_SUCH_TEAM'
  if (!('winnerOf' in slot) && !('loserOf' in slot)) return null
  const isWinner = 'winnerOf' in slot
  const source = findMatch(model, isWinner ? slot.winnerOf : slot.loserOf)
  if (!source || source.stage !== stage.id) return 'NO_SUCH_MATCH'
  if (source.result && source.result.winner === null && !source.result.forfeit) return 'NO_WINNER'
  return (isWinner ? source.winnerTo : source.loserTo) === null ? null : 'WAY_TAKEN'
}

export function removeMatch(model: Model, command: CommandOf<'RemoveMatch'>): Verdict {
  const match = findMatch(model, command.match)
  const stage = model.stages.find((one) => one.id === match?.stage)
  if (!match || !stage) return 'NO_SUCH_MATCH'
  if (!isByHand(stage)) return 'STAGE_GENERATED'
  if (wasPlayed(match) || match.attempt > 1) return 'MATCH_STARTED'
  const waitsFor = (source: SlotSource) =>
    ('winnerOf' in source && source.winnerOf === match.id) ||
    ('loserOf' in source && source.loserOf === match.id)
  if (model.matches.some((one) => one.sides.some(waitsFor))) return 'MATCH_AWAITED'
  removeMatches(model, [match.id])
  return done
}

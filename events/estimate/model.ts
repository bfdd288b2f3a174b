import { firstFinal, isInBracket, stageComplete, teamsOf, teamsIn } from '../bracket/bracket.ts'
import type { SlotIndex } from '../schema/parts/shapes.ts'
import { score } from '../state/match.ts'
import type { Match } from '../state/match.ts'
import { matchIndex } from '../bracket/match-index.ts'
import { expectedRest } from '../rules/expected-games.ts'
import { lengthOf } from '../rules/match-length.ts'
import { seedOf } from './random-draw.ts'
import type { Tournament } from '../state/tournament.ts'
import { median, samplesAt } from './basis.ts'
import type { Basis } from './basis.ts'
import type { Samples } from './evening-pace.ts'
import type { Paces } from './evening-pace.ts'
import { queueModelOf } from './queue-model.ts'
import type { QueueModel } from './queue-model.ts'
import type { LastChange, MatchDuration } from './match-duration.ts'
import type { CabinetId, MatchId, StageId, TeamId } from '../ids.ts'

/** The input of a simulation: the matches that are left, where they can be played, and how fast. */
export type Model = {
  seed: number
  basis: Basis
  samples: Samples
  /** drawn for each simulated evening */
  paces: Paces
  /** matches that are left to play or in progress */
  fixtures: Fixture[]
  queues: QueueModel
  stages: Map<StageId, OpenStage>
  /**
   * teams that have started a match, and `team cabinet` for each cabinet they did so on (R-WU-1)
   */
  warmedUp: { teams: Set<TeamId>; onCabinets: Set<string> }
  /** a match has been started */
  begun: boolean
  /** when no match starts */
  breaks: Break[]
}
/** Seconds from the moment of the estimate. */
export type Break = { from: number; to: number }
/** A match that is left to play. */
export type Fixture = {
  match: MatchId
  stage: StageId
  /** expected number of games from the current score on, and the chance that slot 0 wins */
  games: number
  first: number
  /** the chance of each number of further games; empty: always the expected number */
  counts: number[]
  queueTimer: number
  warmup: 'never' | 'first_set' | 'first_set_on_cab' | 'always'
  isWarmup: boolean
  /** how many matches and stages must end before both teams are known */
  waits: number
  teams: [TeamId | null, TeamId | null]
  feeds: Feed[]
  /** fixtures that are played only if slot 1 wins this one (R-BR-7) */
  secondFinals: number[]
  cabinet: CabinetId | null
  /** its last change, and how many seconds ago that was */
  last: { what: LastChange['what']; ago: number } | null
}
type Feed = { fixture: number; slot: SlotIndex; who: 'winner' | 'loser' }
/** The number of fixtures left, the known teams, and the slots that its places fill. */
type OpenStage = { left: number; teams: TeamId[]; feeds: PlaceFeed[] }
type PlaceFeed = { fixture: number; slot: SlotIndex; place: number }

/** The expected games of a match without a fixed length, while no complete match shows it. */
export const defaultGames = 3

export function modelOf(t: Tournament, durations: MatchDuration, nowMs: number): Model {
  const timers = Object.values(t.stages).map(({ queueTimer }) => queueTimer)
  const { basis, paces, ...samples } = samplesAt(durations, nowMs, median(timers))
  const isOver = t.deleted || !t.isActive
  const open = isOver ? [] : matchIndex(t.matches).all.filter((match) => isLeft(t, match))
  const indexOf = new Map(open.map((match, index) => [match.id, index]))
  const typicalGames = typicalGamesOf(t)
  const fixtures = open.map((match) => fixtureOf(t, match, { typicalGames, durations, nowMs }))
  connect(t, open, { indexOf, fixtures })
  const started = matchIndex(t.matches).all.filter((match) => match.startedAt !== null)
  const teamsOn = started.flatMap((match) =>
    teamsOf(t, match).flatMap((team) => (team === null ? [] : [{ team, on: match.startedOn }])),
  )
  return {
    seed: seedOf(t.id, t.version),
    basis,
    samples,
    paces,
    fixtures,
    queues: queueModelOf(t, { durations, nowMs, open }),
    stages: stagesOf(t, open),
    warmedUp: {
      teams: new Set(teamsOn.map(({ team }) => team)),
      onCabinets: new Set(teamsOn.flatMap(({ team, on }) => on.map((id) => `${team} ${id}`))),
    },
    begun: started.length > 0,
    breaks: [],
  }
}

/** Includes a second final that may still be needed. */
function isLeft(t: Tournament, match: Match): boolean {
  if (match.result) return false
  if (isInBracket(t.matches, match)) return true
  return match.ifNeeded && firstFinal(t.matches, match)?.result === null
}

type EstimateContext = {
  typicalGames: (stage: StageId) => number
  durations: MatchDuration
  nowMs: number
}

function fixtureOf(
  t: Tournament,
  match: Match,
  { typicalGames, durations, nowMs }: EstimateContext,
): Fixture {
  const stage = t.stages[match.stage]
  const rest = stage
    ? expectedRest(lengthOf(stage, match), score(match), typicalGames(match.stage))
    : { games: defaultGames, first: 1 / 2, counts: [] }
  const at = match.cabinet === null ? undefined : (durations.last[match.id]?.at ?? match.startedAt)
  const what = durations.last[match.id]?.what ?? 'started'
  return {
    match: match.id,
    stage: match.stage,
    ...rest,
    queueTimer: stage?.queueTimer ?? 0,
    warmup: stage?.autoWarmup ?? 'never',
    isWarmup: match.isWarmup,
    waits: 0,
    teams: teamsOf(t, match),
    feeds: [],
    secondFinals: [],
    cabinet: match.cabinet,
    last: at ? { what, ago: Math.max(0, nowMs - Date.parse(at)) / 1000 } : null,
  }
}

/**
 * Connects fixtures with those that wait for them. A fixture whose team can never be known keeps
 * waiting.
 */
function connect(
  t: Tournament,
  open: Match[],
  { indexOf, fixtures }: { indexOf: Map<MatchId, number>; fixtures: Fixture[] },
): void {
  for (const [index, match] of open.entries()) {
    const fixture = fixtures[index]!
    for (const slot of [0, 1] as const) {
      if (fixture.teams[slot] !== null) continue
      fixture.waits++
      const from = sourceOf(t, match, slot)
      const source = from && fixtures[indexOf.get(from.match) ?? -1]
      source?.feeds.push({ fixture: index, slot, who: from!.who })
    }
    const final = match.ifNeeded ? firstFinal(t.matches, match) : undefined
    const source = final && fixtures[indexOf.get(final.id) ?? -1]
    if (!source) continue
    fixture.waits++
    source.secondFinals.push(index)
  }
}

/** The open match a team comes from. Byes are skipped, because their only team advances. */
function sourceOf(
  t: Tournament,
  match: Match,
  slot: SlotIndex,
): { match: MatchId; who: 'winner' | 'loser' } | null {
  const from = match.slots[slot]
  if (!('winnerOf' in from) && !('loserOf' in from)) return null
  const who = 'winnerOf' in from ? 'winner' : 'loser'
  const source = t.matches['winnerOf' in from ? from.winnerOf : from.loserOf]
  if (!source) return null
  if (source.result || source.ifNeeded || isInBracket(t.matches, source)) {
    return { match: source.id, who }
  }
  const sources = ([0, 1] as const).map((index) => sourceOf(t, source, index))
  return sources.find((candidate) => candidate && !t.matches[candidate.match]?.result) ?? null
}

function stagesOf(t: Tournament, open: Match[]): Model['stages'] {
  const stages: Model['stages'] = new Map()
  for (const match of open) {
    const stage = t.stages[match.stage]
    const stageModel = stages.get(match.stage)
    if (stageModel) stageModel.left++
    else stages.set(match.stage, { left: 1, teams: stage ? teamsIn(t, stage) : [], feeds: [] })
  }
  for (const [fixture, match] of open.entries()) {
    for (const slot of [0, 1] as const) {
      const from = match.slots[slot]
      if (!('placeOf' in from) || stageComplete(t, from.placeOf.stage)) continue
      stages.get(from.placeOf.stage)?.feeds.push({ fixture, slot, place: from.placeOf.place })
    }
  }
  return stages
}

/**
 * The typical number of games per match of a stage, from its complete matches, else from those of
 * all stages without a fixed length, else `defaultGames`.
 */
function typicalGamesOf(t: Tournament): (stage: StageId) => number {
  const ended = matchIndex(t.matches).all.filter((match) => match.result && !match.result.forfeit)
  const cache = new Map<StageId, number>()
  return (stage) => {
    const cached = cache.get(stage)
    if (cached !== undefined) return cached
    const own = ended.filter((match) => match.stage === stage)
    const similar = own.length > 0 ? own : ended.filter((match) => hasNoLength(t, match.stage))
    const games = similar.map(({ result }) => result!.score[0] + result!.score[1]).filter(Boolean)
    const typical = games.length > 0 ? median(games) : defaultGames
    cache.set(stage, typical)
    return typical
  }
}

function hasNoLength(t: Tournament, stage: StageId): boolean {
  const { winsPerMatch = 0, roundsPerMatch = 0 } = t.stages[stage] ?? {}
  return winsPerMatch === 0 && roundsPerMatch === 0
}

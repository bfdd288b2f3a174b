import { firstFinal, needed, stageComplete, teamsOf, teamsIn } from '../bracket/bracket.ts'
import type { SlotIndex } from '../schema/event.ts'
import { score } from '../state/match.ts'
import type { Match } from '../state/match.ts'
import { matchIndex } from '../bracket/match-index.ts'
import { expectedRest } from '../rules/expected-games.ts'
import { lengthOf } from '../rules/match-length.ts'
import { seedOf } from './random-draw.ts'
import type { Tournament } from '../state/tournament.ts'
import { median, samplesAt } from './basis.ts'
import type { Basis, Samples } from './basis.ts'
import type { Paces } from './evening-pace.ts'
import { linesOf } from './queue-lines.ts'
import type { Lines } from './queue-lines.ts'
import type { LastChange, MatchDuration } from './match-duration.ts'
import type { CabinetId, MatchId, StageId, TeamId } from '../ids.ts'

/** A tournament as an estimate sees it: what is left, where it can be played, and how fast it goes. */
export type Model = {
  seed: number
  basis: Basis
  samples: Samples
  /** drawn for each simulated evening */
  paces: Paces
  /** what is left to play, and what is being played */
  fixtures: Fixture[]
  lines: Lines
  stages: Map<StageId, OpenStage>
  /** who has started a match, and on which cabinet (R-WU-1) */
  warm: { teams: Set<TeamId>; onCabinets: Set<string> }
  /** something has been started */
  begun: boolean
  /** when no match starts */
  breaks: Break[]
}
/** Seconds from the moment of the estimate. */
export type Break = { from: number; to: number }
/** A match that is left. */
export type Fixture = {
  match: MatchId
  stage: StageId
  /** expected from the score on, and the chance of slot 0 */
  games: number
  first: number
  /** the chance of so many more games, by their number; empty: as many as expected */
  counts: number[]
  queueTimer: number
  warmup: 'never' | 'first_set' | 'first_set_on_cab' | 'always'
  isWarmup: boolean
  /** how many matches and stages must end before it is known who plays */
  waits: number
  teams: [TeamId | null, TeamId | null]
  feeds: Feed[]
  /** fixtures that are played only if slot 1 wins this one (R-BR-7) */
  secondFinals: number[]
  cabinet: CabinetId | null
  /** what happened in it last, and how many seconds ago */
  last: { what: LastChange['what']; ago: number } | null
}
type Feed = { fixture: number; slot: SlotIndex; who: 'winner' | 'loser' }
/** Fixtures left, teams as far as they are known, and who waits for its places. */
type OpenStage = { left: number; teams: TeamId[]; feeds: PlaceFeed[] }
type PlaceFeed = { fixture: number; slot: SlotIndex; place: number }

/** games of a match whose length a person decides, while none has shown it */
export const defaultGames = 3

export function modelOf(t: Tournament, pace: MatchDuration, nowMs: number): Model {
  const timers = Object.values(t.stages).map(({ queueTimer }) => queueTimer)
  const { basis, paces, ...samples } = samplesAt(pace, nowMs, median(timers))
  const isOver = t.deleted || !t.isActive
  const open = isOver ? [] : matchIndex(t.matches).all.filter((match) => isLeft(t, match))
  const indexOf = new Map(open.map((match, index) => [match.id, index]))
  const usual = usualOf(t)
  const fixtures = open.map((match) => fixtureOf(t, match, { usual, pace, nowMs }))
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
    lines: linesOf(t, { pace, nowMs, open }),
    stages: stagesOf(t, open),
    warm: {
      teams: new Set(teamsOn.map(({ team }) => team)),
      onCabinets: new Set(teamsOn.flatMap(({ team, on }) => on.map((id) => `${team} ${id}`))),
    },
    begun: started.length > 0,
    breaks: [],
  }
}

/** A second final that may still be needed belongs to it. */
function isLeft(t: Tournament, match: Match): boolean {
  if (match.result) return false
  if (needed(t.matches, match)) return true
  return match.ifNeeded && firstFinal(t.matches, match)?.result === null
}

type EstimateContext = { usual: (stage: StageId) => number; pace: MatchDuration; nowMs: number }

function fixtureOf(t: Tournament, match: Match, { usual, pace, nowMs }: EstimateContext): Fixture {
  const stage = t.stages[match.stage]
  const rest = stage
    ? expectedRest(lengthOf(stage, match), score(match), usual(match.stage))
    : { games: defaultGames, first: 1 / 2, counts: [] }
  const at = match.cabinet === null ? undefined : (pace.last[match.id]?.at ?? match.startedAt)
  const what = pace.last[match.id]?.what ?? 'started'
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
    last: at ? { what, ago: (nowMs - Date.parse(at)) / 1000 } : null,
  }
}

/** Who waits for whom; a place that nobody can know keeps its match waiting for ever. */
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

/** The open match a team comes from, past byes: the team that is alone in one goes on. */
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
  if (source.result || source.ifNeeded || needed(t.matches, source)) {
    return { match: source.id, who }
  }
  const sources = ([0, 1] as const).map((index) => sourceOf(t, source, index))
  return sources.find((one) => one !== null && !t.matches[one.match]?.result) ?? null
}

function stagesOf(t: Tournament, open: Match[]): Model['stages'] {
  const stages: Model['stages'] = new Map()
  for (const match of open) {
    const stage = t.stages[match.stage]
    const known = stages.get(match.stage)
    if (known) known.left++
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

/** By stage: what its complete matches show, else all that a person ended, else a prior. */
function usualOf(t: Tournament): (stage: StageId) => number {
  const ended = matchIndex(t.matches).all.filter((match) => match.result && !match.result.forfeit)
  const known = new Map<StageId, number>()
  return (stage) => {
    const found = known.get(stage)
    if (found !== undefined) return found
    const own = ended.filter((match) => match.stage === stage)
    const like = own.length > 0 ? own : ended.filter((match) => hasNoLength(t, match.stage))
    const shown = like.map(({ result }) => result!.score[0] + result!.score[1]).filter(Boolean)
    const usual = shown.length > 0 ? median(shown) : defaultGames
    known.set(stage, usual)
    return usual
  }
}

function hasNoLength(t: Tournament, stage: StageId): boolean {
  const { winsPerMatch = 0, roundsPerMatch = 0 } = t.stages[stage] ?? {}
  return winsPerMatch === 0 && roundsPerMatch === 0
}

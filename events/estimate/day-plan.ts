import { defaultAdvance } from '../rules/layout/group-advance.ts'
import type { LayoutMatch } from '../rules/layout/layout-match.ts'
import { snake } from '../rules/layout/seeds.ts'
import { expectedRest } from '../rules/expected-games.ts'
import { lengthOf } from '../rules/match-length.ts'
import type { LengthSettings } from '../rules/match-length.ts'
import { maxMatches } from '../rules/stage-settings.ts'
import { layout, layoutProblem, matchCount } from '../rules/stage-types/layouts.ts'
import type { LayoutStage } from '../rules/stage-types/layouts.ts'
import { prior } from './basis.ts'
import type { Samples } from './evening-pace.ts'
import { spreadOf } from './estimate.ts'
import { nominalPaces } from './evening-pace.ts'
import type { Spread } from './estimate.ts'
import { defaultGames } from './model.ts'
import type { Break, Fixture, Model } from './model.ts'
import { seedOf } from './random-draw.ts'
import { fixtureIndexOf } from './fixture-index.ts'
import { drawSchedule } from './schedule.ts'
import type { ScheduledMatch } from './schedule.ts'

/** A day that an organiser plans: teams, stages and cabinets. */
export type DayPlan = {
  teams: number
  cabinets: number
  /** in order: the first has all teams, each next one has the teams that advance */
  stages: DayStage[]
  /** when the first match may start, in ms since 1970 */
  startMs: number
  /** times in which no match starts, in ms since 1970 */
  breaks: { fromMs: number; toMs: number }[]
}
export type DayStage = LayoutStage &
  LengthSettings &
  Pick<Fixture, 'queueTimer' | 'warmup'> & {
    groups: number
    /** how many teams of each group advance to the next stage */
    top: number
  }
export type DayEstimate = {
  /** without a second final that may not be needed */
  matches: number
  end: Spread
  /**
   * minutes between two matches of a team: the median, and the longest of a day (80th percentile)
   */
  wait: { usual: number; longest: number }
  /** minutes from a team's first match to the end of its last one, the median */
  stay: number
  /** share of the cabinets' time, until the last match ends, without a match */
  idle: number
}
export type DayProblem = 'TOO_FEW_TEAMS' | 'TOO_MANY_MATCHES' | 'NO_THIRD_PLACE'

/**
 * Deciles, in seconds, of the 88 games and of the pauses between games of a match on two recorded
 * evenings. One evening was quick and one slow. A simulated day uses the samples of one of them:
 * mixing both within a day would make the estimate too certain. `changeOver` is a factor of the
 * prior.
 */
type Recorded = Omit<Samples, 'changeOver'> & { changeOver: number }
const recorded: Recorded[] = [
  {
    game: [45, 87, 96, 118, 129, 149, 185, 222, 243, 369],
    gap: [33, 37, 41, 42, 53, 55, 60, 69, 89, 98],
    changeOver: 1.5,
  },
  {
    game: [65, 73, 85, 95, 99, 111, 116, 134, 146, 180],
    gap: [28, 33, 35, 42, 42, 52, 62, 66, 68, 85],
    changeOver: 1.3,
  },
]
/** Matches simulated in all runs together: few enough for a tablet to take only a moment. */
const maxSimulatedMatches = 12_000
const runs = { max: 200, min: 20 }
/** The most matches of a plan: more are a league rather than a day, and would take too long. */
export const maxMatchesPerDay = 1_000

/** Deterministic: the same plan gives the same estimate. */
export function dayEstimate(plan: DayPlan): DayEstimate | { problem: DayProblem } {
  const models = modelsOf(plan)
  if ('problem' in models) return models
  const { fixtures } = models[0]!
  const fixtureIndex = fixtureIndexOf(models[0]!)
  const count = Math.min(
    runs.max,
    Math.max(runs.min, Math.round(maxSimulatedMatches / fixtures.length)),
  )
  const days = Array.from({ length: count }, (_, run) =>
    dayOf(drawSchedule(models[run % models.length]!, fixtureIndex, run), plan.cabinets),
  )
  const quantileOfDays = (part: number, values: (day: Day) => number[]) =>
    quantile(days.flatMap(values), part)
  const longest = quantileOfDays(0.8, ({ waits }) => [Math.max(0, ...waits)])
  const secondFinals = new Set(fixtures.flatMap((fixture) => fixture.secondFinals))
  return {
    matches: fixtures.length - secondFinals.size,
    end: spreadOf(
      days.map(({ end }) => end),
      plan.startMs,
    ),
    wait: { usual: quantileOfDays(0.5, ({ waits }) => waits) / 60, longest: longest / 60 },
    stay: quantileOfDays(0.5, ({ stays }) => stays) / 60,
    idle: quantileOfDays(0.5, ({ idle }) => [idle]),
  }
}

/** A model of the day before play begins for each recorded evening. */
export function modelsOf(plan: DayPlan): Model[] | { problem: DayProblem } {
  const groups = groupsOf(plan)
  if ('problem' in groups) return groups
  const all = fixturesOf(groups)
  return recorded.map((evening) => modelOfDay(plan, { groups, all, evening }))
}

type Group = {
  stage: DayStage
  number: number
  phase: number
  matches: LayoutMatch[]
  seeds: Seed[]
}
type Seed = { team: number } | { placeOf: { group: number; place: number } }

function groupsOf({ teams, stages }: DayPlan): Group[] | { problem: DayProblem } {
  const groups: Group[] = []
  let entrants: Seed[] = Array.from({ length: teams }, (_, index) => ({ team: index + 1 }))
  let matches = 0
  for (const [phase, stage] of stages.entries()) {
    const groupSeeds = snake(entrants.length, stage.groups)
    const first = groups.length
    for (const own of groupSeeds) {
      if (own.length < 2) return { problem: 'TOO_FEW_TEAMS' }
      const problem = layoutProblem(stage, own.length)
      if (problem) return { problem: problem.code }
      matches += matchCount(stage, own.length)
      if (matches > Math.min(maxMatchesPerDay, maxMatches)) return { problem: 'TOO_MANY_MATCHES' }
      groups.push({
        stage,
        phase,
        number: groups.length,
        matches: layout(stage, own.length),
        seeds: own.map((seed) => entrants[seed - 1]!),
      })
    }
    if (phase === stages.length - 1) break
    if (groupSeeds.some((own) => own.length < stage.top)) return { problem: 'TOO_FEW_TEAMS' }
    entrants = defaultAdvance(groupSeeds.length, stage.top).map(({ group, place }): Seed => {
      return { placeOf: { group: first + group, place } }
    })
  }
  return groups
}

/** The id of a match is its index in the list. Matches of the groups of a stage alternate. */
function fixturesOf(groups: Group[]): { fixture: Fixture; group: Group; match: LayoutMatch }[] {
  return groups
    .flatMap((group) => group.matches.map((match) => ({ group, match })))
    .toSorted((a, b) => a.group.phase - b.group.phase || a.match.num - b.match.num)
    .map(({ group, match }, index) => {
      const { stage } = group
      const fixture: Fixture = {
        match: index,
        stage: group.number,
        ...expectedRest(lengthOf(stage, match), [0, 0], defaultGames),
        queueTimer: stage.queueTimer,
        warmup: stage.warmup,
        isWarmup: false,
        waits: 0,
        teams: [null, null],
        feeds: [],
        secondFinals: [],
        cabinet: null,
        last: null,
      }
      return { fixture, group, match }
    })
}

type Parts = {
  groups: Group[]
  all: ReturnType<typeof fixturesOf>
  evening: Recorded
}

function modelOfDay(plan: DayPlan, { groups, all, evening }: Parts): Model {
  const fixtures = all.map(({ fixture }) => ({
    ...fixture,
    feeds: [] as Fixture['feeds'],
    secondFinals: [] as number[],
    teams: [null, null] as Fixture['teams'],
  }))
  const indexOf = new Map(all.map(({ match }, index) => [match, index]))
  const stages: Model['stages'] = new Map(
    groups.map(({ number, matches, seeds }) => {
      const teams = seeds.flatMap((seed) => ('team' in seed ? [seed.team] : []))
      return [number, { left: matches.length, teams, feeds: [] }]
    }),
  )
  for (const [index, { group, match }] of all.entries()) {
    const fixture = fixtures[index]!
    for (const slot of [0, 1] as const) {
      const from = match.slots[slot]
      const seed = 'seed' in from ? group.seeds[from.seed - 1]! : null
      if (seed && 'team' in seed) {
        fixture.teams[slot] = seed.team
        continue
      }
      fixture.waits++
      if (seed) {
        const { group: source, place } = seed.placeOf
        stages.get(source)!.feeds.push({ fixture: index, slot, place })
      }
      if ('seed' in from) continue
      const who = 'winnerOf' in from ? 'winner' : 'loser'
      const source = group.matches['winnerOf' in from ? from.winnerOf : from.loserOf]!
      fixtures[indexOf.get(source)!]!.feeds.push({ fixture: index, slot, who })
    }
    const final = match.ifNeeded && group.matches.find(({ type }) => type === 'first_final')
    if (!final) continue
    fixture.waits++
    fixtures[indexOf.get(final)!]!.secondFinals.push(index)
  }
  const samples = { ...evening, changeOver: [] }
  return {
    seed: seedOf(plan.teams, fixtures.length),
    basis: basisOf(samples),
    samples,
    paces: { ...nominalPaces, changeOver: { mean: Math.log(evening.changeOver), sd: 0 } },
    fixtures,
    queues: {
      lists: [fixtures.map(({ match }) => match)],
      cabinets: Array.from({ length: plan.cabinets }, (_, index) => {
        return { cabinet: index + 1, lists: [0], free: 0, changed: prior.changeOver }
      }),
    },
    stages,
    warmedUp: { teams: new Set(), onCabinets: new Set() },
    begun: false,
    breaks: plan.breaks.map(({ fromMs, toMs }): Break => {
      return { from: (fromMs - plan.startMs) / 1000, to: (toMs - plan.startMs) / 1000 }
    }),
  }
}

function basisOf(samples: Samples): Model['basis'] {
  const measure = (kind: keyof Samples): Model['basis']['game'] => {
    return { seconds: prior[kind], seen: samples[kind].length, from: 'prior' }
  }
  return { game: measure('game'), gap: measure('gap'), changeOver: measure('changeOver') }
}

/** The result of a simulated day, in seconds; `idle` is a share of the cabinets' time. */
type Day = { end: number; waits: number[]; stays: number[]; idle: number }

function dayOf(schedule: ScheduledMatch[], cabinets: number): Day {
  const end = schedule.reduce((last, match) => Math.max(last, match.end), 0)
  const busy = schedule.reduce((sum, match) => sum + match.end - match.start, 0)
  const first = new Map<number, number>()
  const last = new Map<number, number>()
  const waits: number[] = []
  for (const { teams, start, end } of schedule.toSorted((a, b) => a.start - b.start)) {
    for (const team of teams) {
      if (team === null) continue
      const before = last.get(team)
      if (before === undefined) first.set(team, start)
      else waits.push(start - before)
      last.set(team, end)
    }
  }
  const stays = [...first].map(([team, start]) => last.get(team)! - start)
  return { end, waits, stays, idle: end > 0 ? 1 - busy / (cabinets * end) : 0 }
}

function quantile(numbers: number[], part: number): number {
  const sorted = Float64Array.from(numbers).sort()
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0
}

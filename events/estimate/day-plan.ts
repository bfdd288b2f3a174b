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
import type { Samples } from './basis.ts'
import { spreadOf } from './estimate.ts'
import { asReckoned } from './evening-pace.ts'
import type { Spread } from './estimate.ts'
import { defaultGames } from './model.ts'
import type { Break, Fixture, Model } from './model.ts'
import { seedOf } from './random-draw.ts'
import { played, spotsOf } from './simulation.ts'
import type { Turn } from './simulation.ts'

/** A day that somebody thinks of: who plays how, on how many cabinets. */
export type DayPlan = {
  teams: number
  cabinets: number
  /** one after another: the first with all teams, the next with those that go on */
  stages: DayStage[]
  /** when the first match may start, in ms since 1970 */
  startMs: number
  /** when no match starts, in ms since 1970 */
  breaks: { fromMs: number; toMs: number }[]
}
export type DayStage = LayoutStage &
  LengthSettings &
  Pick<Fixture, 'queueTimer' | 'warmup'> & {
    groups: number
    /** of each group so many go on to the next stage */
    top: number
  }
export type DayEstimate = {
  /** without a second final that may not be needed */
  matches: number
  end: Spread
  /** minutes between two matches of a team: half of them are shorter; the longest of 4 days in 5 */
  wait: { usual: number; longest: number }
  /** minutes that a team plays and waits, from its first match to the end of its last; the median */
  stay: number
  /** part of the cabinets' time, until the last match ends, in which they play nothing */
  idle: number
}
export type DayProblem = 'TOO_FEW_TEAMS' | 'TOO_MANY_MATCHES' | 'NO_THIRD_PLACE'

/**
 * Tenths of the 88 games, and of the pauses between games of a match, of two recorded evenings, in
 * seconds. One was quick and one slow, so a day is one or the other: a mixture within each day
 * would be as certain as no day is. Change-overs took so many times the prior.
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
/** Matches played in all runs together: what a tablet works out in a moment. */
const work = 12_000
const runs = { most: 200, least: 20 }
/** What can be planned without a wait; more is a league, not a day. */
const maxInADay = 1_000

/** How the day would go: the same for the same plan. */
export function dayEstimate(plan: DayPlan): DayEstimate | { problem: DayProblem } {
  const models = modelsOf(plan)
  if ('problem' in models) return models
  const { fixtures } = models[0]!
  const spots = spotsOf(models[0]!)
  const count = Math.min(runs.most, Math.max(runs.least, Math.round(work / fixtures.length)))
  const days = Array.from({ length: count }, (_, run) =>
    dayOf(played(models[run % models.length]!, spots, run), plan.cabinets),
  )
  const over = (part: number, of: (day: Day) => number[]) => quantile(days.flatMap(of), part)
  const longest = over(0.8, ({ waits }) => [Math.max(0, ...waits)])
  const notSure = new Set(fixtures.flatMap(({ secondFinals }) => secondFinals))
  return {
    matches: fixtures.length - notSure.size,
    end: spreadOf(
      days.map(({ end }) => end),
      plan.startMs,
    ),
    wait: { usual: over(0.5, ({ waits }) => waits) / 60, longest: longest / 60 },
    stay: over(0.5, ({ stays }) => stays) / 60,
    idle: over(0.5, ({ idle }) => [idle]),
  }
}

/** The tournament as an estimate sees it before play begins, once for each recorded evening. */
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
    const dealt = snake(entrants.length, stage.groups)
    const first = groups.length
    for (const own of dealt) {
      if (own.length < 2) return { problem: 'TOO_FEW_TEAMS' }
      const problem = layoutProblem(stage, own.length)
      if (problem) return { problem: problem.code }
      matches += matchCount(stage, own.length)
      if (matches > Math.min(maxInADay, maxMatches)) return { problem: 'TOO_MANY_MATCHES' }
      groups.push({
        stage,
        phase,
        number: groups.length,
        matches: layout(stage, own.length),
        seeds: own.map((seed) => entrants[seed - 1]!),
      })
    }
    if (phase === stages.length - 1) break
    if (dealt.some((own) => own.length < stage.top)) return { problem: 'TOO_FEW_TEAMS' }
    entrants = defaultAdvance(dealt.length, stage.top).map(({ group, place }): Seed => {
      return { placeOf: { group: first + group, place } }
    })
  }
  return groups
}

/** Numbers of matches are their places in the list; groups of a stage take turns. */
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
    paces: { ...asReckoned, changeOver: { mean: Math.log(evening.changeOver), sd: 0 } },
    fixtures,
    lines: {
      lists: [fixtures.map(({ match }) => match)],
      cabinets: Array.from({ length: plan.cabinets }, (_, index) => {
        return { cabinet: index + 1, lists: [0], free: 0, changed: prior.changeOver }
      }),
    },
    stages,
    warm: { teams: new Set(), onCabinets: new Set() },
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

/** In seconds from the start of the day. */
type Day = { end: number; waits: number[]; stays: number[]; idle: number }

function dayOf(turns: Turn[], cabinets: number): Day {
  const end = turns.reduce((last, turn) => Math.max(last, turn.end), 0)
  const busy = turns.reduce((sum, turn) => sum + turn.end - turn.start, 0)
  const first = new Map<number, number>()
  const last = new Map<number, number>()
  const waits: number[] = []
  for (const { teams, start, end } of turns.toSorted((a, b) => a.start - b.start)) {
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

import { describe, expect, test } from 'vitest'
import { laterDefaults, stageDefaults } from '../rules/stage-settings.ts'
import { clock, stateOf, tournament } from '../../test/desk/story.ts'
import { dayEstimate, modelsOf } from './day-plan.ts'
import type { DayEstimate, DayPlan, DayStage } from './day-plan.ts'
import { noMatchDuration } from './match-duration.ts'
import { modelOf } from './model.ts'
import type { Fixture, Model } from './model.ts'
import { played, spotsOf } from './simulation.ts'
import type { Turn } from './simulation.ts'

const startMs = Date.parse(clock(0))
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const stage = (stageType: DayStage['stageType'], changes: Partial<DayStage> = {}): DayStage => {
  const { autoWarmup: warmup, ...settings } = stageDefaults
  const more = { warmup, groups: 1, top: 2, winsPerMatch: 3, grandFinal: laterDefaults.grandFinal }
  return { ...settings, ...more, stageType, ...changes }
}
const plan = (stages: DayStage[], changes: Partial<DayPlan> = {}): DayPlan => {
  return { teams: 16, cabinets: 2, stages, startMs, breaks: [], ...changes }
}
const estimateOf = (of: DayPlan): DayEstimate => {
  const found = dayEstimate(of)
  if ('problem' in found) throw new Error(found.problem)
  return found
}
const hoursOf = ({ end }: DayEstimate) => (end.likely - startMs) / hourMs
const modelFor = (of: DayPlan): Model => {
  const models = modelsOf(of)
  if ('problem' in models) throw new Error(models.problem)
  return models[0]!
}

/** Without ids, which a plan has none of. */
const shapeOf = ({ games, first, waits, teams, feeds, secondFinals }: Fixture) => {
  return { games, first, waits, teams, feeds, secondFinals }
}

describe('a day that is planned', () => {
  test.each(['single_elim', 'double_elim', 'round_robin', 'ladder'] as const)(
    'is estimated as the tournament would be that is made of it: %s',
    (stageType) => {
      for (const teams of [4, 7, 16]) {
        const made = tournament({ teams, cabinets: 2, stage: { stageType, winsPerMatch: 3 } })
        const real = modelOf(stateOf(made), noMatchDuration, startMs)
        const planned = modelFor(plan([stage(stageType)], { teams }))
        expect(planned.fixtures.map(shapeOf)).toEqual(real.fixtures.map(shapeOf))
        expect(planned.lines.lists.at(-1)).toHaveLength(real.lines.lists.at(-1)!.length)
      }
    },
  )

  test('groups feed what follows: 24 matches in four groups, then 14 for the best eight', () => {
    const groups = stage('round_robin', { groups: 4, top: 2, winsPerMatch: 2 })
    const day = plan([groups, stage('double_elim')])
    expect(estimateOf(day).matches).toBe(24 + 14)
    const model = modelFor(day)
    for (const turns of [0, 1, 2].map((run) => played(model, spotsOf(model), run))) {
      expect(turns.length).toBeGreaterThanOrEqual(24 + 14)
      const isGroup = ({ fixture }: Turn) => fixture < 24
      const groupOf = ({ fixture }: Turn) => model.fixtures[fixture]!.stage
      const groupEnd = (group: number) =>
        Math.max(...turns.filter((turn) => groupOf(turn) === group).map(({ end }) => end))
      const next = turns.filter((turn) => !isGroup(turn))
      for (const { teams, start } of next) {
        for (const team of teams) {
          const first = turns.find((turn) => isGroup(turn) && turn.teams.includes(team))!
          expect(start).toBeGreaterThanOrEqual(groupEnd(groupOf(first)))
        }
      }
      expect(new Set(next.flatMap(({ teams }) => teams)).size).toBe(8)
    }
  })

  test('more cabinets end it sooner and stand idle more, a longer match ends it later', () => {
    const [one, two, four] = [1, 2, 4].map((cabinets) =>
      estimateOf(plan([stage('double_elim')], { cabinets })),
    )
    expect(hoursOf(one!)).toBeGreaterThan(hoursOf(two!) * 1.6)
    expect(hoursOf(two!)).toBeGreaterThan(hoursOf(four!))
    expect(one!.idle).toBeLessThan(four!.idle)
    const long = estimateOf(plan([stage('double_elim', { winsPerMatch: 5 })]))
    expect(hoursOf(long)).toBeGreaterThan(hoursOf(two!) * 1.3)
    expect(one!.wait.longest).toBeGreaterThan(one!.wait.usual)
  })

  test('no match starts in a break, and what was to be played is played after it', () => {
    const [fromMs, toMs] = [startMs + hourMs, startMs + 2 * hourMs]
    const day = plan([stage('double_elim')])
    const paused = { ...day, breaks: [{ fromMs, toMs }] }
    const model = modelFor(paused)
    for (let run = 0; run < 20; run++) {
      const starts = played(model, spotsOf(model), run).map(({ start }) => start * 1000 + startMs)
      expect(starts.filter((at) => at >= fromMs && at < toMs)).toEqual([])
      expect(starts.some((at) => at === toMs)).toBe(true)
    }
    const later = hoursOf(estimateOf(paused)) - hoursOf(estimateOf(day))
    expect(later).toBeGreaterThan(0.6)
    expect(later).toBeLessThan(1.05)
  })

  test('the same plan has the same estimate', () => {
    const day = plan([stage('single_elim')])
    expect(dayEstimate(day)).toEqual(dayEstimate(structuredClone(day)))
  })

  test('what cannot be played is said', () => {
    const few = plan([stage('round_robin', { groups: 4 })], { teams: 7 })
    expect(dayEstimate(few)).toEqual({ problem: 'TOO_FEW_TEAMS' })
    const top = plan([stage('round_robin', { groups: 4, top: 5 }), stage('single_elim')])
    expect(dayEstimate(top)).toEqual({ problem: 'TOO_FEW_TEAMS' })
    const third = plan([stage('single_elim', { thirdPlaceMatch: true })], { teams: 3 })
    expect(dayEstimate(third)).toEqual({ problem: 'NO_THIRD_PLACE' })
    const many = plan([stage('round_robin')], { teams: 64 })
    expect(dayEstimate(many)).toEqual({ problem: 'TOO_MANY_MATCHES' })
  })
})

import { describe, expect, test } from 'vitest'
import { addedSettingDefaults, stageDefaults } from '../rules/stage-settings.ts'
import { clock, stateOf, tournament } from '#test/desk/story.ts'
import { dayEstimate, modelsOf } from './day-plan.ts'
import type { DayEstimate, DayPlan, DayStage } from './day-plan.ts'
import { noMatchDuration } from './match-duration.ts'
import { modelOf } from './model.ts'
import type { Fixture, Model } from './model.ts'
import { fixtureIndexOf } from './fixture-index.ts'
import { drawSchedule } from './schedule.ts'
import type { ScheduledMatch } from './schedule.ts'

const startMs = Date.parse(clock(0))
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const stage = (stageType: DayStage['stageType'], changes: Partial<DayStage> = {}): DayStage => {
  const { autoWarmup: warmup, ...settings } = stageDefaults
  const more = {
    warmup,
    groups: 1,
    top: 2,
    winsPerMatch: 3,
    grandFinal: addedSettingDefaults.grandFinal,
  }
  return { ...settings, ...more, stageType, ...changes }
}
const plan = (stages: DayStage[], changes: Partial<DayPlan> = {}): DayPlan => {
  return { teams: 16, cabinets: 2, stages, startMs, breaks: [], ...changes }
}
const estimateOf = (day: DayPlan): DayEstimate => {
  const estimate = dayEstimate(day)
  if ('problem' in estimate) throw new Error(estimate.problem)
  return estimate
}
const hoursOf = ({ end }: DayEstimate) => (end.likely - startMs) / hourMs
const modelFor = (day: DayPlan): Model => {
  const models = modelsOf(day)
  if ('problem' in models) throw new Error(models.problem)
  return models[0]!
}

/** Without ids, because a plan has none. */
const shapeOf = ({ games, first, waits, teams, feeds, secondFinals }: Fixture) => {
  return { games, first, waits, teams, feeds, secondFinals }
}

describe('a planned day', () => {
  test.each(['single_elim', 'double_elim', 'round_robin', 'ladder'] as const)(
    'has the same model as a tournament with that plan: %s',
    (stageType) => {
      for (const teams of [4, 7, 16]) {
        const story = tournament({ teams, cabinets: 2, stage: { stageType, winsPerMatch: 3 } })
        const real = modelOf(stateOf(story), noMatchDuration, startMs)
        const planned = modelFor(plan([stage(stageType)], { teams }))
        expect(planned.fixtures.map(shapeOf)).toEqual(real.fixtures.map(shapeOf))
        expect(planned.queues.lists.at(-1)).toHaveLength(real.queues.lists.at(-1)!.length)
      }
    },
  )

  test('groups feed the next stage: 24 matches in four groups, then 14 for the best eight', () => {
    const groups = stage('round_robin', { groups: 4, top: 2, winsPerMatch: 2 })
    const day = plan([groups, stage('double_elim')])
    expect(estimateOf(day).matches).toBe(24 + 14)
    const model = modelFor(day)
    for (const schedule of [0, 1, 2].map((run) =>
      drawSchedule(model, fixtureIndexOf(model), run),
    )) {
      expect(schedule.length).toBeGreaterThanOrEqual(24 + 14)
      const isGroup = ({ fixture }: ScheduledMatch) => fixture < 24
      const groupOf = ({ fixture }: ScheduledMatch) => model.fixtures[fixture]!.stage
      const groupEnd = (group: number) =>
        Math.max(...schedule.filter((match) => groupOf(match) === group).map(({ end }) => end))
      const next = schedule.filter((match) => !isGroup(match))
      for (const { teams, start } of next) {
        for (const team of teams) {
          const first = schedule.find((match) => isGroup(match) && match.teams.includes(team))!
          expect(start).toBeGreaterThanOrEqual(groupEnd(groupOf(first)))
        }
      }
      expect(new Set(next.flatMap(({ teams }) => teams)).size).toBe(8)
    }
  })

  test('ends sooner with more cabinets, which are idle for longer, and later with longer matches', () => {
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

  test('has no start of a match in a break, and plays the matches after it', () => {
    const [fromMs, toMs] = [startMs + hourMs, startMs + 2 * hourMs]
    const day = plan([stage('double_elim')])
    const paused = { ...day, breaks: [{ fromMs, toMs }] }
    const model = modelFor(paused)
    for (let run = 0; run < 20; run++) {
      const schedule = drawSchedule(model, fixtureIndexOf(model), run)
      const starts = schedule.map(({ start }) => start * 1000 + startMs)
      expect(starts.filter((at) => at >= fromMs && at < toMs)).toEqual([])
      expect(starts.some((at) => at === toMs)).toBe(true)
    }
    const later = hoursOf(estimateOf(paused)) - hoursOf(estimateOf(day))
    expect(later).toBeGreaterThan(0.6)
    expect(later).toBeLessThan(1.05)
  })

  test('has the same estimate for the same plan', () => {
    const day = plan([stage('single_elim')])
    expect(dayEstimate(day)).toEqual(dayEstimate(structuredClone(day)))
  })

  test('reports a problem if it cannot be played', () => {
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

import { expect, test } from 'vitest'
import { snake } from '#events/rules/layout/seeds.ts'
import { emptyForm } from './stage-form.ts'
import type { StageForm } from './stage-form.ts'
import { planStage } from './stage-preview.ts'
import { combinedSeeds } from './group-sets.ts'

const plansOf = (form: Partial<StageForm>, teams: number, names?: string[]) => {
  const plan = planStage({ ...emptyForm, ...form }, teams, names)
  if ('problem' in plan) throw new Error(plan.problem)
  return plan.plans
}
const problemOf = (form: Partial<StageForm>, teams: number) => {
  const plan = planStage({ ...emptyForm, ...form }, teams)
  return 'problem' in plan ? plan.problem : null
}

test('a double elimination of eight teams has 14 matches and a second final if needed', () => {
  const [plan] = plansOf({ stageType: 'double_elim' }, 8)
  expect(plan).toMatchObject({ matches: 14, hasIfNeeded: true })
  expect(plan?.sides.map((side) => side.name)).toEqual(['Winners bracket', 'Losers bracket'])
  expect(plan?.sides[0]?.rounds.at(-1)?.matches[0]?.ifNeeded).toBe(true)
})

test('eight seeds are dealt to two groups in snake order, with the known names', () => {
  const plans = plansOf({ stageType: 'round_robin', numGroups: 2 }, 8, ['Bees', 'Wasps'])
  expect(
    plans.map(({ group, entrants, matches, rounds }) => [group, entrants, matches, rounds]),
  ).toEqual([
    ['Group A', 4, 6, 3],
    ['Group B', 4, 6, 3],
  ])
  const seeds = (index: number) =>
    new Set(
      plans[index]?.sides[0]?.rounds.flatMap(({ matches }) =>
        matches.flatMap(({ sides }) => sides),
      ),
    )
  expect(seeds(0)).toEqual(new Set(['Bees', 'Seed 4', 'Seed 5', 'Seed 8']))
  expect(seeds(1)).toEqual(new Set(['Wasps', 'Seed 3', 'Seed 6', 'Seed 7']))
})

test('a match of two teams from the same group is marked', () => {
  const form = { ...emptyForm, stageType: 'single_elim' } as const
  const metIn = (sources: (string | null)[]) => {
    const plan = planStage(form, 4, [], sources)
    if ('problem' in plan) throw new Error(plan.problem)
    return plan.plans[0]?.sides[0]?.rounds.flatMap(({ matches }) => matches.map((one) => one.metIn))
  }
  expect(metIn(['A', 'B', 'A', 'B'])).toEqual([null, null, null])
  expect(metIn(['A', 'B', 'B', 'A'])).toEqual(['A', 'B', null])
  expect(metIn([null, 'B', 'A', null])).toEqual([null, null, null])
})

test('settings that make no bracket give a reason', () => {
  expect(problemOf({}, 8)).toBe('Choose a type to see its bracket.')
  expect(problemOf({ stageType: 'custom' }, 8)).toBe('Matches of a custom stage are added by hand.')
  expect(problemOf({ stageType: 'single_elim', thirdPlaceMatch: true }, 3)).toBe(
    'A match for third place needs at least four teams.',
  )
  expect(problemOf({ stageType: 'round_robin', numGroups: 5 }, 8)).toBe(
    'At least two teams make a bracket.',
  )
  expect(problemOf({ stageType: 'round_robin' }, 128)).toBe('This would be more than 5000 matches.')
})

test('combining dealt groups restores the original list', () => {
  for (const [teams, groups] of [
    [8, 2],
    [10, 3],
    [7, 4],
    [3, 1],
  ] as const) {
    const all = Array.from({ length: teams }, (_, index) => index + 1)
    expect(combinedSeeds(snake(teams, groups))).toEqual(all)
  }
})

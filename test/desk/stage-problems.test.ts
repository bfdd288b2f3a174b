import { expect, test } from 'vitest'
import { stageProblems } from '#events/bracket/stage-problems.ts'
import type { Stage } from '#events/schema/parts/stage-settings.ts'
import { play, settings, stageId, stateOf, tournament } from './story.ts'
import type { Story } from './story.ts'

function problems(story: Story, stage: number, changes: Partial<Stage> = {}): string[] {
  const t = stateOf(story)
  return stageProblems(t, { ...t.stages[stage]!, ...changes })
}
const complete = tournament()

test('a stage with teams and matches has no problem', () =>
  expect(problems(complete, stageId)).toEqual([]))

test('R-GM-1: with a number of wins the number of games does not matter', () =>
  expect(problems(complete, stageId, { roundsPerMatch: 2, winsPerMatch: 3 })).toEqual([]))

test('R-PL-2: all problems of a stage are reported at once', () => {
  const empty = play(complete, {
    type: 'CreateStage',
    settings: settings({
      name: 'Finals',
      thirdPlaceMatch: true,
      stageTiebreakers: ['dice_roll', 'h2h_games', 'dice_roll'],
    }),
    numGroups: 1,
  })
  expect(problems(empty, stageId + 1)).toEqual([
    'Assign at least two teams.',
    'A match for third place needs at least four teams.',
    'The tiebreaker dice_roll is listed twice.',
  ])
})

test('R-PL-2: circular placements, places that do not exist and teams that were removed', () => {
  const seeds = [
    { placeOf: { stage: stageId, place: 1 } },
    { placeOf: { stage: 99, place: 1 } },
    { team: 77 },
    { team: 1 },
    { team: 1 },
  ]
  expect(problems(complete, stageId, { seeds })).toEqual([
    'Place 3: the team no longer exists.',
    'Place 5: Bees already have a place.',
    'Place 1: Main cannot fill it, because its own teams come from Main.',
    'Place 2: there is no stage 99.',
  ])
})

test('a stage without a type or without matches has that problem', () => {
  expect(problems(complete, stageId, { stageType: null })).toEqual([
    'Choose a type for this stage.',
  ])
  expect(problems(complete, stageId, { created: false })).toEqual(['Create the matches.'])
})

test('R-RR-2: a team in two groups of the same round robin', () => {
  const groups = play(
    complete,
    { type: 'CreateStage', settings: settings({ stageType: 'round_robin' }), numGroups: 2 },
    { type: 'SeedStage', stage: stageId + 1, teams: [1, 2] },
    { type: 'SeedStage', stage: stageId + 2, teams: [2, 3] },
  )
  expect(problems(groups, stageId + 2)).toEqual(['Wasps are in Main Group A too.'])
  expect(problems(complete, stageId)).toEqual([])
})

import { expect, test } from 'vitest'
import { stageProblems } from '../../events/bracket/stage-problems.ts'
import type { Stage } from '../../events/schema/stage-settings.ts'
import { play, settings, stageId, stateOf, tournament } from './story.ts'
import type { Story } from './story.ts'

function problems(story: Story, stage: number, more: Partial<Stage> = {}): string[] {
  const t = stateOf(story)
  return stageProblems(t, { ...t.stages[stage]!, ...more })
}
const whole = tournament()

test('a stage with teams and matches has no problem', () =>
  expect(problems(whole, stageId)).toEqual([]))

test('R-PL-2: all that is wrong with a stage is said at once', () => {
  const empty = play(whole, {
    type: 'CreateStage',
    settings: settings({
      name: 'Finals',
      thirdPlaceMatch: true,
      roundsPerMatch: 2,
      winsPerMatch: 3,
      stageTiebreakers: ['dice_roll', 'h2h_games', 'dice_roll'],
    }),
    numGroups: 1,
  })
  expect(problems(empty, stageId + 1)).toEqual([
    'Assign at least two teams.',
    'A match for third place needs at least four teams.',
    'Nobody can win 3 of 2 games.',
    'The tiebreaker dice_roll stands twice.',
  ])
})

test('R-PL-2: places in a circle, places that are not there, teams that are gone', () => {
  const seeds = [
    { placeOf: { stage: stageId, place: 1 } },
    { placeOf: { stage: 99, place: 1 } },
    { team: 77 },
    { team: 1 },
    { team: 1 },
  ]
  expect(problems(whole, stageId, { seeds })).toEqual([
    'Place 3: the team is gone.',
    'Place 5: Bees stand there already.',
    'Place 1: Main takes its teams from Main itself.',
    'Place 2: there is no stage 99.',
  ])
})

test('without a type it has none, and without matches they are to be made', () => {
  expect(problems(whole, stageId, { stageType: null })).toEqual(['Choose a type for this stage.'])
  expect(problems(whole, stageId, { created: false })).toEqual(['Create the matches.'])
})

test('R-RR-2: a team that plays in two groups of a set', () => {
  const groups = play(
    whole,
    { type: 'CreateStage', settings: settings({ stageType: 'round_robin' }), numGroups: 2 },
    { type: 'SeedStage', stage: stageId + 1, teams: [1, 2] },
    { type: 'SeedStage', stage: stageId + 2, teams: [2, 3] },
  )
  expect(problems(groups, stageId + 2)).toEqual(['Wasps stand in Main Group A too.'])
  expect(problems(whole, stageId)).toEqual([])
})

import { describe, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import { given } from '#test/desk/given-when-then.ts'
import { play, plus, settings, stageId, tournament } from '#test/desk/story.ts'

const [a, b] = [stageId + 1, stageId + 2]
const seed = (stage: number, ...teams: number[]): Command => ({ type: 'SeedStage', stage, teams })
const create = (stage: number): Command => ({ type: 'CreateMatches', stage })
const groups = play(
  tournament({ teams: 6 }),
  { type: 'CreateStage', settings: settings({ stageType: 'round_robin' }), numGroups: 2 },
  seed(a, 1, 2, 3),
)

describe('R-RR-2: a team of another group of the set', () => {
  const both = play(groups, seed(b, 3, 4, 5))

  test('gets no matches', () =>
    given(both).when(create(b)).refused('TEAM_IN_OTHER_GROUP', 'Hornets are in Main Group A too.'))

  test('gets no matches in a group that has started', () => {
    given(groups, create(a), plus(107, 2), seed(b, 3, 4, 5))
      .when(create(a))
      .refused('TEAM_IN_OTHER_GROUP', 'Hornets are in Main Group B too.')
  })

  test('gets no matches by new seeds of a group that has started', () => {
    const started = play(groups, seed(b, 4, 5), create(a), create(b), plus(107, 2))
    given(started)
      .when({ ...seed(a, 1, 2, 4), confirm: true } as Command)
      .refused('TEAM_IN_OTHER_GROUP', 'Moths are in Main Group B too.')
  })

  test('may be seeded until the groups have been dealt again', () =>
    given(both, seed(a, 1, 2, 6), create(a), create(b))
      .when(create(b))
      .leaves((t) => Object.values(t.matches).filter(({ stage }) => stage === b).length, 3))

  test('gets no matches by new placements of a group that has matches', () => {
    const two = play(groups, seed(b, 4, 5), create(a))
    const placed: Command = {
      type: 'PlaceStage',
      stage: b,
      placements: [4, 3].map((team, index) => ({ place: index + 1, team })),
      confirm: true,
    }
    given(two, create(b))
      .when(placed)
      .refused('TEAM_IN_OTHER_GROUP', 'Hornets are in Main Group A too.')
    given(two, create(b), plus(109, 4)).when(placed).refused('TEAM_IN_OTHER_GROUP')
    given(two)
      .when(placed)
      .leaves((t) => t.stages[b]?.teams, [4, 3])
  })

  test('is no late team, before and after matches were created', () => {
    const late: Command = { type: 'AddLateTeam', stage: b, team: 3 }
    const two = play(groups, seed(b, 4, 5))
    given(two).when(late).refused('TEAM_IN_OTHER_GROUP', 'Hornets are in Main Group A too.')
    given(two, create(b)).when(late).refused('TEAM_IN_OTHER_GROUP')
    given(two, create(b))
      .when({ ...late, team: 6 })
      .leaves((t) => t.stages[b]?.teams, [4, 5, 6])
  })

  const two = play(groups, seed(b, 4, 5), create(a), create(b))
  const leave: Command = { type: 'WithdrawTeam', stage: a, team: 3, how: 'drop' }
  const joins: Command = { type: 'AddLateTeam', stage: b, team: 3 }

  test('is a late team once it has left its group', () =>
    given(two, leave)
      .when(joins)
      .leaves((t) => t.stages[b]?.teams, [4, 5, 3]))

  test('R-UN-1: does not get its matches back by an undo, unless it leaves the other group', () => {
    given(two, leave, joins)
      .whenUndone(1)
      .refused('TEAM_IN_OTHER_GROUP', 'Hornets are in Main Group B too.')
    given(two, seed(a, 1, 2), joins)
      .whenUndone(1)
      .refused('TEAM_IN_OTHER_GROUP')
    const gone: Command = { type: 'WithdrawTeam', stage: b, team: 3, how: 'void' }
    given(two, leave, joins, gone)
      .whenUndone(2)
      .leaves((t) => t.stages[a]?.withdrawn, undefined)
  })

  test('R-UN-1: is in both again if it was when the undone step was done', () =>
    given(groups, create(a), seed(b, 3, 4, 5), seed(a, 1, 2))
      .whenUndone()
      .leavesAllAsBefore())
})

describe('R-RR-2: a place of another stage', () => {
  const finals = a + 2
  const from = (place: number) => ({ placeOf: { stage: a, place } })
  const placed = (stage: number, ...places: number[]): Command => ({
    type: 'PlaceStage',
    stage,
    placements: places.map((place, index) => ({ place: index + 1, ...from(place) })),
  })
  const next = play(
    groups,
    {
      type: 'CreateStage',
      settings: settings({ name: 'Finals', stageType: 'round_robin' }),
      numGroups: 2,
    },
    placed(finals, 1, 3),
    create(finals),
  )

  test('fills no seed of two groups before its team is known', () => {
    given(next, placed(finals + 1, 2, 1))
      .when(create(finals + 1))
      .refused('TEAM_IN_OTHER_GROUP', '1st of Main Group A is in Finals Group A too.')
    given(next, seed(finals + 1, 4, 5), create(finals + 1))
      .when(placed(finals + 1, 2, 1))
      .refused('TEAM_IN_OTHER_GROUP')
  })

  test('may fill a seed of a group that is dealt again', () =>
    given(next, placed(finals, 1, 3))
      .when(placed(finals, 2, 3))
      .leaves((t) => Object.values(t.matches).filter(({ stage }) => stage === finals).length, 1))
})

test('R-PL-2: places of a stage without teams are refused with what to do first', () =>
  given(
    tournament(),
    {
      type: 'CreateStage',
      settings: settings({ name: 'Pool', stageType: 'round_robin' }),
      numGroups: 1,
    },
    { type: 'CreateStage', settings: settings({ name: 'Playoffs' }), numGroups: 1 },
  )
    .when({ type: 'PlaceByDefault', stage: 53, from: [52], top: 2 })
    .refused(
      'PLACEMENTS_WRONG',
      'Place 1: Pool has no teams yet: give it its teams first. Place 2: Pool has no teams yet: give it its teams first.',
    ))

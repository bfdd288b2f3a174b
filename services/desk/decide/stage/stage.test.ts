import { describe, expect, test } from 'vitest'
import { grandFinals } from '#events/rules/layout/double-elim.ts'
import { maxMatches, stageLimits } from '#events/rules/stage-settings.ts'
import { matchCount } from '#events/rules/stage-types/layouts.ts'
import { stageTypeNames } from '#events/rules/stage-types/stage-types.ts'
import { tiebreakers } from '#events/rules/tiebreakers.ts'
import type { Command, CommandOf } from '#events/schema/command.ts'
import {
  decideIn,
  m,
  play,
  plus,
  queue1,
  setQueue,
  result,
  settings,
  stageId,
  start,
  stateOf,
  stop,
  tournament,
} from '#test/desk/story.ts'
import { given, teams } from '#test/desk/given-when-then.ts'
import { sharedRuns } from '#test/desk/shared-runs.ts'
import { range } from '#test/support/layouts.ts'
import { lcg } from '#test/support/random.ts'
import { isRefusal } from '../decision.ts'
import { layoutOf } from '../layout-plan.ts'

const four = tournament()
const create = (more: Partial<CommandOf<'CreateStage'>> = {}): Command => {
  const pools = settings({ name: 'Pools', stageType: 'round_robin' })
  return { type: 'CreateStage', settings: pools, numGroups: 1, ...more }
}
const seed = (...list: number[]): Command => ({ type: 'SeedStage', stage: stageId, teams: list })
const createMatches: Command = { type: 'CreateMatches', stage: stageId }
const change = (stage: Parameters<typeof settings>[0]): Command => {
  return { type: 'ChangeStage', stage: stageId, settings: settings(stage) }
}
const remake: Command[] = [change({ stageType: 'custom' }), change({})]

describe('a stage', () => {
  test('is created under its own name', () =>
    given(four)
      .when(create())
      .leaves((t) => t.stages[52]?.name, 'Pools'))

  test('R-RR-2: with several groups is one stage for each, named by letter', () =>
    given(four)
      .when(create({ numGroups: 3 }))
      .leaves(
        (t) => [52, 53, 54].map((id) => t.stages[id]?.name),
        ['Pools Group A', 'Pools Group B', 'Pools Group C'],
      ))

  test.each([
    ['Groups', 'Group A'],
    ['Morning groups', 'Morning Group A'],
    ['Subgroups', 'Subgroups Group A'],
  ])('R-RR-2: the groups of “%s” begin with “%s”', (name, first) =>
    given(four)
      .when(create({ numGroups: 2, settings: settings({ name, stageType: 'round_robin' }) }))
      .leaves((t) => t.stages[52]?.name, first),
  )

  test('R-TB-7: with several groups has dice in each that say nothing about the others', () =>
    given(four)
      .when(create({ numGroups: 3 }))
      .leaves((t) => sharedRuns([52, 53, 54].map((id) => t.stages[id]?.dice ?? '')), []))

  test('R-RR-2: only a round robin has groups', () =>
    given(four)
      .when(create({ numGroups: 2, settings: settings() }))
      .refused('GROUPS_NOT_ALLOWED', 'Only a round robin stage can have several groups.'))

  test('needs a new id for every group', () =>
    given(four)
      .when(create({ numGroups: 3 }), { ids: [52] })
      .refused('IDS_SHORT', '3 new ids are needed.', { needed: 3 }))

  test('loses its matches when its type has none', () =>
    given(four)
      .when(change({ stageType: 'custom' }))
      .leaves((t) => [t.matches, t.stages[stageId]?.created], [{}, false]))

  test('keeps its matches when the length of a match changes', () =>
    given(four, setQueue(queue1, m(1)))
      .when(change({ winsPerMatch: 3 }))
      .leaves(
        (t) => [Object.keys(t.matches).length, t.stages[stageId]?.winsPerMatch, t.queues[queue1]],
        [3, 3, expect.objectContaining({ matches: [m(1)] })],
      ))

  test('keeps them when a setting changes that its type does not use', () =>
    given(four, plus(m(1), 1))
      .when(change({ matchesPerOpponent: 3, grandFinal: 'none' }))
      .leaves((t) => Object.keys(t.matches).length, 3))

  test('R-GM-1: with played matches needs a confirmation to change the match length', () =>
    given(four, plus(m(1), 1))
      .when(change({ winsPerMatch: 3 }))
      .refused('STAGE_STARTED', 'Main has started: M1 was played under other rules.', {
        matches: [{ id: m(1), matchNum: 1, score: [1, 0] }],
        areKept: true,
      }))

  test('R-GM-1: changes the match length when confirmed, and keeps its results', () =>
    given(four, plus(m(1), 1), ...result(m(2), 1, 0))
      .when({ ...change({ winsPerMatch: 3 }), confirm: true } as Command)
      .leaves(
        (t) => [t.stages[stageId]?.winsPerMatch, t.matches[m(2)]?.result?.score],
        [3, [1, 0]],
      ))

  test('that has started keeps its type, and does not ask for a confirmation', () =>
    expect(
      decideIn(play(four, plus(m(1), 1)), {
        ...change({ stageType: 'ladder' }),
        confirm: true,
      } as Command),
    ).toEqual({
      refused: 'STAGE_STARTED',
      message: { key: 'STAGE_STARTED' },
      status: 409,
      detail:
        'Main has started: M1 has been played. Its type can no longer change; make another stage instead.',
    }))

  test('with the same settings does not change', () =>
    given(four).when(change({})).changesNothing())

  test('R-CMD-2: keeps a concurrent change of another setting', () =>
    given(four, { type: 'ChangeStage', stage: stageId, settings: { queueTimer: 7 } })
      .when({ type: 'ChangeStage', stage: stageId, settings: { autoWarmup: 'always' } })
      .leaves((t) => [t.stages[stageId]?.queueTimer, t.stages[stageId]?.autoWarmup], [7, 'always']))

  test('P7: does not change if a default missing in older logs is set explicitly', () =>
    given(four)
      .when(change({ autoComplete: true, grandFinal: 'double', restartOnSplit: false }))
      .changesNothing())

  test('is deleted with its matches', () =>
    given(four, plus(m(1), 1), setQueue(queue1, m(2)))
      .when({ type: 'DeleteStage', stage: stageId, confirm: true })
      .leaves((t) => [t.stages, t.matches, t.queues[queue1]?.matches], [{}, {}, []]))

  test('with results is deleted only after they were shown', () =>
    given(four, plus(m(1), 1))
      .when({ type: 'DeleteStage', stage: stageId })
      .refused('STAGE_STARTED', 'Main has started: M1 has been played.', {
        matches: [{ id: m(1), score: [1, 0] }],
      }))

  test('is not deleted while a match is on a cabinet', () =>
    given(four, start(m(2)))
      .when({ type: 'DeleteStage', stage: stageId })
      .refused('MATCH_ACTIVE', 'M2 is being played. Stop it first.'))

  test('that does not exist is not found', () =>
    given(four)
      .when({ type: 'DeleteStage', stage: 99 })
      .refused('NO_SUCH_STAGE', 'Stage 99 is not in this tournament.'))
})

describe('seeds', () => {
  test('replace the previous seeds, and the matches created from them', () =>
    given(four)
      .when(seed(4, 3, 2, 1))
      .leaves(
        (t) => [teams(m(1))(t), t.stages[stageId]?.teams],
        [
          [4, 1],
          [4, 3, 2, 1],
        ],
      ))

  test('as they are change nothing', () =>
    given(four)
      .when(seed(1, 2, 3, 4))
      .changesNothing())

  test('cannot have a team twice', () =>
    given(four).when(seed(1, 1)).refused('TEAM_TWICE', 'A team can be in a stage only once.'))

  test('have to be teams of this tournament', () =>
    given(four).when(seed(1, 9)).refused('NO_SUCH_TEAM'))

  test('cannot change once a match that would be lost has been played', () =>
    given(four, plus(m(1), 1))
      .when(seed(4, 1, 2, 3))
      .refused('STAGE_STARTED', 'Main has started: M1 has been played.'))

  test('can change again after a start that was stopped without a game', () =>
    given(four, start(m(1)), stop(m(1)))
      .when(seed(4, 3, 2, 1))
      .leaves((t) => t.stages[stageId]?.teams, [4, 3, 2, 1]))
})

describe('matches', () => {
  test('R-BR-1: are created from the seeds', () =>
    given(four, ...remake, createMatches)
      .when(seed(1, 2, 3, 4))
      .leaves(teams(104), [1, 4]))

  test('need as many new ids as the stage has matches', () =>
    given(four, ...remake)
      .when(createMatches, { ids: [] })
      .refused('IDS_SHORT', '3 new ids are needed.', { needed: 3 }))

  test.each(['custom', null] as const)(
    'R-CU-1: of a stage of type %s are made by hand',
    (stageType) =>
      given(tournament({ stage: { stageType } }))
        .when(createMatches)
        .refused('NOTHING_TO_GENERATE', 'The matches of this stage are added by hand.'),
  )

  test('need two teams', () =>
    given(four, seed(1))
      .when(createMatches)
      .refused('TOO_FEW_TEAMS', 'Main needs at least two teams.'))

  test('R-BR-5: for third place need four teams', () =>
    given(four, seed(1, 2, 3), change({ thirdPlaceMatch: true }))
      .when(createMatches)
      .refused('NO_THIRD_PLACE', 'A match for third place needs at least four teams.'))

  test('R-BR-5: for third place is played by the losers of the semifinals', () =>
    given(
      play(tournament({ stage: { thirdPlaceMatch: true } })),
      { type: 'SetScore', match: m(1), blueScore: 1 },
      { type: 'CompleteMatch', match: m(1), force: false },
      { type: 'SetScore', match: m(2), blueScore: 1 },
    )
      .when({ type: 'CompleteMatch', match: m(2), force: false })
      .leaves(
        (t) => [teams(m(3))(t), teams(m(4))(t)],
        [
          [4, 3],
          [1, 2],
        ],
      ))

  test('are created only once', () => given(four).when(createMatches).changesNothing())

  test('are limited to the size of one commit', () => {
    const many = { stageType: 'round_robin', matchesPerOpponent: 10 } as const
    const teams = Array.from({ length: 33 }, (_, index) => index + 1)
    const crowd = teams.slice(4).map((team): Command => ({ type: 'AddTeam', name: `Team ${team}` }))
    given(four, ...crowd, seed(...teams), change(many))
      .when(createMatches)
      .refused('TOO_MANY_MATCHES', 'Main would have 5280 matches; at most 5000 are possible.')
  })

  test('P15: are counted before any is created', () => {
    // A list of this many would not fit in memory.
    const stage = { ...stateOf(four).stages[stageId]!, stageType: 'round_robin' as const }
    expect(layoutOf({ ...stage, matchesPerOpponent: 2 ** 40 })).toMatchObject({
      refused: 'TOO_MANY_MATCHES',
    })
  })

  test('P15: never exceed the limit, with any settings of a command', () => {
    const drawn = lcg(13)
    const among = <T>(all: readonly T[]): T => all[Math.floor(drawn() * all.length)]!
    const limit = (name: keyof typeof stageLimits) => among(Object.values(stageLimits[name]))
    const crowd = range(5, 1_024).map((team): Command => ({ type: 'AddTeam', name: `T${team}` }))
    const story = play(four, ...crowd, ...remake)
    const ends = new Set<string>()
    for (const entrants of [0, 1, 2, 3, 5, 33, 128, 1_000, 1_024, 1_024]) {
      for (const stageType of [...stageTypeNames, null]) {
        const stage = settings({
          stageType,
          roundsPerMatch: limit('roundsPerMatch'),
          winsPerMatch: limit('winsPerMatch'),
          matchesPerOpponent: limit('matchesPerOpponent'),
          thirdPlaceMatch: among([true, false]),
          grandFinal: among(grandFinals),
          stageTiebreakers: among([[], [...tiebreakers, ...tiebreakers]]),
        })
        const seeded = play(story, seed(...range(1, entrants)), change(stage))
        const decision = decideIn(seeded, createMatches, { ids: range(2_000, 1_999 + maxMatches) })
        ends.add(isRefusal(decision) ? decision.refused : 'made')
        if (isRefusal(decision)) continue
        const { length: made } = decision.answer!['ids'] as number[]
        expect(made).toBe(matchCount({ ...stage, stageType: stageType! }, entrants))
        expect(made).toBeLessThanOrEqual(maxMatches)
      }
    }
    const refusals = ['NOTHING_TO_GENERATE', 'NO_THIRD_PLACE', 'TOO_FEW_TEAMS', 'TOO_MANY_MATCHES']
    expect([...ends].toSorted()).toEqual([...refusals, 'made'])
  })

  test('are kept once one has been played', () =>
    given(four, plus(m(1), 1))
      .when(createMatches)
      .changesNothing())
})

import { describe, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import { m, emptyStory, queue2, settings, stageId, start, tournament } from '#test/desk/story.ts'
import { given } from '#test/desk/given-when-then.ts'
import { sharedRuns } from '#test/desk/shared-runs.ts'

const four = tournament()
const bare = tournament({ teams: 2, stage: { stageType: 'custom' } })
const pools = settings({ name: 'Pools Group A', stageType: 'round_robin' })
const morePools = settings({ name: 'Pools Group B', stageType: 'round_robin' })
const finals = settings({ name: 'Finals', stageType: 'double_elim', queueTimer: 10 })
const load = (change: Partial<Extract<Command, { type: 'LoadTemplate' }>> = {}): Command => ({
  type: 'LoadTemplate',
  cabinets: [{ id: 2, name: 'Cabinet 2' }],
  stages: [
    { settings: pools, group: 0 },
    { settings: morePools, group: 0 },
    { settings: finals, group: null },
  ],
  ...change,
})

describe('a template', () => {
  test('replaces stages and cabinets', () =>
    given(bare)
      .when(load())
      .leaves(
        (t) => [
          Object.values(t.stages).map((stage) => [stage.name, stage.queueTimer, stage.groupSet]),
          Object.keys(t.cabinets),
          Object.keys(t.queues),
        ],
        [
          [
            ['Pools Group A', 30, stageId + 1],
            ['Pools Group B', 30, stageId + 1],
            ['Finals', 10, undefined],
          ],
          ['2'],
          [`${queue2}`],
        ],
      ))

  const withPlaces = (...places: { from: number; place: number }[]) =>
    load({
      stages: [
        { settings: pools, group: 0 },
        { settings: morePools, group: 0 },
        { settings: finals, group: null, places },
      ],
    })
  const best = [0, 1].map((from) => ({ from, place: 1 }))
  const [a, b, last] = [stageId + 1, stageId + 2, stageId + 3]
  const seeded = (stage: number, ...teams: number[]): Command => {
    return { type: 'SeedStage', stage, teams }
  }

  test('R-PL-1: keeps from which places of its other stages a stage is filled', () => {
    given(bare)
      .when(withPlaces(...best))
      .leaves(
        (t) => t.stages[last]?.seeds,
        [{ placeOf: { stage: a, place: 1 } }, { placeOf: { stage: b, place: 1 } }],
      )
    given(bare, withPlaces(...best), seeded(a, 1), seeded(b, 2))
      .when({ type: 'CreateMatches', stage: last })
      .leaves((t) => Object.values(t.matches).length, 3)
  })

  test('R-PL-2: is refused if its places cannot be', () => {
    given(bare)
      .when(withPlaces({ from: 3, place: 1 }))
      .refused('PLACEMENTS_WRONG', 'Finals takes places of a stage that the template lacks.')
    given(bare)
      .when(withPlaces({ from: 2, place: 1 }))
      .refused('PLACEMENTS_WRONG', 'Finals takes places of itself, directly or through others.')
    given(bare)
      .when(withPlaces(...best, ...best))
      .refused('PLACEMENTS_WRONG', 'Finals takes a place twice.')
  })

  test('answers the created stages', () =>
    given(bare)
      .when(load())
      .answers({ ids: [stageId + 1, stageId + 2, stageId + 3] }))

  test('R-TB-7: gives each stage dice that say nothing about the others', () =>
    given(bare)
      .when(load())
      .leaves((t) => sharedRuns(Object.values(t.stages).map((stage) => stage.dice)), []))

  test('needs a new id for each stage', () =>
    given(bare)
      .when(load(), { ids: [60, 61] })
      .refused('IDS_SHORT', '3 new ids are needed.', { needed: 3 }))

  test('is refused if there are matches', () =>
    given(four)
      .when(load())
      .refused('STAGE_HAS_MATCHES', 'Main already has matches. Templates must be loaded first.', {
        bracket: stageId,
      }))

  test('is refused if there are matches, played or not', () =>
    given(four, start(m(1)))
      .when(load())
      .refused('STAGE_HAS_MATCHES'))

  test('without stages or cabinets removes all', () =>
    given(bare)
      .when(load({ stages: [], cabinets: [] }))
      .leaves((t) => [t.stages, t.cabinets, t.queues], [{}, {}, {}]))

  test('is refused for an unknown tournament', () =>
    given(emptyStory).when(load()).refused('NO_SUCH_TOURNAMENT'))

  test('R-UN-1: undone restores the previous stages and cabinets', () =>
    given(bare, load()).whenUndone(0).leavesAllAsBefore())

  test('R-DI-4: sets its own rule for signatures', () =>
    given(bare)
      .when(load({ protestDeadline: 'none', rulingSigners: 'two' }))
      .leaves((t) => [t.protestDeadline, t.rulingSigners], ['none', 'two']))

  test('R-DI-4, R-UN-1: undone restores the previous rule for signatures', () =>
    given(bare, load({ protestDeadline: 'none', rulingSigners: 'two' }))
      .whenUndone(0)
      .leavesAllAsBefore())

  test('R-UN-1: cannot be undone once its stages have teams', () =>
    given(bare, load(), { type: 'SeedStage', stage: stageId + 3, teams: [1, 2] })
      .whenUndone(1)
      .refused('CHANGED_SINCE'))
})

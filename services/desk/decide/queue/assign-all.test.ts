import { describe, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import type { Tournament } from '#events/state/tournament.ts'
import {
  m,
  play,
  queue1,
  queue2,
  setQueue,
  result,
  settings,
  stageId,
  start,
} from '#test/desk/story.ts'
import { tournament } from '#test/desk/story.ts'
import { given } from '#test/desk/given-when-then.ts'

const four = tournament()
const all = (queue: number, ...stages: number[]): Command => ({ type: 'AssignAll', queue, stages })
const none: Command = { type: 'RemoveAll', queue: queue1 }
const order = (queue: number) => (t: Tournament) => t.queues[queue]?.matches

describe('assign all', () => {
  test('appends the unqueued matches to the queue', () =>
    given(four, setQueue(queue1, m(2)))
      .when(all(queue1, stageId))
      .gives({ type: 'QueueOrdered', queue: queue1, matches: [m(2), m(1), m(3)] }))

  test('spread, deals them in turn to all queues', () =>
    given(tournament({ teams: 8 }))
      .when({ type: 'AssignAll', queue: queue2, stages: [stageId], spread: true })
      .leaves(
        (t) => [order(queue2)(t), order(queue1)(t)],
        [
          [m(1), m(3), m(5), m(7)],
          [m(2), m(4), m(6)],
        ],
      ))

  test('spread, leaves out queues that are disabled', () =>
    given(four, { type: 'EnableQueue', queue: queue2, on: false })
      .when({ type: 'AssignAll', queue: queue1, stages: [stageId], spread: true })
      .leaves((t) => [order(queue1)(t), order(queue2)(t)], [[m(1), m(2), m(3)], []]))

  test('answers the assigned matches', () =>
    given(four, setQueue(queue1, m(2)))
      .when(all(queue1, stageId))
      .answers({ assigned: [m(1), m(3)] }))

  test('ignores matches that are in another queue, on a cabinet or complete', () =>
    given(tournament({ teams: 8 }), setQueue(queue2, m(1)), start(m(2)), ...result(m(3), 1, 0))
      .when(all(queue1, stageId))
      .leaves((t) => [order(queue1)(t)?.length, order(queue2)(t)], [4, [m(1)]]))

  test('R-BR-7: ignores a second final that may not be needed', () =>
    given(tournament({ teams: 2, stage: { stageType: 'double_elim' } }))
      .when(all(queue1, stageId))
      .leaves(order(queue1), [m(1), m(2)]))

  test('without unqueued matches changes nothing', () => {
    given(four, all(queue1, stageId)).when(all(queue1, stageId)).changesNothing()
    given(four, all(queue1, stageId)).when(all(queue1, stageId)).answers({ assigned: [] })
  })

  test('is undone in one step', () =>
    given(four, all(queue1, stageId)).whenUndone().leavesAllAsBefore(1))

  test('is refused for an unknown queue or stage', () => {
    given(four).when(all(99, stageId)).refused('NO_SUCH_QUEUE')
    given(four)
      .when(all(queue1, stageId, 99))
      .refused('NO_SUCH_STAGE')
  })

  const groups = play(
    tournament({ teams: 8, stage: { stageType: 'custom' } }),
    {
      type: 'CreateStage',
      settings: settings({ name: 'Groups', stageType: 'round_robin' }),
      numGroups: 2,
    },
    { type: 'SeedStage', stage: 52, teams: [1, 2, 3, 4] },
    { type: 'SeedStage', stage: 53, teams: [5, 6, 7, 8] },
    { type: 'CreateMatches', stage: 52 },
    { type: 'CreateMatches', stage: 53 },
  )
  const roundsOf = (t: Tournament) =>
    t.queues[queue1]?.matches
      .map((id) => t.matches[id]!)
      .map(({ stage, num }) => `${t.stages[stage]!.name} M${num}`)
  const [a, b] = ['Group A', 'Group B']

  test('R-RR-4: alternates between the rounds of two groups, no team twice in a row', () =>
    given(groups)
      .when(all(queue1, 52, 53))
      .leaves(
        roundsOf,
        [1, 3, 5].flatMap((num) => [
          `${a} M${num}`,
          `${a} M${num + 1}`,
          `${b} M${num}`,
          `${b} M${num + 1}`,
        ]),
      ))
})

describe('remove all', () => {
  test('empties the queue', () =>
    given(four, setQueue(queue1, m(1), m(2)))
      .when(none)
      .gives({ type: 'QueueOrdered', queue: queue1, matches: [] }))

  test('of an empty queue changes nothing', () => given(four).when(none).changesNothing())

  test('is refused for an unknown queue', () =>
    given(four).when({ type: 'RemoveAll', queue: 99 }).refused('NO_SUCH_QUEUE'))
})

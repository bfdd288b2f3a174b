import { describe, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import {
  m,
  emptyStory,
  play,
  plus,
  queue1,
  queue2,
  setQueue,
  result,
  start,
  tournament,
} from '#test/desk/story.ts'
import { given } from '#test/desk/given-when-then.ts'

const four = tournament()
const order = (queue: number) => (t: { queues: Record<string, { matches: number[] }> }) =>
  t.queues[queue]?.matches

describe('R-QU-1: the order of a queue', () => {
  test('is replaced as a whole', () =>
    given(four, setQueue(queue1, m(1), m(2), m(3)))
      .when(setQueue(queue1, m(3), m(1)))
      .gives({ type: 'QueueOrdered', queue: queue1, matches: [m(3), m(1)] }))

  test('removes a match from the queue it was in before', () =>
    given(four, setQueue(queue1, m(1), m(2)))
      .when(setQueue(queue2, m(2)))
      .leaves((t) => [order(queue1)(t), order(queue2)(t)], [[m(1)], [m(2)]]))

  test('that is the current one changes nothing, regardless of the expected one', () =>
    given(four, setQueue(queue1, m(1)))
      .when({ type: 'SetQueue', queue: queue1, matches: [m(1)], expected: [m(2)] })
      .changesNothing())

  test('R-CMD-2: is refused if the sender saw another order', () =>
    given(four, setQueue(queue1, m(2), m(1)))
      .when({ type: 'SetQueue', queue: queue1, matches: [m(1)], expected: [m(1), m(2)] })
      .refused('QUEUE_CHANGED', 'Somebody else has changed this queue. Check it and try again.', {
        order: [m(2), m(1)],
      }))

  test('is accepted if the sender saw the current order', () =>
    given(four, setQueue(queue1, m(2), m(1)))
      .when({ type: 'SetQueue', queue: queue1, matches: [m(1)], expected: [m(2), m(1)] })
      .leaves(order(queue1), [m(1)]))

  test('cannot have a match twice', () =>
    given(four)
      .when(setQueue(queue1, m(1), m(1)))
      .refused('MATCH_TWICE', 'A match can be in a queue only once.'))

  test('cannot have a match of another tournament', () =>
    given(four)
      .when(setQueue(queue1, m(1), 999))
      .refused('MATCH_UNKNOWN', 'Match 999 is not in this tournament.', { match: 999 }))

  test('R-BR-7: cannot have a second final that is not needed', () =>
    given(tournament({ teams: 2, stage: { stageType: 'double_elim' } }))
      .when(setQueue(queue1, m(3)))
      .refused('MATCH_UNKNOWN', 'M3 is not played: the bracket goes on without it.', {
        match: m(3),
      }))

  test('cannot have a complete match', () =>
    given(four, ...result(m(1), 1, 0))
      .when(setQueue(queue1, m(1)))
      .refused('MATCH_COMPLETE', 'M1 is already complete.', { match: m(1) }))

  test('cannot have an active match', () =>
    given(four, start(m(1), 2))
      .when(setQueue(queue1, m(1)))
      .refused('MATCH_ACTIVE', 'M1 is already on Cabinet 2.', { match: m(1) }))

  test('may have a match that waits for its teams', () =>
    given(four)
      .when(setQueue(queue1, m(3)))
      .leaves(order(queue1), [m(3)]))

  test('R-BR-7: cannot have a second final that may not be needed', () =>
    given(tournament({ teams: 2, stage: { stageType: 'double_elim' } }))
      .when(setQueue(queue1, m(3)))
      .refused('MATCH_UNKNOWN'))

  test('is refused for an unknown queue', () =>
    given(four).when(setQueue(99)).refused('NO_SUCH_QUEUE', 'Queue 99 is not in this tournament.'))
})

describe('queues', () => {
  const bare = play(emptyStory, {
    type: 'CreateTournament',
    scene: 1,
    name: 'Cup',
    slug: 'cup',
    date: '2026-05-02',
    linkType: 'hivemind',
    cabinets: [
      { id: 2, name: 'Left' },
      { id: 1, name: 'Right' },
    ],
  })

  test('are created for every cabinet, in the order of the cabinets', () =>
    given(bare)
      .when({ type: 'CreateQueues' })
      .gives(
        { type: 'QueueCreated', queue: 91, name: 'Left', cabinets: [2], autoCreated: true },
        { type: 'QueueCreated', queue: 92, name: 'Right', cabinets: [1], autoCreated: true },
      ))

  test('are created only once', () =>
    given(bare, { type: 'CreateQueues' }).when({ type: 'CreateQueues' }).changesNothing())

  test('need as many new ids as there are cabinets', () =>
    given(bare)
      .when({ type: 'CreateQueues' }, { ids: [91] })
      .refused('IDS_SHORT', '2 new ids are needed.', { needed: 2 }))

  test('may serve several cabinets', () =>
    given(bare)
      .when({ type: 'CreateQueue', name: 'Both', cabinets: [1, 2] })
      .answers({ ids: [91] }))

  test('cannot serve a cabinet of another tournament', () =>
    given(four)
      .when({ type: 'SetQueueCabinets', queue: queue1, cabinets: [1, 7] })
      .refused('CABINET_NOT_ASSIGNED', 'Cabinet 7 is not assigned to this tournament.'))

  test('serve each cabinet once', () => {
    given(four)
      .when({ type: 'CreateQueue', name: 'Both', cabinets: [2, 1, 2] })
      .gives({
        type: 'QueueCreated',
        queue: 93,
        name: 'Both',
        cabinets: [2, 1],
        autoCreated: false,
      })
    given(four)
      .when({ type: 'SetQueueCabinets', queue: queue1, cabinets: [2, 2] })
      .gives({ type: 'QueueCabinetsSet', queue: queue1, cabinets: [2] })
    given(four)
      .when({ type: 'SetQueueCabinets', queue: queue1, cabinets: [1, 1] })
      .changesNothing()
  })

  test('with the same cabinets again do not change', () =>
    given(four)
      .when({ type: 'SetQueueCabinets', queue: queue1, cabinets: [1] })
      .changesNothing())

  test('release their matches when they are deleted', () =>
    given(four, setQueue(queue1, m(1)))
      .when({ type: 'DeleteQueue', queue: queue1 })
      .leaves((t) => [t.queues[queue1], m(1) in t.matches], [undefined, true]))

  test('can be renamed; the same name changes nothing', () => {
    const named = play(four, { type: 'CreateQueue', name: 'Stream', cabinets: [1, 2] })
    const rename: Command = { type: 'RenameQueue', queue: 93, name: 'Finals' }
    given(named).when(rename).gives({ type: 'QueueRenamed', queue: 93, name: 'Finals' })
    given(named)
      .when(rename)
      .leaves((t) => t.queues[93]?.name, 'Finals')
    given(named, rename).when(rename).changesNothing()
  })

  test('that were created with a cabinet keep its name', () =>
    given(four)
      .when({ type: 'RenameQueue', queue: queue1, name: 'Finals' })
      .refused('QUEUE_OF_CABINET', 'This queue was created with Cabinet 1 and is named after it.'))

  test('can be disabled; a second time changes nothing', () =>
    given(four, { type: 'EnableQueue', queue: queue1, on: false })
      .when({ type: 'EnableQueue', queue: queue1, on: false })
      .changesNothing())
})

describe('R-ED-2: a queue entry', () => {
  const semis = [...result(m(1), 1, 0), ...result(m(2), 1, 0)]

  test('survives a change of one team', () =>
    given(four, ...semis, setQueue(queue1, m(3)))
      .when({ type: 'SetScore', match: m(1), goldScore: 2 })
      .leaves((t) => order(queue1)(t), [m(3)]))

  test('is removed with a second final that is no longer needed', () =>
    given(
      tournament({ teams: 2, stage: { stageType: 'double_elim' } }),
      ...result(m(1), 1, 0),
      ...result(m(2), 0, 1),
      setQueue(queue1, m(3)),
    )
      .when({ type: 'SetScore', match: m(2), blueScore: 2 })
      .leaves((t) => order(queue1)(t), []))
})

test('a started match cannot be put back by an old order', () =>
  given(four, setQueue(queue1, m(1), m(2)), start(m(1)), plus(m(1), 1))
    .when({ type: 'SetQueue', queue: queue1, matches: [m(2), m(1)], expected: [m(1), m(2)] })
    .refused('QUEUE_CHANGED'))

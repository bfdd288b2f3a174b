import { describe, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import {
  complete,
  m,
  emptyStory,
  play,
  plus,
  queue1,
  queue2,
  setQueue,
  start,
  afterCommand,
  tournament,
} from '#test/desk/story.ts'
import { given } from '#test/desk/given-when-then.ts'

const four = tournament()
const unflushedColumn = tournament({ stage: { queueTimer: 120 } })
const assign = (...ids: number[]): Command => ({
  type: 'AssignCabinets',
  cabinets: ids.map((id) => ({ id, name: `Cabinet ${id}` })),
})
const cabinets = (...ids: number[]) => ids.map((id) => ({ id, name: `Cabinet ${id}` }))
const serve = (queue: number, ...all: number[]): Command => ({
  type: 'SetQueueCabinets',
  queue,
  cabinets: all,
})

describe('a cabinet that is removed', () => {
  test('is removed with the queue that was created with it', () =>
    given(four)
      .when(assign(2))
      .gives(
        { type: 'QueueDeleted', queue: queue1 },
        { type: 'CabinetsAssigned', cabinets: cabinets(2) },
      ))

  test('leaves a shared queue in place', () =>
    given(four, serve(queue2, 1, 2), setQueue(queue2, m(1)))
      .when(assign(2))
      .gives(
        { type: 'QueueDeleted', queue: queue1 },
        { type: 'QueueCabinetsSet', queue: queue2, cabinets: [2] },
        { type: 'CabinetsAssigned', cabinets: cabinets(2) },
      ))

  test('leaves a queue created by hand without cabinets', () =>
    given(four, { type: 'CreateQueue', name: 'Stream', cabinets: [1] })
      .when(assign(2))
      .leaves((t) => t.queues[93]?.cabinets, []))

  test('cannot be removed while matches wait only for it', () =>
    given(four, setQueue(queue1, m(1), m(2)))
      .when(assign(2))
      .refused(
        'MATCH_QUEUED',
        'M1, M2 in queue Cabinet 1 would have no cabinet left. Move them to another queue first.',
        { queue: queue1, matches: [m(1), m(2)] },
      ))

  test('cannot be removed while a match is on it', () =>
    given(four, start(m(1)))
      .when(assign(2))
      .refused('MATCH_ACTIVE', 'M1 is being played on Cabinet 1. Stop it first.'))

  test('is restored by an undo with its queue and timer', () =>
    given(
      play(unflushedColumn, setQueue(queue1, m(2)), start(m(1)), plus(m(1), 1), complete(m(1))),
      serve(queue1, 1, 2),
      assign(2),
    )
      .whenUndone(0)
      .leavesAllAsBefore())
})

test('matches already waiting without a cabinet do not block a removal', () =>
  given(four, serve(queue1), setQueue(queue1, m(1)))
    .when(assign(2))
    .gives({ type: 'CabinetsAssigned', cabinets: cabinets(2) }))

test('cabinets can be added while matches are played on the assigned ones', () =>
  given(four, start(m(1)), setQueue(queue2, m(2)))
    .when({ type: 'AssignCabinets', cabinets: cabinets(3, 2), merge: true })
    .gives({ type: 'CabinetsAssigned', cabinets: cabinets(1, 2, 3) }))

describe('a cabinet that is assigned', () => {
  test('gets its own queue, in the same commit', () =>
    given(four)
      .when(assign(1, 2, 3), { queueIds: [93] })
      .gives(
        { type: 'CabinetsAssigned', cabinets: cabinets(1, 2, 3) },
        {
          type: 'QueueCreated',
          queue: 93,
          name: 'Cabinet 3',
          cabinets: [3],
          autoCreated: true,
        },
      ))

  test('tells how many ids its queues need', () =>
    given(four)
      .when(assign(1, 2, 3, 4), { queueIds: [] })
      .refused('IDS_SHORT', undefined, { needed: 0, queues: 2 }))

  test('gets no second queue, and none if its queue was deleted on purpose', () =>
    given(four, { type: 'DeleteQueue', queue: queue1 })
      .when(assign(2, 1), { queueIds: [] })
      .gives({ type: 'CabinetsAssigned', cabinets: cabinets(2, 1) }))

  test('is removed with its queue by an undo', () =>
    given(afterCommand(four, assign(1, 2, 3), { queueIds: [93] }))
      .whenUndone(0)
      .leavesAllAsBefore())

  test('gets its queue in the first commit of a tournament', () =>
    given(emptyStory)
      .when(
        {
          type: 'CreateTournament',
          scene: 1,
          name: 'Cup',
          slug: 'cup',
          date: '2026-05-02',
          linkType: 'hivemind',
          cabinets: cabinets(1, 2),
        },
        { queueIds: [91, 92] },
      )
      .leaves((t) => Object.values(t.queues).map(({ name }) => name), ['Cabinet 1', 'Cabinet 2']))
})

test('all cabinets can be removed while no match waits', () =>
  given(four)
    .when(assign())
    .leaves((t) => [t.cabinets, t.queues], [{}, {}]))

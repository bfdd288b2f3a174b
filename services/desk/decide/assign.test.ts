import { describe, test } from 'vitest'
import type { Command } from '../../../events/command.ts'
import { complete, m, play, plus, queue1, queue2, queued, start, tournament } from './build.ts'
import { given } from './check.ts'

const four = tournament()
const unhurried = tournament({ stage: { queueTimer: 120 } })
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

describe('a cabinet that is taken away', () => {
  test('takes the queue that came with it', () =>
    given(four)
      .when(assign(2))
      .gives(
        { type: 'QueueDeleted', queue: queue1 },
        { type: 'CabinetsAssigned', cabinets: cabinets(2) },
      ))

  test('leaves a queue that it shares', () =>
    given(four, serve(queue2, 1, 2), queued(queue2, m(1)))
      .when(assign(2))
      .gives(
        { type: 'QueueDeleted', queue: queue1 },
        { type: 'QueueCabinetsSet', queue: queue2, cabinets: [2] },
        { type: 'CabinetsAssigned', cabinets: cabinets(2) },
      ))

  test('leaves a queue made by hand without cabinets', () =>
    given(four, { type: 'CreateQueue', name: 'Stream', cabinets: [1] })
      .when(assign(2))
      .leaves((t) => t.queues[93]?.cabinets, []))

  test('stays while matches wait for it alone', () =>
    given(four, queued(queue1, m(1), m(2)))
      .when(assign(2))
      .refused(
        'MATCH_QUEUED',
        'M1, M2 in queue Cabinet 1 would have no cabinet left. Move them to another queue first.',
        { queue: queue1, matches: [m(1), m(2)] },
      ))

  test('stays while it is played on', () =>
    given(four, start(m(1)))
      .when(assign(2))
      .refused('MATCH_ACTIVE', 'M1 is being played on Cabinet 1. Stop it first.'))

  test('is given back with its queue and timer', () =>
    given(
      play(unhurried, queued(queue1, m(2)), start(m(1)), plus(m(1), 1), complete(m(1))),
      serve(queue1, 1, 2),
      assign(2),
    )
      .whenUndone(0)
      .leavesAllAsBefore())
})

test('matches that wait without any cabinet already keep none there', () =>
  given(four, serve(queue1), queued(queue1, m(1)))
    .when(assign(2))
    .gives({ type: 'CabinetsAssigned', cabinets: cabinets(2) }))

test('more cabinets come after those assigned, whatever is played there', () =>
  given(four, start(m(1)), queued(queue2, m(2)))
    .when({ type: 'AssignCabinets', cabinets: cabinets(3, 2), merge: true })
    .gives({ type: 'CabinetsAssigned', cabinets: cabinets(1, 2, 3) }))

test('no cabinets at all can be assigned before anything waits', () =>
  given(four)
    .when(assign())
    .leaves((t) => [t.cabinets, t.queues], [{}, {}]))

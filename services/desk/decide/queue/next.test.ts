import { describe, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import {
  clock,
  complete,
  m,
  next,
  play,
  plus,
  queue1,
  queue2,
  setQueue,
  result,
  start,
  afterCommand,
  tournament,
  undo,
} from '#test/desk/story.ts'
import { given, shown } from '#test/desk/given-when-then.ts'

const four = tournament()
const roundRobin = tournament({ stage: { stageType: 'round_robin' } })
const on = (match: number) => shown(match)
const disable = (queue: number): Command => ({ type: 'EnableQueue', queue, on: false })
const serve = (queue: number, ...cabinets: number[]): Command => {
  return { type: 'SetQueueCabinets', queue, cabinets }
}
const fire = (dueAt: string, cabinet = 1): Command => ({ type: 'FireTimer', cabinet, dueAt })

describe('R-QU-2: next', () => {
  test('starts the head of the queue', () =>
    given(four, setQueue(queue1, m(2), m(1)))
      .when(next())
      .answers({ match: m(2), skipped: [] }))

  test('skips and names a match that waits for its teams, which stays in the queue', () =>
    given(four, setQueue(queue1, m(3), m(1)))
      .when(next())
      .answers({ match: m(1), skipped: ['M3 still waits for winner of M1.'] }))

  test('skips and names a match whose team plays elsewhere', () =>
    given(roundRobin, start(m(1), 2), setQueue(queue1, m(3), m(2)))
      .when(next())
      .answers({ match: m(2), skipped: ['M3 waits: Bees are on Cabinet 2 (M1).'] }))

  test('leaves skipped matches in their places', () =>
    given(four, setQueue(queue1, m(3), m(1), m(2)))
      .when(next())
      .leaves((t) => t.queues[queue1]?.matches, [m(3), m(2)]))

  test('is refused with every reason when none can start', () =>
    given(four, setQueue(queue1, m(3)))
      .when(next())
      .refused('NOTHING_ELIGIBLE', 'M3 still waits for winner of M1.'))

  test('is refused when the queue is empty', () =>
    given(four).when(next()).refused('NOTHING_ELIGIBLE', 'The queue is empty.'))

  test('is refused when the queue is disabled', () =>
    given(four, setQueue(queue1, m(1)), disable(queue1))
      .when(next())
      .refused('QUEUE_DISABLED', 'The queue is disabled.'))

  test('is refused as disabled when all matches wait in a disabled queue', () =>
    given(four, serve(queue2, 1, 2), setQueue(queue2, m(1)), disable(queue2))
      .when(next())
      .refused('QUEUE_DISABLED', 'The queue is disabled.'))

  test('is refused while a match is on the cabinet', () =>
    given(four, setQueue(queue1, m(2)), start(m(1)))
      .when(next())
      .refused('MATCH_ACTIVE', 'M1 is still on Cabinet 1. Complete or stop it first.'))

  test('is refused on a cabinet that is offline', () =>
    given(four, setQueue(queue1, m(1)))
      .when(next(), { offline: [1] })
      .refused('CABINET_OFFLINE', 'Cabinet 1 is offline.'))

  test('is refused on a cabinet without a queue', () =>
    given(four, { type: 'DeleteQueue', queue: queue1 })
      .when(next())
      .refused('NO_QUEUE', 'Cabinet 1 has no queue.'))

  test('is refused on a cabinet of another tournament', () =>
    given(four).when(next(9)).refused('CABINET_NOT_ASSIGNED'))

  test('continues with the next enabled queue of the cabinet', () =>
    given(four, serve(queue2, 1, 2), setQueue(queue2, m(2)))
      .when(next())
      .answers({ match: m(2) }))
})

describe('R-QU-3: a queue over two cabinets', () => {
  const shared = play(four, serve(queue1, 1, 2), setQueue(queue1, m(1), m(2)))

  test('gives its first match to the cabinet that asks first', () =>
    given(shared)
      .when(next(2))
      .leaves((t) => on(m(1))(t)?.activeCabinet, 2))

  test('gives the other cabinet the next match, without a double start', () =>
    given(shared, next(2))
      .when(next(1))
      .leaves((t) => on(m(2))(t)?.activeCabinet, 1))
})

describe('R-QT-1: the queue timer', () => {
  const ready = play(four, setQueue(queue1, m(2)), start(m(1)), plus(m(1), 1))
  const armed = play(ready, complete(m(1)))
  const dueAt = armed.states.at(-1)!.timers[1]!.dueAt

  test('is armed when a match on the cabinet completes', () =>
    given(ready)
      .when(complete(m(1)), { now: clock(1000) })
      .gives(
        { type: 'MatchCompleted', match: m(1), winner: 0, score: [1, 0], at: clock(1000) },
        { type: 'TimerArmed', cabinet: 1, after: m(1), dueAt: clock(1030) },
      ))

  test('with 0 seconds is due immediately', () =>
    given(
      tournament({ stage: { queueTimer: 0 } }),
      setQueue(queue1, m(2)),
      start(m(1)),
      plus(m(1), 1),
    )
      .when(complete(m(1)), { now: clock(1000) })
      .leaves((t) => t.timers[1]?.dueAt, clock(1000)))

  test('is not armed if the match was on no cabinet', () =>
    given(four, setQueue(queue1, m(2)), plus(m(1), 1))
      .when(complete(m(1)))
      .leaves((t) => t.timers, {}))

  test('is not armed if the queue is empty', () =>
    given(four, start(m(1)), plus(m(1), 1))
      .when(complete(m(1)))
      .leaves((t) => t.timers, {}))

  test('is not armed if the queue is disabled', () =>
    given(ready, disable(queue1))
      .when(complete(m(1)))
      .leaves((t) => t.timers, {}))

  const stuck = play(four, setQueue(queue1, m(3)), start(m(1)), plus(m(1), 1), complete(m(1)))
  const stuckAt = stuck.states.at(-1)!.timers[1]!.dueAt
  const why = 'M3 still waits for winner of M2.'

  test('that finds no playable match stays, with the reason', () =>
    given(stuck)
      .when(fire(stuckAt), { now: stuckAt })
      .gives({ type: 'TimerWaits', cabinet: 1, reason: why }))

  test('that waits stores the reason only once', () => {
    const waiting = afterCommand(stuck, fire(stuckAt), { now: stuckAt })
    return given(waiting).when(fire(stuckAt), { now: stuckAt }).changesNothing()
  })

  test('that waited starts the match as soon as its teams are known', () => {
    const waiting = afterCommand(stuck, fire(stuckAt), { now: stuckAt })
    return given(waiting, plus(m(2), 2), complete(m(2)))
      .when(fire(stuckAt), { now: stuckAt })
      .leaves((t) => [on(m(3))(t)?.activeCabinet, t.timers], [1, {}])
  })

  test('that waits does not block an undo', () => {
    const waiting = afterCommand(stuck, fire(stuckAt), { now: stuckAt })
    return given(waiting)
      .when(undo(stuck.commits.length), { now: stuckAt })
      .leaves((t) => t.timers, {})
  })

  test('starts the next match when it is due', () =>
    given(armed)
      .when(fire(dueAt), { now: dueAt })
      .leaves((t) => [on(m(2))(t)?.activeCabinet, t.timers], [1, {}]))

  test('fires only once', () =>
    given(armed, next()).when(fire(dueAt), { now: dueAt }).changesNothing())

  test('does not fire early', () =>
    given(armed)
      .when(fire(dueAt), { now: new Date(Date.parse(dueAt) - 1).toISOString() })
      .refused('TIMER_NOT_DUE', 'The timer is still running.'))

  test('whose match ended in an hour from now fires: the clock has been set back', () =>
    given(armed)
      .when(fire(dueAt), { now: new Date(Date.parse(dueAt) - 3_600_000).toISOString() })
      .leaves((t) => [on(m(2))(t)?.activeCabinet, t.timers], [1, {}]))

  test('that was armed again does not fire at the old time', () =>
    given(armed)
      .when(fire(clock(1)))
      .changesNothing())

  test('keeps its time when the queue is reordered, and starts the new first match', () => {
    const reordered = play(armed, setQueue(queue1, m(3), m(2)), ...result(m(2), 1, 0))
    given(reordered)
      .when(fire(dueAt), { now: dueAt })
      .leaves((t) => on(m(3))(t)?.activeCabinet, 1)
  })

  test('that is due on an offline cabinet ends with the reason', () =>
    given(armed)
      .when(fire(dueAt), { now: dueAt, offline: [1] })
      .gives({ type: 'TimerCancelled', cabinet: 1, reason: 'Cabinet 1 is offline.' }))

  test('that is due without a queued match ends with the reason', () =>
    given(armed, setQueue(queue1))
      .when(fire(dueAt), { now: dueAt })
      .gives({ type: 'TimerCancelled', cabinet: 1, reason: 'The queue is empty.' }))
})

describe('R-QT-2: the queue timer ends with its reason', () => {
  const armed = play(four, setQueue(queue1, m(2)), start(m(1)), plus(m(1), 1), complete(m(1)))

  test('when it is held', () =>
    given(armed)
      .when({ type: 'HoldTimer', cabinet: 1, reason: 'held' })
      .gives({ type: 'TimerCancelled', cabinet: 1, reason: 'held' }))

  test('holding changes nothing if no timer runs', () =>
    given(four).when({ type: 'HoldTimer', cabinet: 1, reason: 'held' }).changesNothing())

  test('when its queue is disabled', () =>
    given(armed)
      .when(disable(queue1))
      .gives(
        { type: 'QueueEnabled', queue: queue1, on: false },
        { type: 'TimerCancelled', cabinet: 1, reason: 'the queue was disabled' },
      ))

  test('does not end while another enabled queue serves the cabinet', () =>
    given(armed, serve(queue2, 1, 2), setQueue(queue2, m(3)))
      .when(disable(queue1))
      .leaves((t) => Object.keys(t.timers), ['1']))

  const beside = play(armed, serve(queue2, 1, 2))

  test('when its queue is disabled and the other queues of the cabinet are empty', () =>
    given(beside)
      .when(disable(queue1))
      .gives(
        { type: 'QueueEnabled', queue: queue1, on: false },
        { type: 'TimerCancelled', cabinet: 1, reason: 'the queue was disabled' },
      ))

  test('when its queue is deleted and the other queues of the cabinet are empty', () =>
    given(beside)
      .when({ type: 'DeleteQueue', queue: queue1 })
      .gives(
        { type: 'QueueDeleted', queue: queue1 },
        { type: 'TimerCancelled', cabinet: 1, reason: 'the queue was deleted' },
      ))

  test('when its queue leaves the cabinet and the other queues are empty', () =>
    given(beside)
      .when(serve(queue1, 2))
      .gives(
        { type: 'QueueCabinetsSet', queue: queue1, cabinets: [2] },
        { type: 'TimerCancelled', cabinet: 1, reason: 'the cabinet left the queue' },
      ))

  test('does not end when an empty queue beside its queue is disabled', () =>
    given(beside)
      .when(disable(queue2))
      .leaves((t) => Object.keys(t.timers), ['1']))

  test('does not end with an empty queue while another empty one may still get matches', () =>
    given(beside, setQueue(queue1))
      .when(disable(queue2))
      .leaves((t) => Object.keys(t.timers), ['1']))

  test('when its queue is deleted', () =>
    given(armed)
      .when({ type: 'DeleteQueue', queue: queue1 })
      .leaves((t) => t.timers, {}))

  test('when its cabinet leaves the queue', () =>
    given(armed)
      .when(serve(queue1, 2))
      .leaves((t) => t.timers, {}))

  test('when its cabinet is taken away', () =>
    given(armed, serve(queue1, 1, 2))
      .when({ type: 'AssignCabinets', cabinets: [{ id: 2, name: 'Cabinet 2' }] })
      .gives(
        { type: 'QueueCabinetsSet', queue: queue1, cabinets: [2] },
        { type: 'CabinetsAssigned', cabinets: [{ id: 2, name: 'Cabinet 2' }] },
        { type: 'TimerCancelled', cabinet: 1, reason: 'the cabinet was removed' },
      ))

  test('when a match starts on the cabinet', () =>
    given(armed, ...result(m(2), 1, 0))
      .when(start(m(3)))
      .leaves((t) => t.timers, {}))
})

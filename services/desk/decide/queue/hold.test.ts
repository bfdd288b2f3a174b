import { english } from '#events/messages/english.ts'
import { describe, expect, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import { publicMessage } from '#events/describe/commit-line.ts'
import {
  clock,
  complete,
  m,
  next,
  play,
  plus,
  setQueue,
  queue1,
  start,
  stop,
  afterCommand,
} from '#test/desk/story.ts'
import { stageId, stateOf, tournament, undo } from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'
import { given, shown } from '#test/desk/given-when-then.ts'

const hold: Command = { type: 'HoldCabinet', cabinet: 1, reason: 'held' }
const release: Command = { type: 'ReleaseCabinet', cabinet: 1 }
const over = [start(m(1)), plus(m(1), 1), complete(m(1))]
const ready = play(tournament(), setQueue(queue1, m(2), m(3)))
const armed = play(ready, ...over)
const held = play(armed, hold)
const dueAt = armed.states.at(-1)!.timers[1]!.dueAt
const timers = (t: Tournament) => t.timers
const heldIn = (t: Tournament) => rowsOf(t).tournament.get('1')?.heldCabinets

describe('R-QT-2: a cabinet that is held', () => {
  test('loses its timer, with the reason', () =>
    given(armed)
      .when({ type: 'HoldCabinet', cabinet: 1, reason: 'broken stick' }, { now: clock(500) })
      .gives(
        { type: 'CabinetHeld', cabinet: 1, reason: 'broken stick', at: clock(500) },
        { type: 'TimerCancelled', cabinet: 1, reason: 'broken stick' },
      ))

  test('shows the hold in its row', () =>
    given(armed)
      .when(hold, { now: clock(500) })
      .leaves(heldIn, [{ cabinet: 1, reason: 'held', since: clock(500) }]))

  test('may be held before anything is played on it', () =>
    given(ready, hold, start(m(1)), plus(m(1), 1))
      .when(complete(m(1)))
      .leaves(timers, {}))

  test('released, starts the timer for a match that came back from another cabinet', () => {
    const moved = [start(m(1), 2), start(m(1), 1)].flatMap((command) => [command, stop(m(1))])
    given(ready, start(m(1)), stop(m(1)), ...moved, ...over, hold)
      .when(release, { now: clock(500) })
      .leaves((t) => t.timers[1]?.after, m(1))
  })

  test('gets no timer at later completions either', () =>
    given(held, next(), plus(m(2), 2))
      .when(complete(m(2)))
      .leaves(timers, {}))

  test('still allows a start by a person', () =>
    given(held)
      .when(next())
      .leaves((t) => shown(m(2))(t)?.activeCabinet, 1))

  test('does not hold another cabinet', () =>
    given(armed, { type: 'HoldCabinet', cabinet: 2, reason: 'held' })
      .when({ type: 'ExtendTimer', cabinet: 1, seconds: 30 })
      .leaves((t) => Object.keys(t.timers), ['1']))

  test('held again, does not change', () => given(held).when(hold).changesNothing())

  test('stays held when the cabinets are reassigned', () =>
    given(held)
      .when({ type: 'AssignCabinets', cabinets: [{ id: 1, name: 'North' }] })
      .leaves((t) => heldIn(t)?.length, 1))

  test('has to belong to this tournament', () => {
    given(armed)
      .when({ type: 'HoldCabinet', cabinet: 9, reason: 'held' })
      .refused('CABINET_NOT_ASSIGNED')
    given(armed).when({ type: 'ReleaseCabinet', cabinet: 9 }).refused('CABINET_NOT_ASSIGNED')
  })

  test('R-UN-1: is free again after an undo, with its timer', () =>
    given(held)
      .whenUndone()
      .leaves((t) => [heldIn(t), t.timers[1]?.dueAt], [[], dueAt]))

  test('R-UN-1: does not get its timer back by another undo', () => {
    const later = play(afterCommand(armed, next(), { now: clock(70) }), hold)
    given(later)
      .when(undo(armed.commits.length + 1), { now: clock(71) })
      .leaves(timers, {})
  })
})

describe('R-QT-2: a cabinet that is released', () => {
  test('gets a new timer', () =>
    given(held)
      .when(release, { now: clock(900) })
      .gives(
        { type: 'CabinetReleased', cabinet: 1 },
        { type: 'TimerArmed', cabinet: 1, after: m(1), dueAt: clock(930) },
      ))

  test('starts matches automatically again', () => {
    const released = afterCommand(held, release, { now: clock(900) })
    given(released)
      .when({ type: 'FireTimer', cabinet: 1, dueAt: clock(930) }, { now: clock(930) })
      .leaves((t) => shown(m(2))(t)?.activeCabinet, 1)
  })

  test('gets no timer while a match is on it', () =>
    given(held, next()).when(release).gives({ type: 'CabinetReleased', cabinet: 1 }))

  test('gets no timer if nothing has been played', () =>
    given(ready, hold).when(release).gives({ type: 'CabinetReleased', cabinet: 1 }))

  test('gets no timer if the result is under review', () =>
    given(held, { type: 'ReviewMatch', match: m(1), on: true })
      .when(release)
      .gives({ type: 'CabinetReleased', cabinet: 1 }))

  test('that is not held does not change', () => given(armed).when(release).changesNothing())
})

test('R-QT-2: a result under review ends the timer that follows it, with the reason', () =>
  given(armed)
    .when({ type: 'ReviewMatch', match: m(1), on: true })
    .gives(
      { type: 'ReviewSet', match: m(1), on: true },
      { type: 'TimerCancelled', cabinet: 1, reason: 'its result is under review' },
    ))

test('R-QT-2: +30 s is added to what is left', () =>
  given(armed)
    .when({ type: 'ExtendTimer', cabinet: 1, seconds: 30 }, { now: clock(0) })
    .gives({
      type: 'TimerArmed',
      cabinet: 1,
      after: m(1),
      dueAt: new Date(Date.parse(dueAt) + 30_000).toISOString(),
    }))

describe('R-QU-3: of two cabinets of one queue', () => {
  const serve: Command = { type: 'SetQueueCabinets', queue: queue1, cabinets: [1, 2] }
  const four = tournament({ teams: 8 })
  const playing = play(
    four,
    serve,
    setQueue(queue1, m(3), m(4)),
    start(m(1), 1),
    start(m(2), 2),
    plus(m(1), 1),
    plus(m(2), 4),
  )
  const ended = (first: number, second: number) =>
    afterCommand(afterCommand(playing, complete(m(1)), { now: clock(first) }), complete(m(2)), {
      now: clock(second),
    })
  const fire = (cabinet: number, at: number): Command => {
    return { type: 'FireTimer', cabinet, dueAt: clock(at) }
  }

  test('the one that was free first gets the first match', () =>
    given(ended(1000, 1001))
      .when(fire(2, 1031), { now: clock(1031) })
      .refused('TIMER_NOT_DUE', 'Cabinet 1 gets its match first.'))

  test('if both became free at once, the order of the cabinets decides', () => {
    const both = ended(1000, 1000)
    given(both)
      .when(fire(2, 1030), { now: clock(1030) })
      .refused('TIMER_NOT_DUE')
    const first = afterCommand(both, fire(1, 1030), { now: clock(1030) })
    given(first)
      .when(fire(2, 1030), { now: clock(1030) })
      .leaves((t) => [shown(m(3))(t)?.activeCabinet, shown(m(4))(t)?.activeCabinet], [1, 2])
  })

  test('a missed timer does not block the other cabinet', () =>
    given(ended(1000, 1010))
      .when(fire(2, 1040), { now: clock(1040) })
      .leaves((t) => shown(m(3))(t)?.activeCabinet, 2))
})

const none: Command = { type: 'RemoveAll', queue: queue1 }
test.each<[Command, string, Story]>([
  [hold, 'Cabinet 1 held', armed],
  [release, 'Cabinet 1 released', held],
  [none, 'Queue Cabinet 1 emptied', held],
  [
    { type: 'AssignAll', queue: queue1, stages: [stageId] },
    'Queue Cabinet 1 filled',
    play(held, none),
  ],
])('the last-action bar says what was done', (command, text, before) => {
  const story = play(before, command)
  expect(english(publicMessage(stateOf(story), story.commits.at(-1)!))).toBe(text)
})

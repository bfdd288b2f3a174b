import { describe, expect, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import {
  clock,
  complete,
  forfeit,
  game,
  m,
  play,
  queue1,
  setQueue,
  result,
  start,
  tournament,
} from '#test/desk/story.ts'
import { given, shown } from '#test/desk/given-when-then.ts'

const lodge = (match: number, late?: boolean): Command => {
  return { type: 'LodgeProtest', match, reason: 'wrong_point', ...(late ? { late } : {}) }
}
const withdraw: Command = { type: 'WithdrawProtest', protest: 1 }
const held = (t: Tournament) => rowsOf(t).tournament.get('1')?.heldCabinets
const timers = (t: Tournament) =>
  [...rowsOf(t).timer.values()].map(({ cabinet, dueAt }) => [cabinet, dueAt])
const provisional = (t: Tournament) => {
  const { match, bracket } = rowsOf(t)
  const isSo = (row: { isProvisional: boolean }) => row.isProvisional
  return [[...match.values()].filter(isSo).map(({ id }) => id), [...bracket.values()].map(isSo)]
}

const four = tournament()
const on = play(four, start(m(1)), ...game('g1', m(1), 'blue'))
/** M1 has just ended on Cabinet 1, whose timer runs. */
const ended = play(on, setQueue(queue1, m(2)), complete(m(1)))

describe('R-DI-1: a match under protest', () => {
  test('has to have been played', () =>
    given(four)
      .when(lodge(m(1)))
      .refused('MATCH_NOT_PLAYED', 'M1 has not been played: there is nothing to protest.'))

  test('may be active; the protest holds its cabinet', () =>
    given(on)
      .when(lodge(m(1)), { now: clock(500), person: 8 })
      .gives(
        {
          type: 'ProtestLodged',
          protest: 1,
          match: m(1),
          reason: 'wrong_point',
          by: 8,
          isLate: false,
          at: clock(500),
        },
        {
          type: 'CabinetHeld',
          cabinet: 1,
          reason: 'M1 is under protest',
          at: clock(500),
          protest: 1,
        },
      ))

  test('shows the protest in its row, and the answer has the id', () => {
    given(on)
      .when(lodge(m(1)))
      .leaves((t) => shown(m(1))(t)?.protest, { id: 1, state: 'open', ruling: null })
    given(on)
      .when(lodge(m(1)))
      .answers({ ids: [1] })
  })

  test('arms no timer when it is completed', () =>
    given(on, setQueue(queue1, m(2)), lodge(m(1)))
      .when(complete(m(1)))
      .leaves(timers, []))

  test('may be complete; its timer ends, and its cabinet is held', () =>
    given(ended)
      .when(lodge(m(1)))
      .leaves(
        (t) => [timers(t), held(t)?.map(({ cabinet, protest }) => [cabinet, protest])],
        [[], [[1, 1]]],
      ))

  test('holds no cabinet on which another match was played since', () =>
    given(ended, start(m(2)), ...game('g2', m(2), 'blue'), complete(m(2)))
      .when(lodge(m(1)))
      .leaves(held, []))

  test('does not change a hold by a person', () =>
    given(ended, { type: 'HoldCabinet', cabinet: 1, reason: 'new joystick' }, lodge(m(1)))
      .when(withdraw)
      .leaves((t) => held(t)?.map(({ reason }) => reason), ['new joystick']))

  test('cannot be protested twice at a time', () =>
    given(ended, lodge(m(1)))
      .when(lodge(m(1)))
      .refused('PROTEST_OPEN', 'M1 is already under protest.', { protest: 1 }))

  test('makes the teams of dependent matches and the places of its stage provisional', () =>
    given(ended)
      .when(lodge(m(1)))
      .leaves(provisional, [[m(3)], [true]]))

  test('withdrawn, makes nothing provisional', () =>
    given(ended, lodge(m(1)))
      .when(withdraw)
      .leaves(provisional, [[], [false]]))

  test('R-PL-1: does not prevent the next match from being played', () =>
    given(ended, ...result(m(2), 1, 0), lodge(m(1)))
      .when(start(m(3)))
      .leaves((t) => shown(m(3))(t)?.activeCabinet, 1))

  test('withdrawn, restarts the timer of its cabinet', () =>
    given(ended, lodge(m(1)))
      .when(withdraw, { now: clock(900) })
      .gives(
        { type: 'ProtestWithdrawn', protest: 1, at: clock(900) },
        { type: 'CabinetReleased', cabinet: 1 },
        { type: 'TimerArmed', cabinet: 1, after: m(1), dueAt: clock(930) },
      ))

  test('withdrawn while it is played, only releases its cabinet', () =>
    given(on, lodge(m(1)))
      .when(withdraw)
      .leaves((t) => [held(t), timers(t)], [[], []]))

  test('withdrawn twice, does not change', () =>
    given(ended, lodge(m(1)), withdraw)
      .when(withdraw)
      .changesNothing())

  test('R-UN-1: undone, restores the match, its cabinet and its timer', () => {
    given(on, lodge(m(1)))
      .whenUndone()
      .leavesAllAsBefore()
    given(ended, lodge(m(1)))
      .whenUndone(0, { now: clock(150) })
      .leavesAllAsBefore()
  })

  test('R-UN-1: withdrawn and undone, holds its cabinet again', () =>
    given(ended, lodge(m(1)), withdraw)
      .whenUndone()
      .leavesAllAsBefore())

  test('R-UN-1: cannot be restored beside another protest of the same match', () =>
    given(four, ...result(m(1), 1, 0), lodge(m(1)), withdraw, lodge(m(1)))
      .whenUndone(1)
      .refused('PROTEST_OPEN', 'M1 would be under two protests.'))

  test('R-UN-1: a hold cannot come back after its protest has ended', () =>
    given(ended, lodge(m(1)), { type: 'ReleaseCabinet', cabinet: 1 }, withdraw)
      .whenUndone(1)
      .refused('PROTEST_ENDED', 'Cabinet 1 would be held for a protest that is over.'))
})

describe('R-DI-1, R-QT-2: a cabinet that is held by a protest and by hand', () => {
  const byHand: Command = { type: 'HoldCabinet', cabinet: 1, reason: 'broken stick' }
  const release: Command = { type: 'ReleaseCabinet', cabinet: 1 }
  const reasons = (t: Tournament) => held(t)?.map(({ reason }) => reason)

  test.each([
    ['before the protest', [byHand, lodge(m(1))]],
    ['after it', [lodge(m(1)), byHand]],
  ])('%s, stays held when the protest ends', (_, commands) =>
    given(ended, ...commands)
      .when(withdraw)
      .leaves((t) => [reasons(t), timers(t)], [['broken stick'], []]),
  )

  test.each([
    ['before the protest', [byHand, lodge(m(1))]],
    ['after it', [lodge(m(1)), byHand]],
  ])('%s, and is released, waits for the protest', (_, commands) =>
    given(ended, ...commands)
      .when(release)
      .leaves((t) => [reasons(t), timers(t)], [['M1 is under protest'], []]),
  )

  test('is free when both holds have ended, with one timer', () =>
    given(ended, lodge(m(1)), byHand, withdraw)
      .when(release, { now: clock(900) })
      .leaves((t) => [held(t), timers(t)], [[], [[1, clock(930)]]]))

  test('stays released after a release by hand while the protest is open', () =>
    given(ended, lodge(m(1)), release)
      .when(withdraw, { now: clock(900) })
      .leaves((t) => [held(t), timers(t)], [[], [[1, clock(930)]]]))
})

test('R-DI-1: a cabinet held by two protests starts nothing between their ends', () => {
  const second: Command = { type: 'WithdrawProtest', protest: 2 }
  const both = play(
    ended,
    lodge(m(1)),
    start(m(2)),
    ...game('g2', m(2), 'blue'),
    setQueue(queue1, m(3)),
    complete(m(2)),
    lodge(m(2)),
  )
  const first = given(both, withdraw)
  first
    .when(setQueue(queue1))
    .leaves(held, [
      { cabinet: 1, reason: 'M2 is under protest', since: expect.any(String), protest: 2 },
    ])
  first
    .when(second, { now: clock(900) })
    .leaves((t) => [held(t), timers(t)], [[], [[1, clock(930)]]])
  first.whenUndone().leavesAllAsBefore()
  expect.assertions(3)
})

describe('R-DI-2: the time for a protest', () => {
  const gone = play(ended, ...result(m(2), 1, 0), start(m(3)))

  test('is over when a team has begun its next match', () =>
    given(gone)
      .when(lodge(m(1)))
      .refused(
        'PROTEST_LATE',
        'The time for a protest is over: Bees have started M3. Only an admin can still mark M1 as under protest.',
      ))

  test('does not end by a match of other teams or by a forfeit', () => {
    given(ended, start(m(2)))
      .when(lodge(m(1)))
      .answers({ ids: [1] })
    given(ended, ...result(m(2), 1, 0), forfeit(m(3), 1))
      .when(lodge(m(1)))
      .answers({ ids: [1] })
  })

  test('does not bind an admin, and the protest is marked as late', () =>
    given(gone)
      .when(lodge(m(1), true))
      .leaves((t) => rowsOf(t).protest.get('1')?.isLate, true))

  test('is not marked as late if an admin is in time', () =>
    given(ended)
      .when(lodge(m(1), true))
      .leaves((t) => rowsOf(t).protest.get('1')?.isLate, false))

  test('never ends if the tournament has no deadline', () =>
    given(gone, { type: 'ChangeTournament', protestDeadline: 'none' })
      .when(lodge(m(1)))
      .leaves((t) => rowsOf(t).protest.get('1')?.isLate, false))

  test('R-UN-1: the setting can be undone', () => {
    const story = given(ended, { type: 'ChangeTournament', protestDeadline: 'none' })
    story.whenUndone().leavesAllAsBefore()
    story.whenUndone().leaves((t) => t.protestDeadline, 'next_match')
  })
})

test('R-DI-1: an unknown protest or match is refused', () => {
  given(four).when(withdraw).refused('NO_SUCH_PROTEST')
  given(four).when(lodge(999)).refused('NO_SUCH_MATCH')
  expect.assertions(2)
})

import { describe, expect, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import { given } from '#test/desk/given-when-then.ts'
import { clock, play, stateOf, tournament, undo } from '#test/desk/story.ts'

const at = clock(0)
const empty = play(tournament())
const next = stateOf(empty).version + 1
const report = (missing: number): Command => ({ type: 'ReportAttendance', team: 1, missing })
const call = (cabinet: number | null, team: number | null = null): Command => {
  return { type: 'CallOfficial', cabinet, team }
}
const take = (device: string | null): Command => ({ type: 'TakeOfficialCall', num: next, device })
const warn = (player: number | null): Command => {
  return { type: 'GiveWarning', team: 1, player, reason: 'late' }
}

describe('R-CO-1: attendance', () => {
  test('is what was reported last; the same report again changes nothing', () => {
    given(empty)
      .when(report(2), { now: at })
      .gives({ type: 'AttendanceReported', team: 1, missing: 2, at })
    given(empty, report(2)).when(report(2)).changesNothing()
    const here = play(empty, report(2), report(0))
    expect(stateOf(here).attendances[1]?.missing).toBe(0)
    const undone = play(here, undo(stateOf(here).version))
    expect([...rowsOf(stateOf(undone)).attendance.values()]).toMatchObject([
      { team: 1, missing: 2 },
    ])
    given(empty).when({ type: 'ReportAttendance', team: 99, missing: 0 }).refused('NO_SUCH_TEAM')
  })
})

describe('R-CO-2: a call for an official', () => {
  const called = play(empty, call(1))

  test('is unique for each place; another place has its own', () => {
    given(empty)
      .when(call(1, 2), { now: at })
      .gives({ type: 'OfficialCalled', num: next, cabinet: 1, team: 2, at })
    given(called).when(call(1)).changesNothing()
    expect(Object.keys(stateOf(play(called, call(2), call(1, 2))).officialCalls)).toHaveLength(3)
    given(empty).when(call(99)).refused('CABINET_NOT_ASSIGNED')
    given(empty).when(call(null, 99)).refused('NO_SUCH_TEAM')
  })

  test('is taken by one official; the public row names the tablet, not the person', () => {
    given(called)
      .when(take('North tablet'), { now: at, person: 7 })
      .gives({ type: 'OfficialCallTaken', num: next, at, device: 'North tablet', person: 7 })
    const taken = play(called, take('North tablet'))
    const { person } = stateOf(taken).officialCalls[next]!.taken!
    given(taken).when(take('North tablet'), { person }).changesNothing()
    given(taken).when(take('South tablet')).refused('CALL_IS_TAKEN')
    const [row] = rowsOf(stateOf(taken)).officialCall.values()
    expect(Object.keys(row!).toSorted()).toEqual(
      ['at', 'cabinet', 'num', 'takenAt', 'takenOn', 'team', 'tournament'].toSorted(),
    )
    expect(row).toMatchObject({ cabinet: 1, takenOn: 'North tablet' })
  })

  test('that has ended cannot be taken; its end can be undone', () => {
    const ended = play(called, { type: 'EndOfficialCall', num: next })
    given(ended).when(take(null)).refused('CALL_HAS_ENDED')
    given(ended).when({ type: 'EndOfficialCall', num: next }).changesNothing()
    const back = play(ended, undo(stateOf(ended).version))
    expect(stateOf(back).officialCalls[next]?.cabinet).toBe(1)
  })
})

describe('R-CO-3: a warning', () => {
  test('is given to a team or one of its players, is in no row, and can be undone', () => {
    given(empty).when(warn(5)).refused('PLAYER_NOT_IN_TEAM')
    const of = play(empty, { type: 'MovePlayers', moves: [{ player: 5, team: 1 }] })
    const num = stateOf(of).version + 1
    given(of)
      .when(warn(5), { now: at })
      .gives({ type: 'WarningGiven', num, team: 1, player: 5, reason: 'late', at })
    const warned = play(of, warn(5))
    expect(Object.keys(rowsOf(stateOf(warned)))).not.toContain('warning')
    expect(stateOf(play(warned, undo(num))).warnings).toEqual({})
  })
})

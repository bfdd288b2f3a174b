import { english } from '#events/messages/english.ts'
import { describe, expect, test } from 'vitest'
import { changes } from '#events/view/changes.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import { publicMessage } from '#events/describe/commit-line.ts'
import {
  begin,
  complete,
  finish,
  game,
  m,
  play,
  plus,
  queue1,
  setQueue,
  result,
  setScore,
  start,
  stateOf,
  stop,
  tournament,
} from './story.ts'
import { given, points, shown, teams } from './given-when-then.ts'

const four = tournament({ stage: { winsPerMatch: 2 } })
const review = (on = true) => ({ type: 'ReviewMatch', match: m(1), on }) as const
const scored = play(four, setScore(m(1), 1, 0))
const held = play(scored, review())

describe('R-CMD-4: a match under review', () => {
  test('is marked', () =>
    given(scored)
      .when(review())
      .leaves((t) => shown(m(1))(t)?.underReview, true))

  test('shows the score before the review while officials continue', () =>
    given(held)
      .when(plus(m(1), 4))
      .leaves((t) => [...points(m(1))(t), t.matches[m(1)]?.adjusted], [1, 0, [1, 1]]))

  test('gives viewers no change at all while it is scored and decided', () => {
    const done = play(held, plus(m(1), 4), plus(m(1), 4), complete(m(1)))
    expect(changes(stateOf(held), stateOf(done))).toEqual({})
  })

  test('does not show which games count meanwhile', () => {
    const on = play(held, start(m(1)), begin('g1', m(1)))
    const done = play(on, finish('g1', 'gold'))
    expect(changes(stateOf(on), stateOf(done))).toEqual({})
    const rows = changes(stateOf(done), stateOf(play(done, review(false))))
    expect(rows.played?.put.map((row) => [row.status, row.winningTeam])).toEqual([
      ['counted', 'gold'],
    ])
  })

  test('R-QT-2: cancels the queue timer that its completion armed', () =>
    given(four, setQueue(queue1, m(2)), start(m(1)), setScore(m(1), 2, 0), complete(m(1)))
      .when(review())
      .leaves((t) => t.timers, {}))

  test('R-QT-2: arms no queue timer when it completes', () =>
    given(held, setQueue(queue1, m(2)), start(m(1)), setScore(m(1), 2, 0))
      .when(complete(m(1)))
      .leaves((t) => t.timers, {}))

  test('advances no team before the review ends', () =>
    given(held, ...result(m(1), 0, 2), ...result(m(2), 1, 0))
      .when(start(m(3)))
      .leaves((t) => [...teams(m(3))(t), shown(m(3))(t)?.activeCabinet], [null, 2, 1]))

  test('shows the decision in one change when it is released', () => {
    const done = play(held, ...result(m(1), 0, 2))
    const released = stateOf(play(done, review(false)))
    const rows = changes(stateOf(done), released).match?.put ?? []
    expect(rows.map((row) => [row.id, row.underReview, row.goldScore, row.blueTeam])).toEqual([
      [m(1), false, 2, 1],
      [m(3), false, 0, 4],
    ])
  })

  test('still shows its cabinet', () =>
    given(held, start(m(1)))
      .when(stop(m(1)))
      .leaves((t) => shown(m(1))(t)?.activeCabinet, null))

  test('is not revealed in the line of a commit', () => {
    const all = play(held, start(m(1)), ...game('g1', m(1), 'gold'), plus(m(1), 4))
    const lines = all.commits.map((commit) =>
      english(publicMessage(all.states[commit.version]!, commit)),
    )
    expect(new Set(lines.slice(scored.commits.length))).toEqual(new Set(['M1 is under review']))
  })

  test('stays under review when it is put under review again', () =>
    given(held).when(review()).changesNothing())

  test('is visible again after an undo', () => given(held).whenUndone().leavesAllAsBefore())

  test('does not change the standings', () => {
    const pools = tournament({ stage: { stageType: 'round_robin' } })
    const before = play(pools, review())
    const after = play(before, ...result(m(1), 2, 0))
    expect([...rowsOf(stateOf(after)).standing]).toEqual([...rowsOf(stateOf(before)).standing])
  })
})

import { describe, test } from 'vitest'
import type { Tournament } from '#events/state/tournament.ts'
import {
  complete,
  m,
  play,
  plus,
  queue1,
  reopen,
  replay,
  setQueue,
  start,
  tournament,
} from '#test/desk/story.ts'
import { given } from '#test/desk/given-when-then.ts'

const timers = (t: Tournament) => Object.keys(t.timers).length
const four = play(tournament(), setQueue(queue1, m(2)), start(m(1)), plus(m(1), 1))
const ended = play(four, complete(m(1)))

describe('R-QT-1: the timer that follows a match ends', () => {
  test.each([reopen(m(1)), replay(m(1), 'a cable was loose')])(
    'if the match is opened again (%o)',
    (command) => given(ended).when(command).leaves(timers, 0),
  )

  test('if its completion is undone', () => given(ended).whenUndone().leaves(timers, 0))

  test('not if another match is opened', () =>
    given(ended, plus(m(2), 2), complete(m(2)))
      .when(reopen(m(2)))
      .leaves(timers, 1))

  test('and runs again when that is undone', () =>
    given(ended, reopen(m(1)))
      .whenUndone(0, { now: ended.commits.at(-1)!.at })
      .leaves(timers, 1))
})

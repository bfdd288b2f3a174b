import { describe, test } from 'vitest'
import { given, points } from '#test/desk/given-when-then.ts'
import {
  clock,
  forced,
  game,
  m,
  minus,
  play,
  plus,
  setScore,
  start,
  tournament,
} from '#test/desk/story.ts'
import type { Story, StoryContext } from '#test/desk/story.ts'

const story = play(tournament({ stage: { winsPerMatch: 5 } }), start(m(1)))
const other: StoryContext['sender'] = { by: { kind: 'person', id: 8 }, device: 'Tablet 2' }

/** A press by another official than the one of the story, so many seconds after its last step. */
function pressed(before: Story, seconds: number, context: StoryContext = {}) {
  const recent = before.commits.toReversed()
  const now = clock((before.commits.length - 1) * 10 + seconds)
  return { sender: other, recent, now, ...context }
}
const withPoint = play(story, plus(m(1), 1))
const why = 'Bees got a point in M1 2 s ago. Is this another game?'

describe('R-CMD-2: a point that another official has just given is asked about', () => {
  test('within ten seconds, and counts once it is confirmed', () => {
    const then = pressed(withPoint, 2)
    given(withPoint)
      .when(plus(m(1), 1), then)
      .refused('POINT_REPEATED', why)
    given(withPoint)
      .when(forced(plus(m(1), 1)), then)
      .leaves(points(m(1)), [2, 0])
    given(withPoint)
      .when(plus(m(1), 1), pressed(withPoint, 11))
      .leaves(points(m(1)), [2, 0])
  })

  test('also from another tablet of the same person, not from the same tablet', () => {
    const by = { kind: 'person', id: 7 } as const
    const there = { sender: { by, device: 'Tablet 2' } }
    given(withPoint)
      .when(plus(m(1), 1), pressed(withPoint, 2, there))
      .refused('POINT_REPEATED')
    given(withPoint)
      .when(plus(m(1), 1), pressed(withPoint, 2, { sender: { by } }))
      .leaves(points(m(1)), [2, 0])
  })

  test('not for the other team, and not for a point taken away', () => {
    given(withPoint)
      .when(plus(m(1), 4), pressed(withPoint, 2))
      .leaves(points(m(1)), [1, 1])
    given(withPoint)
      .when(minus(m(1), 1), pressed(withPoint, 2))
      .leaves(points(m(1)), [0, 0])
  })

  test('not after a game of the other team, or after somebody took the point away', () => {
    const gold = play(withPoint, ...game('g1', m(1), 'gold'))
    given(gold)
      .when(plus(m(1), 1), pressed(gold, 2))
      .leaves(points(m(1)), [2, 1])
    const taken = play(withPoint, minus(m(1), 1))
    given(taken)
      .when(plus(m(1), 1), pressed(taken, 2))
      .leaves(points(m(1)), [1, 0])
  })

  test('also right after a game that the cabinet sent, or a whole score', () => {
    const counted = play(story, ...game('g1', m(1), 'blue'))
    given(counted)
      .when(plus(m(1), 1), pressed(counted, 2))
      .refused(
        'POINT_REPEATED',
        'Bees got a point in M1 2 s ago, from a counted game. Is this another game?',
      )
    const typed = play(story, setScore(m(1), 1, 0))
    given(typed)
      .when(plus(m(1), 1), pressed(typed, 2))
      .refused('POINT_REPEATED', why)
  })
})

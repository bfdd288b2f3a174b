import { describe, test } from 'vitest'
import { score } from '#events/state/match.ts'
import {
  attach,
  detach,
  finish,
  begin,
  m,
  minus,
  play,
  plus,
  setScore,
  start,
  tournament,
} from '#test/desk/story.ts'
import { given, points } from '#test/desk/given-when-then.ts'

const four = tournament({ stage: { winsPerMatch: 2 } })
/** The first point is taken back later, when another correction has already subtracted it. */
const subtractedTwice = play(four, plus(m(1), 1), minus(m(1), 1), {
  type: 'ReplaceStep',
  version: four.commits.length + 1,
  by: { nothing: true },
})

describe('R-CMD-3: a score that was subtracted twice is 0, and', () => {
  test('the next point counts', () =>
    given(subtractedTwice)
      .when(plus(m(1), 1))
      .leaves(points(m(1)), [1, 0]))

  test('a typed score is that score', () =>
    given(subtractedTwice)
      .when(setScore(m(1), 2, 0))
      .leaves(points(m(1)), [2, 0]))

  test('the next games count and complete the match', () => {
    const won = (id: string) => [begin(id, m(1)), finish(id, 'blue')]
    const corrected = [...won('one'), setScore(m(1), 0, 0), detach('one')]
    given(four, start(m(1)), ...corrected, ...won('two'), begin('three', m(1)))
      .when(finish('three', 'blue'))
      .leaves(({ matches }) => matches[m(1)]?.result?.score, [2, 0])
  })

  test('a corrected result equals the score of its games', () =>
    given(four, attach(m(1), 'one', 'blue'), setScore(m(1), 0, 0), detach('one'))
      .when(attach(m(1), 'two', 'blue'))
      .leaves(({ matches }) => score(matches[m(1)]!), [1, 0]))
})

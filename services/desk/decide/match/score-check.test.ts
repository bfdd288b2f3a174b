import { describe, expect, test } from 'vitest'
import { given, points } from '#test/desk/given-when-then.ts'
import {
  attach,
  begin,
  complete,
  finish,
  forced,
  game,
  m,
  play,
  plus,
  result,
  setScore,
  start,
  swap,
  tournament,
} from '#test/desk/story.ts'

const toTwo = tournament({ stage: { winsPerMatch: 2 } })
const rounds = (roundsPerMatch: number, addTiebreaker = false) =>
  tournament({ stage: { stageType: 'round_robin', roundsPerMatch, addTiebreaker } })

describe('R-GM-5: a score that the length of the match does not allow is asked about', () => {
  test.each([
    [22, 0, 'M1 is first to 2: 22 is more than 2.'],
    [5, 0, 'M1 is first to 2: 5 is more than 2.'],
    [3, 2, 'M1 is first to 2: 3 is more than 2.'],
    [999, 2, 'M1 is first to 2: 999 is more than 2.'],
    [2, 2, 'M1 is first to 2: only one team can have 2.'],
  ])('%i-%i in a match to 2', (blue, gold, why) => {
    given(toTwo)
      .when(setScore(m(1), blue, gold))
      .refused('SCORE_IMPOSSIBLE', why)
    given(toTwo)
      .when(forced(setScore(m(1), blue, gold)))
      .leaves(points(m(1)), [blue, gold])
    given(toTwo, ...result(m(1), 2, 1))
      .when(setScore(m(1), blue, gold))
      .refused('SCORE_IMPOSSIBLE', why)
  })

  test('names blue first, also after a swap of sides', () =>
    given(rounds(2), swap(m(1)))
      .when(setScore(m(1), 5, 0))
      .refused('SCORE_IMPOSSIBLE', 'M1 is 2 games long: 5-0 is more than 2 games.'))

  test('an even number of games has one more only after a level score', () => {
    given(rounds(4, true))
      .when(setScore(m(1), 3, 2))
      .leaves(points(m(1)), [3, 2])
    given(rounds(4, true))
      .when(setScore(m(1), 4, 1))
      .refused('SCORE_IMPOSSIBLE')
    given(rounds(4))
      .when(setScore(m(1), 3, 2))
      .refused('SCORE_IMPOSSIBLE')
  })

  test('a point more than the match can have', () => {
    const over = play(toTwo, setScore(m(1), 2, 0))
    given(over)
      .when(plus(m(1), 1))
      .refused('SCORE_IMPOSSIBLE', 'M1 is first to 2: 3 is more than 2.')
    given(over)
      .when(plus(m(1), 4))
      .leaves(points(m(1)), [2, 1])
    given(over)
      .when(forced(plus(m(1), 1)))
      .leaves(points(m(1)), [3, 0])
  })

  test('a game added by hand after the deciding one', () =>
    given(toTwo, start(m(1)), ...game('g1', m(1), 'blue'), ...game('g2', m(1), 'blue'))
      .when(attach(m(2), 'g3', 'blue'))
      .leaves(points(m(2)), [1, 0]))

  test('an early end is asked about if it is typed as the result, not if a referee presses it', () => {
    const early = { ...setScore(m(1), 1, 0), ends: true } as ReturnType<typeof setScore>
    const why = 'M1 is first to 2: at 1-0 it is not decided.'
    given(toTwo).when(early).refused('MATCH_UNDECIDED', why)
    given(toTwo)
      .when(forced(early))
      .leaves(points(m(1)), [1, 0])
    given(toTwo, ...result(m(1), 2, 0))
      .when(setScore(m(1), 1, 0))
      .refused('MATCH_UNDECIDED', why)
    given(toTwo, setScore(m(1), 1, 0))
      .when(complete(m(1)))
      .leaves((t) => t.matches[m(1)]?.result?.winner, 0)
  })

  test('without a length any score is possible', () =>
    given(tournament())
      .when(setScore(m(1), 124, 119))
      .leaves(points(m(1)), [124, 119]))
})

describe('R-GM-1: a game after the deciding one is a proposal', () => {
  const decided = play(toTwo, start(m(1)), setScore(m(1), 2, 1))

  test('whoever wins it: the score stays until an official has looked', () =>
    given(decided, begin('g1', m(1)))
      .when(finish('g1', 'gold'))
      .leaves(
        (t) => [t.games['g1']?.status, t.games['g1']?.reason, ...points(m(1))(t)],
        ['proposed', 'M1 was decided before it, at 2-1', 2, 1],
      ))

  test('and adding it is asked about', () =>
    given(decided, begin('g1', m(1)), finish('g1', 'gold'))
      .when(attach(m(1), 'g1', 'gold'))
      .refused('SCORE_IMPOSSIBLE', 'M1 is first to 2: only one team can have 2.'))

  test('two presses for one game make no wrong winner: 0-1, twice +1, then gold and blue', () => {
    const pressed = play(toTwo, start(m(1)), plus(m(1), 4), plus(m(1), 1), plus(m(1), 1))
    const later = play(pressed, ...game('g2', m(1), 'gold'), ...game('g3', m(1), 'blue'))
    const match = later.states.at(-1)!.matches[m(1)]!
    expect([points(m(1))(later.states.at(-1)!), match.result]).toEqual([[2, 1], null])
  })
})

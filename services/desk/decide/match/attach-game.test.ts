import { describe, test } from 'vitest'
import {
  attach,
  begin,
  complete,
  detach,
  finish,
  game,
  m,
  play,
  replay,
  result,
  setScore,
  start,
  stop,
  swap,
  tournament,
  forced,
} from '#test/desk/story.ts'
import { given, points } from '#test/desk/given-when-then.ts'

const toTwo = tournament({ stage: { winsPerMatch: 2 } })
const status = (id: string) => (t: { games: Record<string, { status: string }> }) =>
  t.games[id]?.status

describe('R-GE-7: a game added by hand', () => {
  test('is a point for the team that is on the winning colour now, if it began under no match', () =>
    given(toTwo, swap(m(1)))
      .when(attach(m(1), 'g1', 'blue'))
      .gives({
        type: 'GameAttached',
        match: m(1),
        game: 'g1',
        winner: 1,
        winCondition: 'snail',
        mapName: 'Dusk',
        seconds: 80,
        cabinet: 1,
        blue: 1,
      }))

  test('is a point for the team that was on that colour when it began', () =>
    given(toTwo, start(m(1)), begin('g1', m(1)), stop(m(1)), finish('g1', 'blue'), swap(m(1)))
      .when(attach(m(1), 'g1', 'blue'))
      .leaves((t) => [status('g1')(t), ...points(m(1))(t)], ['counted', 0, 1]))

  test('counts once, even if it is added again', () =>
    given(toTwo, attach(m(1), 'g1', 'blue'))
      .when(attach(m(1), 'g1', 'blue'))
      .changesNothing())

  test('is refused if it counts for another match', () =>
    given(toTwo, attach(m(1), 'g1', 'blue'))
      .when(attach(m(2), 'g1', 'blue'))
      .refused('GAME_ATTACHED', 'This game is already part of a tournament match.'))

  test('is refused if it was the warm-up of another match', () =>
    given(
      toTwo,
      start(m(1)),
      { type: 'SetWarmup', match: m(1), on: true },
      ...game('g1', m(1), 'blue'),
    )
      .when(attach(m(2), 'g1', 'blue'))
      .refused('GAME_ATTACHED'))

  test('counts for its own match, even if it was the warm-up', () =>
    given(
      toTwo,
      start(m(1)),
      { type: 'SetWarmup', match: m(1), on: true },
      ...game('g1', m(1), 'gold'),
    )
      .when(attach(m(1), 'g1', 'gold'))
      .leaves(points(m(1)), [0, 1]))

  test('is refused for a complete match', () =>
    given(toTwo, ...result(m(1), 2, 0))
      .when(attach(m(1), 'g1', 'blue'))
      .refused('MATCH_COMPLETE', 'M1 is already complete.'))

  test('is refused while a team is missing', () =>
    given(toTwo)
      .when(attach(m(3), 'g1', 'blue'))
      .refused('TEAM_MISSING'))

  test('R-ST-5: does not complete the match, even if it decides it', () =>
    given(toTwo, attach(m(1), 'g1', 'blue'))
      .when(attach(m(1), 'g2', 'blue'))
      .leaves((t) => [t.matches[m(1)]?.result, ...points(m(1))(t)], [null, 2, 0]))

  test('of an archived attempt may count again', () =>
    given(toTwo, attach(m(1), 'g1', 'blue'), replay(m(1)))
      .when(attach(m(1), 'g1', 'blue'))
      .leaves(points(m(1)), [1, 0]))

  test('that had begun under another match counts for this one', () =>
    given(toTwo, start(m(1)), begin('g1', m(1)), start(m(2)), finish('g1', 'gold'))
      .when(attach(m(2), 'g1', 'gold'))
      .leaves((t) => [t.games['g1']?.match, ...points(m(2))(t)], [m(2), 0, 1]))

  test('undone, is a proposal again', () =>
    given(
      toTwo,
      start(m(1)),
      begin('g1', m(1)),
      stop(m(1)),
      finish('g1', 'blue'),
      attach(m(1), 'g1', 'blue'),
    )
      .whenUndone()
      .leavesAllAsBefore())
})

describe('R-CMD-3: a game taken off', () => {
  test('removes its point, and keeps typed points', () =>
    given(toTwo, attach(m(1), 'g1', 'blue'), forced(setScore(m(1), 3)))
      .when(detach('g1'))
      .leaves((t) => [status('g1')(t), ...points(m(1))(t)], ['detached', 2, 0]))

  test('never makes a score less than 0', () =>
    given(toTwo, attach(m(1), 'g1', 'blue'), setScore(m(1), 0))
      .when(detach('g1'))
      .leaves(points(m(1)), [0, 0]))

  test('may be added to another match', () =>
    given(toTwo, attach(m(1), 'g1', 'blue'), detach('g1'))
      .when(attach(m(2), 'g1', 'gold'))
      .leaves(points(m(2)), [0, 1]))

  test('a second time changes nothing', () =>
    given(toTwo, attach(m(1), 'g1', 'blue'), detach('g1'))
      .when(detach('g1'))
      .changesNothing())

  test('is refused for a complete match', () =>
    given(toTwo, attach(m(1), 'g1', 'blue'), complete(m(1)))
      .when(detach('g1'))
      .refused('MATCH_COMPLETE', 'M1 is complete. Reopen it first.'))

  test('R-GE-5: a proposal for a complete match can be rejected', () =>
    given(
      toTwo,
      start(m(1)),
      begin('g1', m(1)),
      ...result(m(1), 2, 0).slice(0, 1),
      complete(m(1), true),
      finish('g1', 'gold'),
    )
      .when(detach('g1'))
      .leaves((t) => [status('g1')(t), ...points(m(1))(t)], ['detached', 2, 0]))
})

test('R-GE-5: an accepted proposal counts as a game', () => {
  const proposed = play(toTwo, start(m(1)), begin('g1', m(1)), finish('g1', 'gold', { lateBy: 40 }))
  given(proposed)
    .when(attach(m(1), 'g1', 'gold'))
    .leaves((t) => [status('g1')(t), ...points(m(1))(t)], ['counted', 0, 1])
})

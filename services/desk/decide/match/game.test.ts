import { describe, test } from 'vitest'
import {
  begin,
  clock,
  complete,
  finish,
  game,
  m,
  queue1,
  setQueue,
  setScore,
  start,
  stop,
  swap,
  tournament,
} from '#test/desk/story.ts'
import { given, points, shown } from '#test/desk/given-when-then.ts'

const toTwo = tournament({ stage: { winsPerMatch: 2 } })
const on = [start(m(1))]
const status = (id: string) => (t: { games: Record<string, { status: string }> }) =>
  t.games[id]?.status
const proposed = (id: string) => (t: { games: Record<string, { reason: string | null }> }) =>
  t.games[id]?.reason

describe('R-GE-4: a finished game', () => {
  test('that began under a match counts for it', () =>
    given(toTwo, ...on, begin('g1', m(1)))
      .when(finish('g1', 'gold'))
      .gives({
        type: 'GameCounted',
        match: m(1),
        cabinet: 1,
        game: 'g1',
        winner: 1,
        winCondition: 'economic',
        mapName: 'Day',
        seconds: 90,
        counted: true,
      }))

  test('counts for the team that won it, even if the sides were swapped since', () =>
    given(toTwo, ...on, begin('g1', m(1)), swap(m(1)))
      .when(finish('g1', 'blue'))
      .leaves(points(m(1)), [0, 1]))

  test('counts on the side the team had when it began', () =>
    given(toTwo, ...on, swap(m(1)), begin('g1', m(1), { isFlipped: true }))
      .when(finish('g1', 'blue'))
      .leaves((t) => t.matches[m(1)]?.games.map((one) => one.winner), [1]))

  test('counts once, even if it is sent again', () =>
    given(toTwo, ...on, ...game('g1', m(1), 'blue'))
      .when(finish('g1', 'blue'))
      .changesNothing())

  test('begins once, even if it is sent again', () =>
    given(toTwo, ...on, begin('g1', m(1)))
      .when(begin('g1', m(1)))
      .changesNothing())

  test('that began under no match is casual play', () =>
    given(toTwo, ...on)
      .when(finish('g9', 'blue'))
      .changesNothing())

  test('counts after a pause on the same cabinet', () =>
    given(toTwo, ...on, begin('g1', m(1)), stop(m(1)), start(m(1)))
      .when(finish('g1', 'blue'))
      .leaves(points(m(1)), [1, 0]))

  test('is a proposal if it was uploaded late', () =>
    given(toTwo, ...on, begin('g1', m(1)))
      .when(finish('g1', 'blue', { lateBy: 40.2 }))
      .leaves(proposed('g1'), 'uploaded 40 s late; M1 was active then'))

  test('is a proposal if another game of its cabinet ended while it was played', () =>
    given(toTwo, ...on, ...game('g1', m(1), 'blue'), begin('g2', m(1)))
      .when(finish('g2', 'blue', { isDoubled: true }))
      .leaves(
        (t) => [proposed('g2')(t), ...points(m(1))(t)],
        ['Cabinet 1 sent another game at the same time', 1, 0],
      ))

  test('is a proposal if its match was stopped', () =>
    given(toTwo, ...on, begin('g1', m(1)), stop(m(1)))
      .when(finish('g1', 'blue'))
      .leaves(proposed('g1'), 'M1 was no longer on Cabinet 1 when the game ended'))

  test('is a proposal if its match was displaced', () =>
    given(toTwo, ...on, begin('g1', m(1)), start(m(2)))
      .when(finish('g1', 'blue'))
      .leaves((t) => [status('g1')(t), ...points(m(2))(t)], ['proposed', 0, 0]))

  test('is a proposal if its match was completed before its end', () =>
    given(toTwo, ...on, setScore(m(1), 2, 0), begin('g1', m(1)), complete(m(1), true))
      .when(finish('g1', 'gold'))
      .leaves(
        (t) => [proposed('g1')(t), ...points(m(1))(t)],
        ['M1 was complete before the game ended', 2, 0],
      ))

  test('that never ended is unfinished when the next one begins on its cabinet', () =>
    given(toTwo, ...on, begin('g1', m(1)))
      .when(begin('g2', m(1)))
      .leaves(status('g1'), 'unfinished'))

  test('that seemed unfinished still counts when its end arrives', () =>
    given(toTwo, ...on, begin('g1', m(1)), begin('g2', m(1)))
      .when(finish('g1', 'blue'))
      .leaves(points(m(1)), [1, 0]))
})

test('R-GE-5: three late games of a complete match are three proposals, and its result stands', () =>
  given(
    toTwo,
    ...on,
    ...['g1', 'g2', 'g3'].map((id) => begin(id, m(1))),
    setScore(m(1), 2, 0),
    complete(m(1), true),
    finish('g1', 'gold', { lateBy: 60 }),
    finish('g2', 'gold', { lateBy: 60 }),
  )
    .when(finish('g3', 'gold', { lateBy: 60 }))
    .leaves(
      (t) => [...Object.values(t.games).map((one) => one.status), ...points(m(1))(t)],
      ['proposed', 'proposed', 'proposed', 2, 0],
    ))

describe('R-ST-5: the deciding game', () => {
  const oneUp = [...on, ...game('g1', m(1), 'blue'), begin('g2', m(1))]

  test('completes the match in the same commit', () =>
    given(toTwo, ...oneUp)
      .when(finish('g2', 'blue'), { now: clock(333) })
      .leaves((t) => shown(m(1))(t)?.completedAt, clock(333)))

  test('arms the queue timer of the cabinet', () =>
    given(toTwo, setQueue(queue1, m(2)), ...oneUp)
      .when(finish('g2', 'blue'), { now: clock(333) })
      .leaves((t) => t.timers[1], { cabinet: 1, after: m(1), dueAt: clock(363), waits: null }))

  test('undone, the match is on its cabinet again, without a timer', () =>
    given(toTwo, setQueue(queue1, m(2)), ...oneUp, finish('g2', 'blue'))
      .whenUndone()
      .leaves((t) => [t.timers, shown(m(1))(t)?.activeCabinet, ...points(m(1))(t)], [{}, 1, 1, 0]))

  test('only counts if the stage leaves completion to a person', () =>
    given(
      tournament({ stage: { winsPerMatch: 2, autoComplete: false } }),
      setQueue(queue1, m(2)),
      ...on,
      ...game('g1', m(1), 'blue'),
      begin('g2', m(1)),
    )
      .when(finish('g2', 'blue'))
      .leaves(
        (t) => [
          shown(m(1))(t)?.isComplete,
          shown(m(1))(t)?.activeCabinet,
          points(m(1))(t),
          t.timers,
        ],
        [false, 1, [2, 0], {}],
      ))

  test('is followed by a manual completion in such a stage', () =>
    given(
      tournament({ stage: { winsPerMatch: 2, autoComplete: false } }),
      ...on,
      ...game('g1', m(1), 'blue'),
      ...game('g2', m(1), 'blue'),
    )
      .when(complete(m(1)))
      .leaves((t) => shown(m(1))(t)?.isComplete, true))

  test('R-GM-2: in elimination addTiebreaker is always on: after 1-1 the third game decides', () =>
    given(
      tournament({ stage: { roundsPerMatch: 2 } }),
      ...on,
      ...game('g1', m(1), 'blue'),
      ...game('g2', m(1), 'gold'),
      begin('g3', m(1)),
    )
      .when(finish('g3', 'gold'))
      .leaves((t) => [shown(m(1))(t)?.isComplete, points(m(1))(t)], [true, [1, 2]]))

  test('that ties an elimination match leaves it open', () =>
    given(
      tournament({ stage: { roundsPerMatch: 2 } }),
      ...on,
      ...game('g1', m(1), 'blue'),
      begin('g2', m(1)),
    )
      .when(finish('g2', 'gold'))
      .leaves((t) => shown(m(1))(t)?.isComplete, false))

  test('that ties a round robin match makes a draw', () =>
    given(
      tournament({ stage: { stageType: 'round_robin', roundsPerMatch: 2 } }),
      ...on,
      ...game('g1', m(1), 'blue'),
      begin('g2', m(1)),
    )
      .when(finish('g2', 'gold'))
      .leaves((t) => [shown(m(1))(t)?.isComplete, shown(m(1))(t)?.winner], [true, null]))
})

describe('R-WU-2: a warm-up game', () => {
  const warm = tournament({ stage: { winsPerMatch: 1, autoWarmup: 'always' } })

  test('does not count, and turns the warm-up switch off', () =>
    given(warm, ...on, begin('g1', m(1)))
      .when(finish('g1', 'blue', { seconds: 7 }))
      .leaves(
        (t) => [status('g1')(t), shown(m(1))(t)?.isWarmup, ...points(m(1))(t)],
        ['warmup', false, 0, 0],
      ))

  test('is followed by games that count', () =>
    given(warm, ...on, ...game('g1', m(1), 'blue'), begin('g2', m(1)))
      .when(finish('g2', 'gold'))
      .leaves((t) => shown(m(1))(t)?.winner, 4))
})

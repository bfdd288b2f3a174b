// Older steps are replaced, and nothing else changes (R-ED-3, R-UN-1, ux 9).
import { describe, expect, test } from 'vitest'
import type { Command, StepReplacement } from '#events/schema/command.ts'
import type { Tournament } from '#events/state/tournament.ts'
import {
  attach,
  begin,
  clock,
  complete,
  decideIn,
  finish,
  game,
  withCascade,
  m,
  next,
  play,
  plus,
  queue1,
  setQueue,
  replay,
  result,
  setScore,
  start,
  stateOf,
  swap,
  afterCommand,
  tournament,
  undo,
} from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'
import { given, points, shown, teams } from '#test/desk/given-when-then.ts'

const four = tournament({ stage: { winsPerMatch: 2 } })
const first = four.commits.length + 1
const instead = (version: number, by: StepReplacement): Command => ({
  type: 'ReplaceStep',
  version,
  by,
})
const wasp = 3
const bees = 1

/** The state without its version, the named matches and the records of their games. */
function rest(t: Tournament, ...without: number[]) {
  const others = Object.values(t.matches).filter(({ id }) => !without.includes(id))
  return { ...t, version: 0, matches: others, games: Object.keys(t.games) }
}
function untouched(story: Story, command: Command, ...but: number[]) {
  const after = stateOf(afterCommand(story, command))
  expect(rest(after, ...but)).toEqual(rest(stateOf(story), ...but))
}
/** Checks that one undo restores everything (R-ED-4). */
function comesBack(story: Story, command: Command) {
  const done = afterCommand(story, command)
  const back = stateOf(afterCommand(done, undo(done.commits.length)))
  // A timer that has expired stays ended.
  const now = clock(done.commits.length * 10)
  const timers = Object.entries(stateOf(story).timers).filter(([, { dueAt }]) => dueAt > now)
  const before = { ...stateOf(story), timers: Object.fromEntries(timers) }
  expect({ ...back, version: 0 }).toEqual({ ...before, version: 0 })
}

describe('R-ED-1: a point for the wrong team, three points ago', () => {
  const story = play(four, plus(m(1), bees), plus(m(1), 4), plus(m(2), 2), plus(m(1), 4))
  const put = instead(first, { team: 4 })

  test('moves to the other team; later points stay', () =>
    given(story)
      .when(put)
      .leaves(points(m(1)), [0, 3]))

  test('affects nothing else, and one undo restores it', () => {
    untouched(story, put, m(1))
    comesBack(story, put)
  })

  test('cannot be replaced by the team that has it', () =>
    given(story)
      .when(instead(first, { team: bees }))
      .refused('TEAM_NOT_IN_MATCH'))

  test('moves to another match, to the team on the same colour', () =>
    given(story, swap(m(2)))
      .when(instead(first, { match: m(2) }))
      .leaves(
        (t) => [points(m(1))(t), points(m(2))(t)],
        [
          [0, 2],
          [1, 1],
        ],
      ))

  test('is removed if it was a warm-up', () =>
    given(story)
      .when(instead(first, { warmup: true }))
      .leaves(points(m(1)), [0, 2]))

  test('cannot be replaced twice, or after it was undone', () => {
    given(story, put)
      .when(instead(first, { nothing: true }))
      .refused(
        'CHANGED_SINCE',
        `That has already been replaced, by step ${first + 4}. Undo that first.`,
      )
    given(four, plus(m(1), bees), undo(first))
      .when(put)
      .refused('TAKEN_BACK', `Step ${first} has already been undone.`)
    given(story, put, undo(first + 4))
      .when(put)
      .leaves(points(m(1)), [0, 3])
  })

  test('cannot be replaced after the whole score was typed or the match was replayed', () => {
    given(story, setScore(m(1), 2, 1))
      .when(put)
      .refused('CHANGED_SINCE')
    given(story, replay(m(1), 'stale'))
      .when(put)
      .refused('CHANGED_SINCE')
  })
})

describe('R-ED-2: in a complete match', () => {
  const story = play(four, plus(m(1), bees), plus(m(1), 4), plus(m(1), bees), complete(m(1)))

  test('changes the winner at the same time, and the team of an unplayed next match', () => {
    const put = instead(first, { team: 4 })
    given(story)
      .when(put)
      .leaves(
        (t) => [shown(m(1))(t)?.winner, shown(m(1))(t)?.completedAt, teams(m(3))(t)],
        [4, clock((first + 2) * 10), [4, null]],
      )
    comesBack(story, put)
  })

  test('R-ST-8: reopens the match if no team has won any more', () =>
    given(four, plus(m(1), bees), plus(m(1), bees), complete(m(1)))
      .when(instead(first, { team: 4 }))
      .leaves((t) => [shown(m(1))(t)?.isComplete, points(m(1))(t)], [false, [1, 1]]))

  test('R-ST-5, R-QT-1: reopens it on its cabinet if only the timer runs there', () => {
    const games = play(
      four,
      setQueue(queue1, m(1), m(2)),
      next(),
      ...game('g1', m(1), 'blue'),
      ...game('g2', m(1), 'blue'),
    )
    const put = instead(games.commits.length, { team: 4 })
    given(games)
      .when(put)
      .leaves(
        (t) => [points(m(1))(t), shown(m(1))(t)?.activeCabinet, Object.keys(t.timers)],
        [[1, 1], 1, []],
      )
    const at = stateOf(games).matches[m(1)]!.startedAt
    const started = expect.objectContaining({ type: 'MatchStarted', at })
    expect(decideIn(games, put)).toHaveProperty('events', expect.arrayContaining([started]))
    comesBack(games, put)
  })
})

describe('R-ED-3: with the next match over', () => {
  const story = play(
    four,
    plus(m(1), bees),
    plus(m(1), 4),
    plus(m(1), bees),
    complete(m(1)),
    ...result(m(2), 2, 0),
    ...result(m(3), 2, 1),
  )
  const put = instead(first, { team: 4 })

  test('is refused with the matches played on the result', () =>
    given(story)
      .when(put)
      .refused('RESULT_IN_USE', 'M3 has already been played based on this result of M1.', {
        matches: [{ id: m(3), isComplete: true, score: [2, 1] }],
      }))

  test('needs a reason when confirmed', () =>
    given(story)
      .when({ ...put, cascade: true } as Command)
      .refused('REASON_MISSING'))

  test('R-ED-4: archives the next match, and one undo restores everything', () => {
    given(story)
      .when(withCascade(put))
      .leaves(
        (t) => [teams(m(3))(t), shown(m(3))(t)?.attempt, shown(m(3))(t)?.isComplete],
        [[4, 2], 2, false],
      )
    untouched(story, withCascade(put), m(1), m(3))
    comesBack(story, withCascade(put))
  })
})

describe('R-WU-2, R-GE-4: a game that counted', () => {
  const story = play(four, start(m(1)), ...game('g1', m(1), 'blue'), begin('g2', m(1)))
  const counted = first + 2

  test('can be given to the other team', () => {
    given(story)
      .when(instead(counted, { team: 4 }))
      .leaves(points(m(1)), [0, 1])
    comesBack(story, instead(counted, { team: 4 }))
  })

  test('can become the warm-up', () =>
    given(story)
      .when(instead(counted, { warmup: true }))
      .leaves((t) => [points(m(1))(t), t.games['g1']?.status], [[0, 0], 'warmup']))

  test('can be moved to another match', () =>
    given(story)
      .when(instead(counted, { match: m(2) }))
      .leaves(
        (t) => [points(m(1))(t), points(m(2))(t), t.games['g1']?.match],
        [[0, 0], [1, 0], m(2)],
      ))

  test('added by hand, can be made to count for nobody', () =>
    given(story, attach(m(1), 'g9', 'gold'))
      .when(instead(story.commits.length + 1, { nothing: true }))
      .leaves(points(m(1)), [1, 0]))

  test('cannot be replaced if it no longer counts', () =>
    given(story, { type: 'DetachGame', game: 'g1' })
      .when(instead(counted, { team: 4 }))
      .refused('CHANGED_SINCE', 'The game does not count for M1 any more.'))
})

describe('the cabinet was flipped for a match', () => {
  const story = play(
    four,
    start(m(1)),
    ...game('g1', m(1), 'blue'),
    plus(m(1), 4),
    ...game('g2', m(1), 'blue'),
  )
  const put = instead(first, { swapped: true })

  test('R-ST-7: moves all its points to the other team, which has won', () =>
    given(story)
      .when(put)
      .leaves(
        (t) => [shown(m(1))(t)?.winner, teams(m(1))(t), points(m(1))(t), teams(m(3))(t)],
        [4, [4, bees], [2, 1], [4, null]],
      ))

  test('affects nothing else, and one undo restores it', () => {
    untouched(story, put, m(1))
    comesBack(story, put)
  })

  test('makes a running game count for the team that really plays that colour', () =>
    given(four, start(m(1)), begin('g1', m(1)), put, finish('g1', 'blue'))
      .when(complete(m(1)))
      .leaves((t) => shown(m(1))(t)?.winner, 4))

  test('affects only the play before the sides were swapped', () =>
    given(four, start(m(1)), ...game('g1', m(1), 'blue'), swap(m(1)), plus(m(1), 4))
      .when(put)
      .leaves((t) => [t.matches[m(1)]?.isFlipped, points(m(1))(t)], [true, [2, 0]]))
})

describe('R-QT-3: the play of a whole match belonged to another match', () => {
  const eight = tournament({ teams: 8, stage: { winsPerMatch: 2 } })
  const at = eight.commits.length + 1
  const over = play(
    eight,
    setQueue(queue1, m(3), m(4)),
    start(m(1)),
    ...game('g1', m(1), 'blue'),
    ...game('g2', m(1), 'blue'),
    ...result(m(2), 2, 0),
    ...result(m(5), 2, 1),
  )
  const put = instead(at + 1, { match: m(3) })

  test('and moves with games, result and times; the queue place goes to the unplayed match', () =>
    given(over)
      .when(withCascade(put))
      .leaves(
        (t) => [
          [1, 3, 5].map((num) => shown(m(num))(t)?.isComplete),
          shown(m(3))(t)?.startedAt === stateOf(over).matches[m(1)]?.startedAt,
          shown(m(3))(t)?.completedAt === stateOf(over).matches[m(1)]?.result?.at,
          t.queues[queue1]?.matches,
          [t.games['g1']?.match, t.games['g2']?.match],
        ],
        [[false, true, false], true, true, [m(1), m(4)], [m(3), m(3)]],
      ))

  test('R-ED-3, R-ED-4: the next match is shown, archived, and restored by one undo', () => {
    given(over)
      .when(put)
      .refused('RESULT_IN_USE', 'M5 has already been played based on this result of M1.')
    comesBack(over, withCascade(put))
  })

  test('and both matches exchange their play if both were played', () => {
    const both = play(over, ...result(m(3), 0, 2))
    given(both)
      .when(withCascade(put))
      .leaves(
        (t) => [shown(m(1))(t)?.winner, shown(m(3))(t)?.winner],
        [stateOf(both).matches[m(1)]!.slots[1], stateOf(both).matches[m(3)]!.slots[0]].map((slot) =>
          'team' in slot ? slot.team : null,
        ),
      )
    comesBack(both, withCascade(put))
  })

  test('but not to a match that waits for it', () =>
    given(four, start(m(1)), ...game('g1', m(1), 'blue'), ...game('g2', m(1), 'blue'))
      .when(instead(first, { match: m(3) }))
      .refused('TEAM_MISSING', 'M3 still waits for winner of M2.'))

  test.each([m(1), m(3)])(
    'R-CMD-4: but not while match %i is under review, which would publish its state',
    (match) =>
      given(over, { type: 'ReviewMatch', match, on: true })
        .when(withCascade(put))
        .refused('UNDER_REVIEW'),
  )

  test('and only its first start can be replaced', () =>
    given(four, start(m(1)), { type: 'StopMatch', match: m(1) }, start(m(1)))
      .when(instead(first + 2, { match: m(2) }))
      .refused(
        'STARTED_BEFORE',
        'M1 had already been started before that. Replace its first start.',
      ))

  test('or its start can get a warm-up', () => {
    given(four, start(m(1)))
      .when(instead(first, { warmup: true }))
      .leaves((t) => t.matches[m(1)]?.isWarmup, true)
    given(four, start(m(1)), ...game('g1', m(1), 'blue'), begin('g2', m(1)))
      .when(instead(first, { warmup: true }))
      .leaves(points(m(1)), [0, 0])
  })
})

describe('R-UN-1: an undo with all dependent steps', () => {
  const together = (version: number, reason?: string): Command => {
    return { type: 'Undo', version, cascade: true, ...(reason ? { reason } : {}) }
  }
  const story = play(four, plus(m(1), bees), plus(m(2), wasp), setScore(m(1), 1, 1), swap(m(1)))

  test('is one commit that keeps the other steps', () =>
    given(story)
      .when(together(first))
      .leaves(
        (t) => [points(m(1))(t), points(m(2))(t)],
        [
          [0, 0],
          [0, 1],
        ],
      ))

  test('answers the versions, the latest first, and is undone by one undo', () => {
    given(story)
      .when(together(first))
      .answers({ undone: [first + 3, first + 2, first] })
    comesBack(story, together(first))
  })

  test('makes the undone steps no longer block others, until it is undone itself', () => {
    const done = play(story, together(first))
    given(done, undo(done.commits.length)).when(undo(first)).refused('CHANGED_SINCE')
    given(done)
      .when(undo(first + 2))
      .refused('CHANGED_SINCE')
  })

  test('R-ED-3: needs a reason if played matches depend on it', () => {
    const over = play(four, ...result(m(1), 2, 0), ...result(m(2), 2, 0), ...result(m(3), 2, 1))
    given(over)
      .when(together(first + 1))
      .refused('REASON_MISSING')
    given(over)
      .when(together(first + 1, 'wrong table'))
      .leaves((t) => [1, 2, 3].map((num) => shown(m(num))(t)?.isComplete), [false, true, false])
    comesBack(over, together(first + 1, 'wrong table'))
  })

  test('is refused as usual if the step cannot be undone at all', () =>
    expect(decideIn(story, together(1))).toMatchObject({ refused: 'NOT_UNDOABLE' }))
})

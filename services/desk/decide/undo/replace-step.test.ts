import { describe, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import type { Tournament } from '#events/state/tournament.ts'
import {
  clock,
  complete,
  m,
  next,
  play,
  plus,
  queue1,
  setQueue,
  setScore,
  settings,
  stageId,
  result,
  start,
  stop,
  tournament,
} from '#test/desk/story.ts'
import { given, points, shown } from '#test/desk/given-when-then.ts'

const four = tournament()
const robinSettings = settings({ name: 'Pools', stageType: 'round_robin', roundsPerMatch: 2 })
const replace = (match: number, by: number): Command => ({ type: 'ReplaceMatch', match, by })
const extend = (seconds = 30): Command => ({ type: 'ExtendTimer', cabinet: 1, seconds })
const wrong = play(four, setQueue(queue1, m(1), m(2)), next())

describe('R-QT-3: a wrongly started match is replaced; the right one', () => {
  test('is on its cabinet with the time of that start', () =>
    given(four, start(m(1)))
      .when(replace(m(1), m(2)), { now: clock(999) })
      .leaves(
        (t) => [
          shown(m(1))(t)?.activeCabinet,
          shown(m(2))(t)?.activeCabinet,
          shown(m(1))(t)?.startedAt,
          shown(m(2))(t)?.startedAt,
        ],
        [null, 1, null, clock(four.commits.length * 10)],
      ))

  test('takes its start over, unless the wrong one was played or had started elsewhere', () => {
    const startOf = (t: Tournament) => typeof shown(m(1))(t)?.startedAt
    given(four, start(m(1)), plus(m(1), 1))
      .when(replace(m(1), m(2)))
      .leaves(startOf, 'string')
    given(four, start(m(1), 2), stop(m(1)), start(m(1)))
      .when(replace(m(1), m(2)))
      .leaves(startOf, 'string')
  })

  test('R-UN-1: undone, leaves the wrong one started as before', () =>
    given(wrong, replace(m(1), m(2)))
      .whenUndone()
      .leavesAllAsBefore())

  test('R-DI-2: leaves the time for a protest about the match before the wrong one', () => {
    const protest: Command = { type: 'LodgeProtest', match: m(1), reason: 'wrong_point' }
    const league = tournament({ stage: { stageType: 'round_robin' } })
    given(league, ...result(m(1), 2, 0), start(m(3)))
      .when(protest)
      .refused('PROTEST_LATE')
    given(league, ...result(m(1), 2, 0), start(m(3)), replace(m(3), m(2)))
      .when(protest)
      .answers({ ids: [1] })
  })

  test('R-WU-1: leaves the warm-up to the teams of the wrong one', () => {
    const warm = tournament({ stage: { autoWarmup: 'first_set' } })
    given(warm, start(m(1)), replace(m(1), m(2)))
      .when(start(m(1), 2))
      .leaves((t) => t.matches[m(1)]?.isWarmup, true)
    const league = tournament({ stage: { stageType: 'round_robin', autoWarmup: 'first_set' } })
    given(league, ...result(m(1), 1, 0), ...result(m(2), 1, 0), start(m(3)))
      .when(replace(m(3), m(5)))
      .leaves((t) => t.matches[m(5)]?.isWarmup, true)
  })

  test('gives its place in the queue to the wrong one', () =>
    given(wrong)
      .when(replace(m(1), m(2)))
      .leaves((t) => t.queues[queue1]?.matches, [m(1)]))

  test('is refused if the wrong match is not active', () =>
    given(four)
      .when(replace(m(1), m(2)))
      .refused('MATCH_NOT_ACTIVE', 'M1 is not on a cabinet.'))

  test('is refused if it cannot be played', () =>
    given(wrong)
      .when(replace(m(1), m(3)))
      .refused('TEAM_MISSING', 'M3 still waits for winner of M1.'))

  test('is refused if it is complete', () =>
    given(wrong, ...result(m(2), 1, 0))
      .when(replace(m(1), m(2)))
      .refused('MATCH_COMPLETE'))

  test('is opened by a draw that the other stage allowed', () => {
    const robin = stageId + 1
    const both = play(
      four,
      { type: 'CreateStage', settings: robinSettings, numGroups: 1 },
      { type: 'SeedStage', stage: robin, teams: [1, 2] },
      { type: 'CreateMatches', stage: robin },
    )
    const drawn = play(both, start(m(4)), setScore(m(4), 1, 1), complete(m(4)))
    const version = both.commits.length + 1
    given(drawn)
      .when({ type: 'ReplaceStep', version, by: { match: m(1) } })
      .leaves((t) => [shown(m(1))(t)?.isComplete, points(m(1))(t)], [false, [1, 1]])
  })

  test('if the same changes nothing', () =>
    given(wrong)
      .when(replace(m(1), m(1)))
      .changesNothing())
})

describe('R-QT-2: more time on the queue timer', () => {
  const armed = play(four, setQueue(queue1, m(2)), start(m(1)), plus(m(1), 1))

  test('moves its end', () =>
    given(armed, complete(m(1)))
      .when(extend())
      .leaves(
        (t) => Date.parse(t.timers[1]?.dueAt ?? '') - Date.parse(shown(m(1))(t)?.completedAt ?? ''),
        60_000,
      ))

  test('sent twice counts twice', () =>
    given(armed, complete(m(1)), extend())
      .when(extend())
      .leaves(
        (t) => Date.parse(t.timers[1]?.dueAt ?? '') - Date.parse(shown(m(1))(t)?.completedAt ?? ''),
        90_000,
      ))

  test('counts from now if it has expired and waits', () =>
    given(armed, complete(m(1)))
      .when(extend(45), { now: clock(900) })
      .gives({ type: 'TimerArmed', cabinet: 1, after: m(1), dueAt: clock(945) }))

  test('is refused if no timer runs', () =>
    given(four).when(extend()).refused('NO_TIMER', 'No queue timer is running on Cabinet 1.'))

  test('makes the old due time have no effect', () =>
    given(armed, complete(m(1)), extend())
      .when({ type: 'FireTimer', cabinet: 1, dueAt: clock(120) }, { now: clock(999) })
      .changesNothing())
})

import { describe, expect, test } from 'vitest'
import { coinToss } from '#events/rules/dice.ts'
import type { Tournament } from '#events/state/tournament.ts'
import {
  clock,
  complete,
  game,
  m,
  next,
  play,
  plus,
  queue1,
  setQueue,
  result,
  setScore,
  settings,
  stageId,
  start,
  stateOf,
  stop,
  tournament,
} from '#test/desk/story.ts'
import { given, points, shown } from '#test/desk/given-when-then.ts'

const four = tournament()
const roundRobin = tournament({ stage: { stageType: 'round_robin' } })

describe('R-ST-1: a match starts', () => {
  test('on a free cabinet', () =>
    given(four)
      .when(start(m(1), 1), { now: clock(500) })
      .gives({
        type: 'MatchStarted',
        match: m(1),
        cabinet: 1,
        isWarmup: false,
        isFlipped: false,
        at: clock(500),
      }))

  test('and leaves its queue', () =>
    given(four, setQueue(queue1, m(1), m(2)))
      .when(start(m(1)))
      .leaves((t) => t.queues[queue1]?.matches, [m(2)]))

  test('and ends the queue timer of its cabinet', () =>
    given(four, setQueue(queue1, m(2)), start(m(1)), setScore(m(1), 1, 0), complete(m(1)))
      .when(start(m(2)))
      .leaves((t) => t.timers, {}))

  test('and keeps the time of its first start', () =>
    given(four, start(m(1)), stop(m(1)))
      .when(start(m(1), 2), { now: clock(999) })
      .leaves((t) => t.matches[m(1)]?.startedAt !== clock(999), true))

  test('and displaces the match that was on the cabinet, which keeps its score', () =>
    given(four, start(m(1)), plus(m(1), 1))
      .when(start(m(2)))
      .leaves((t) => [shown(m(1))(t)?.activeCabinet, ...points(m(1))(t)], [null, 1, 0]))

  test('and says that it was displaced', () =>
    given(four, start(m(1)))
      .when(start(m(2)), { now: clock(0) })
      .gives(
        { type: 'MatchStopped', match: m(1), reason: 'displaced' },
        {
          type: 'MatchStarted',
          match: m(2),
          cabinet: 1,
          isWarmup: false,
          isFlipped: false,
          at: clock(0),
        },
      ))

  test('once, if two tablets start it on the same cabinet', () =>
    given(four, start(m(1)))
      .when(start(m(1)))
      .changesNothing())
})

describe('R-ST-1: a match does not start', () => {
  test('if it is not in the tournament', () =>
    given(four).when(start(999)).refused('NO_SUCH_MATCH', 'Match 999 is not in this tournament.'))

  test('R-ST-10: if it is a bye, which the refusal says', () =>
    given(tournament({ teams: 8 }), { type: 'ForfeitMatch', match: m(1), teams: [1, 8] })
      .when(start(m(5)))
      .refused('NO_SUCH_MATCH', 'M5 is not played: the bracket goes on without it.'))

  test('while a team is missing', () =>
    given(four)
      .when(start(m(3)))
      .refused('TEAM_MISSING', 'M3 still waits for winner of M1.'))

  test('when it is complete', () =>
    given(four, ...result(m(1), 1, 0))
      .when(start(m(1)))
      .refused('MATCH_COMPLETE', 'M1 is already complete.'))

  test('when it is on another cabinet', () =>
    given(four, start(m(1), 2))
      .when(start(m(1), 1))
      .refused('MATCH_ACTIVE', 'M1 is already on Cabinet 2.'))

  test('on a cabinet of another tournament', () =>
    given(four)
      .when(start(m(1), 9))
      .refused('CABINET_NOT_ASSIGNED', 'Cabinet 9 is not assigned to this tournament.'))

  test('while one of its teams plays elsewhere', () =>
    given(roundRobin, start(m(1), 2))
      .when(start(sharing(roundRobin.states.at(-1)!), 1))
      .refused('TEAM_BUSY', 'M3 waits: Bees are on Cabinet 2 (M1).'))

  test('on an offline cabinet', () =>
    given(four)
      .when(start(m(1)), { offline: [1] })
      .refused('CABINET_OFFLINE', 'Cabinet 1 is offline.'))

  test('on an offline cabinet, unless forced', () =>
    given(four)
      .when(start(m(1), 1, true), { offline: [1] })
      .leaves((t) => shown(m(1))(t)?.activeCabinet, 1))

  test('with one team on both sides', () =>
    given(four, { type: 'SetTeams', match: m(3), blueTeam: 2 }, ...result(m(2), 1, 0))
      .when(start(m(3)))
      .refused('TEAM_TWICE', 'Wasps are on both sides of M3: a team cannot play against itself.'))
})

/** The first match after M2 in which the Bees play again. */
function sharing(t: Tournament): number {
  const again = Object.values(t.matches).find(
    ({ id, slots }) => id > m(2) && slots.some((slot) => 'team' in slot && slot.team === 1),
  )
  return again!.id
}

describe('R-WU-1: whether a match starts as a warm-up', () => {
  const rules = ['never', 'first_set', 'first_set_on_cab', 'always'] as const
  // M1 is Bees against Moths, M2 Wasps against Hornets, M3 the winners: Bees and Wasps.
  const on = (num: number, cabinet: number) => [start(m(num), cabinet), stop(m(num))]
  const before = {
    'neither has played': [],
    'the one has, elsewhere': on(1, 2),
    'the other has, elsewhere': on(2, 2),
    'both have, elsewhere': [...on(1, 2), ...on(2, 2)],
    'the one has, here': on(1, 1),
    'the other has, here': on(2, 1),
    'the one here, the other elsewhere': [...on(1, 1), ...on(2, 2)],
    'both have, here too': [...on(1, 1), ...on(2, 1)],
  }
  const expected = {
    'neither has played': [false, true, true, true],
    'the one has, elsewhere': [false, true, true, true],
    'the other has, elsewhere': [false, true, true, true],
    'both have, elsewhere': [false, false, true, true],
    'the one has, here': [false, true, true, true],
    'the other has, here': [false, true, true, true],
    'the one here, the other elsewhere': [false, false, true, true],
    'both have, here too': [false, false, false, true],
  }
  const table = Object.entries(before).flatMap(([who, commands]) =>
    rules.map((rule, index) => {
      const isWarmup = expected[who as keyof typeof expected][index] ?? false
      return { who, rule, commands, isWarmup }
    }),
  )

  test.each(table)('$rule, $who: $isWarmup', ({ rule, commands, isWarmup }) =>
    given(tournament({ stage: { autoWarmup: rule } }), ...commands, {
      type: 'SetTeams',
      match: m(3),
      blueTeam: 1,
      goldTeam: 2,
    })
      .when(start(m(3), 1))
      .leaves((t) => t.matches[m(3)]?.isWarmup, isWarmup),
  )

  test('a cabinet the teams played on counts, even if they continued elsewhere', () =>
    given(
      tournament({ stage: { autoWarmup: 'first_set_on_cab' } }),
      ...[1, 2].flatMap((num) => [start(m(num), 1), stop(m(num)), start(m(num), 2), stop(m(num))]),
      { type: 'SetTeams', match: m(3), blueTeam: 1, goldTeam: 2 },
    )
      .when(start(m(3), 1))
      .leaves((t) => t.matches[m(3)]?.isWarmup, false))
})

describe('R-SD-1: drawn sides', () => {
  const drawn = tournament({ teams: 8, stage: { randomizeSides: true } })

  test('come from the dice of the stage, so that anyone can verify them', () => {
    const { dice } = stateOf(drawn).stages[stageId]!
    const flips = [1, 2, 3, 4].map((num) => {
      const t = stateOf(play(drawn, start(m(num))))
      return t.matches[m(num)]?.isFlipped
    })
    expect(flips).toEqual([1, 2, 3, 4].map((num) => coinToss(dice, `sides of match ${m(num)}`)))
  })

  test('are drawn once: a second start keeps later changes by people', () => {
    const first = stateOf(play(drawn, start(m(1)))).matches[m(1)]!.isFlipped
    given(drawn, start(m(1)), { type: 'SetSides', match: m(1), isFlipped: !first }, stop(m(1)))
      .when(start(m(1)))
      .leaves((t) => t.matches[m(1)]?.isFlipped, !first)
  })

  test('are not drawn without the setting', () =>
    given(four, {
      type: 'ChangeStage',
      stage: stageId,
      settings: settings({ randomizeSides: false }),
    })
      .when(start(m(1)))
      .leaves((t) => t.matches[m(1)]?.isFlipped, false))
})

describe('R-ST-2: a stopped match', () => {
  test('leaves its cabinet', () =>
    given(four, start(m(1)))
      .when(stop(m(1)))
      .gives({ type: 'MatchStopped', match: m(1), reason: 'stopped' }))

  test('was displaced if another tournament took its cabinet, and stays if it has moved on', () => {
    const displaced = (cabinet: number) => {
      return { ...stop(m(1)), displacedBy: { tournament: 2, cabinet } }
    }
    given(four, start(m(1)))
      .when(displaced(1))
      .gives({ type: 'MatchStopped', match: m(1), reason: 'displaced' })
    given(four, start(m(1)))
      .when(displaced(2))
      .gives()
  })

  test('continues with its score on another cabinet', () =>
    given(four, start(m(1)), plus(m(1), 1), ...game('g1', m(1), 'gold'), stop(m(1)))
      .when(start(m(1), 2))
      .leaves(points(m(1)), [1, 1]))

  test('is not put back in a queue', () =>
    given(four, setQueue(queue1, m(1)), next(), stop(m(1)))
      .when(stop(m(1)))
      .leaves((t) => t.queues[queue1]?.matches, []))

  test('that was not active does not change, without an error', () =>
    given(four)
      .when(stop(m(1)))
      .changesNothing())

  test('is refused for a match of another tournament', () =>
    given(four).when(stop(999)).refused('NO_SUCH_MATCH'))
})

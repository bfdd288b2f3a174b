import { describe, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import {
  begin,
  clock,
  complete,
  finish,
  game,
  m,
  minus,
  plus,
  queue1,
  queue2,
  setQueue,
  reopen,
  result,
  setScore,
  stageId,
  start,
  swap,
  tournament,
} from '#test/desk/story.ts'
import { given, points, shown, teams } from '#test/desk/given-when-then.ts'

const four = tournament()
const roundRobin = tournament({ stage: { stageType: 'round_robin' } })

describe('R-ST-4: completing', () => {
  test('freezes winner and score and frees the cabinet', () =>
    given(four, start(m(1)), plus(m(1), 1))
      .when(complete(m(1)), { now: clock(77) })
      .gives({ type: 'MatchCompleted', match: m(1), winner: 0, score: [1, 0], at: clock(77) }))

  test('fills the next match', () =>
    given(four, ...result(m(1), 0, 2), setScore(m(2), 2, 1))
      .when(complete(m(2)))
      .leaves(teams(m(3)), [4, 2]))

  test('removes it from its queue', () =>
    given(four, setQueue(queue1, m(1), m(2)), setScore(m(1), 1, 0))
      .when(complete(m(1)))
      .leaves((t) => t.queues[queue1]?.matches, [m(2)]))

  test('R-CMD-2: twice succeeds, with one effect', () =>
    given(four, ...result(m(1), 1, 0))
      .when(complete(m(1)))
      .changesNothing())

  test('is refused for a tie if a team has to advance', () =>
    given(four, setScore(m(1), 1, 1))
      .when(complete(m(1)))
      .refused('TIE_NOT_ALLOWED', 'M1 is tied 1-1; one team has to win.'))

  test('may be a draw in a round robin', () =>
    given(roundRobin, setScore(m(1), 1, 1))
      .when(complete(m(1)))
      .leaves((t) => [shown(m(1))(t)?.isComplete, shown(m(1))(t)?.winner], [true, null]))

  test.each([
    ['wins are asked for', { winsPerMatch: 2 }],
    ['the number of games is odd', { roundsPerMatch: 3 }],
    ['a level score is played off', { roundsPerMatch: 2, addTiebreaker: true }],
  ])('R-GM-4: is refused for a tie in a round robin where %s', (_, stage) =>
    given(tournament({ stage: { stageType: 'round_robin', ...stage } }), setScore(m(1), 1, 1))
      .when(complete(m(1)))
      .refused('TIE_NOT_ALLOWED', 'M1 is tied 1-1; one team has to win.'),
  )

  test('R-GM-2: may be a draw if an even number of games is played', () =>
    given(
      tournament({ stage: { stageType: 'round_robin', roundsPerMatch: 4 } }),
      setScore(m(1), 2, 2),
    )
      .when(complete(m(1)))
      .leaves((t) => shown(m(1))(t)?.winner, null))

  test('R-GM-4: may not be a draw in a custom stage if a team advances from it', () => {
    const custom = tournament({ stage: { stageType: 'custom' } })
    const add = (blue: object, gold: object) =>
      ({ type: 'AddMatch', stage: stageId, blue, gold, roundName: '' }) as Command
    given(custom, add({ team: 1 }, { team: 2 }), setScore(m(1), 1, 1))
      .when(complete(m(1)))
      .leaves((t) => shown(m(1))(t)?.isComplete, true)
    given(custom, add({ team: 1 }, { team: 2 }), add({ winnerOf: m(1) }, { team: 3 }))
      .when(setScore(m(1), 1, 1))
      .leaves((t) => shown(m(1))(t)?.isComplete, false)
    given(
      custom,
      add({ team: 1 }, { team: 2 }),
      add({ winnerOf: m(1) }, { team: 3 }),
      setScore(m(1), 1, 1),
    )
      .when(complete(m(1)))
      .refused('TIE_NOT_ALLOWED')
    given(custom, add({ team: 1 }, { team: 2 }), ...result(m(1), 1, 1))
      .when(add({ winnerOf: m(1) }, { team: 3 }))
      .refused('NO_WINNER', 'M1 ended level: nobody advances from it.')
  })

  test('is refused while a team is missing', () =>
    given(four)
      .when(complete(m(3)))
      .refused('TEAM_MISSING', 'M3 still waits for winner of M1.'))

  test('is refused while one of its games runs', () =>
    given(four, start(m(1)), plus(m(1), 1), begin('g1', m(1)))
      .when(complete(m(1)))
      .refused('GAME_RUNNING', 'A game of M1 is still running.'))

  test('is possible while one of its games runs, with force', () =>
    given(four, start(m(1)), plus(m(1), 1), begin('g1', m(1)))
      .when(complete(m(1), true))
      .leaves((t) => shown(m(1))(t)?.isComplete, true))

  test('R-PL-1: the last match completes the stage', () =>
    given(four, ...result(m(1), 1, 0), ...result(m(2), 1, 0), setScore(m(3), 1, 0))
      .when(complete(m(3)))
      .leaves((t) => Object.values(t.matches).every((match) => match.result), true))
})

describe('R-CMD-3: scores are derived', () => {
  test('a typed score is stored as the difference to the games', () =>
    given(four, start(m(1)), ...game('g1', m(1), 'blue'))
      .when(setScore(m(1), 3, 1))
      .gives(
        { type: 'ScoreAdjusted', match: m(1), slot: 0, by: 2 },
        { type: 'ScoreAdjusted', match: m(1), slot: 1, by: 1 },
      ))

  test('a counted game adds to typed points', () =>
    given(four, start(m(1)), setScore(m(1), 3), begin('g1', m(1)))
      .when(finish('g1', 'blue'))
      .leaves(points(m(1)), [4, 0]))

  test('a typed score of one side does not change the other', () =>
    given(four, setScore(m(1), 2, 1))
      .when(setScore(m(1), undefined, 3))
      .leaves(points(m(1)), [2, 3]))

  test('the current score changes nothing', () =>
    given(four, setScore(m(1), 2, 1))
      .when(setScore(m(1), 2, 1))
      .changesNothing())

  test('a score is never below 0', () =>
    given(four)
      .when(minus(m(1), 1))
      .refused('SCORE_AT_ZERO', 'The score is already 0.'))

  test('R-CMD-2: two presses of +1 both count', () =>
    given(four, plus(m(1), 4))
      .when(plus(m(1), 4))
      .leaves(points(m(1)), [0, 2]))

  test('+1 counts for a team, regardless of its side', () =>
    given(four, swap(m(1)))
      .when(plus(m(1), 4))
      .leaves(points(m(1)), [1, 0]))

  test('+1 is refused for a team of another match', () =>
    given(four)
      .when(plus(m(1), 2))
      .refused('TEAM_NOT_IN_MATCH', 'Wasps do not play M1.'))

  test('+1 is refused for an unknown team', () =>
    given(four)
      .when(plus(m(1), 99))
      .refused('NO_SUCH_TEAM', 'Team 99 is not in this tournament.'))

  test('a match without its teams has no score', () =>
    given(four)
      .when(setScore(m(3), 1))
      .refused('TEAM_MISSING', 'M3 still waits for winner of M1.'))
})

describe('R-ST-7: swapping sides', () => {
  test('moves the scores with the teams', () =>
    given(four, setScore(m(1), 2, 1))
      .when(swap(m(1)))
      .leaves((t) => [...teams(m(1))(t), ...points(m(1))(t)], [4, 1, 1, 2]))

  test('of a complete match keeps its winner', () =>
    given(four, ...result(m(1), 2, 1))
      .when(swap(m(1)))
      .leaves((t) => [shown(m(1))(t)?.winner, ...points(m(1))(t)], [1, 1, 2]))

  test('to the current sides changes nothing', () =>
    given(four)
      .when(swap(m(1), false))
      .changesNothing())
})

describe('R-ST-8: reopening', () => {
  test('keeps games and score', () =>
    given(four, start(m(1)), ...game('g1', m(1), 'blue'), complete(m(1)))
      .when(reopen(m(1)))
      .leaves((t) => [...points(m(1))(t), shown(m(1))(t)?.isComplete], [1, 0, false]))

  test('empties the slot of the next match', () =>
    given(four, ...result(m(1), 1, 0))
      .when(reopen(m(1)))
      .leaves((t) => [shown(m(3))(t)?.blueTeam, shown(m(3))(t)?.blueFrom], [null, 'Winner of M1']))

  test('removes the next match from its queue, and answers that', () =>
    given(four, ...result(m(1), 1, 0), ...result(m(2), 1, 0), setQueue(queue2, m(3)))
      .when(reopen(m(1)))
      .answers({ unqueued: [m(3)] }))

  test('leaves a match in its queue that waited for its teams before', () =>
    given(four, setQueue(queue2, m(3)), ...result(m(1), 1, 0))
      .when(reopen(m(1)))
      .leaves((t) => t.queues[queue2]?.matches, [m(3)]))

  test('an open match changes nothing', () =>
    given(four)
      .when(reopen(m(1)))
      .changesNothing())

  test('is refused once the next match has been played', () =>
    given(four, ...result(m(1), 1, 0), ...result(m(2), 1, 0), plus(m(3), 1))
      .when(reopen(m(1)))
      .refused('RESULT_IN_USE', 'M3 has already been played based on this result of M1.', {
        matches: [{ id: m(3) }],
      }))
})

describe('the warm-up switch', () => {
  test('turns on', () =>
    given(four)
      .when({ type: 'SetWarmup', match: m(1), on: true })
      .gives({ type: 'WarmupSet', match: m(1), on: true }))

  test('does not change when set to its current value', () =>
    given(four)
      .when({ type: 'SetWarmup', match: m(1), on: false })
      .changesNothing())

  test('is refused for a complete match', () =>
    given(four, ...result(m(1), 1, 0))
      .when({ type: 'SetWarmup', match: m(1), on: true })
      .refused('MATCH_COMPLETE', 'M1 is already complete.'))
})

describe('teams set by hand', () => {
  test('are on the side they were set for', () =>
    given(four, { type: 'SetTeams', match: m(2), blueTeam: null }, swap(m(1)))
      .when({ type: 'SetTeams', match: m(1), blueTeam: 2 })
      .leaves(teams(m(1)), [2, 1]))

  test('may be removed again', () =>
    given(four)
      .when({ type: 'SetTeams', match: m(1), goldTeam: null })
      .leaves(teams(m(1)), [1, null]))

  test('that are there already change nothing', () =>
    given(four)
      .when({ type: 'SetTeams', match: m(1), blueTeam: 1, goldTeam: 4 })
      .changesNothing())

  test('cannot be the same', () =>
    given(four)
      .when({ type: 'SetTeams', match: m(1), blueTeam: 4 })
      .refused('TEAM_TWICE', 'A team cannot play against itself.'))

  test('have to belong to this tournament', () =>
    given(four)
      .when({ type: 'SetTeams', match: m(1), blueTeam: 99 })
      .refused('NO_SUCH_TEAM'))

  test('cannot change once the match has started', () =>
    given(four, start(m(1)))
      .when({ type: 'SetTeams', match: m(1), blueTeam: 2 })
      .refused('MATCH_STARTED', 'M1 has already started.'))

  test('cannot change once the match is complete', () =>
    given(four, ...result(m(1), 1, 0))
      .when({ type: 'SetTeams', match: m(1), blueTeam: 2 })
      .refused('MATCH_COMPLETE'))

  test('make a match independent of earlier results', () =>
    given(
      four,
      ...result(m(1), 1, 0),
      ...result(m(2), 1, 0),
      { type: 'SetTeams', match: m(3), blueTeam: 4 },
      plus(m(3), 4),
    )
      .when(reopen(m(1)))
      .leaves(teams(m(3)), [4, 2]))
})

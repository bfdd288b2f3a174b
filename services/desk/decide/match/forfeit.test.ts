import { describe, expect, test } from 'vitest'
import { isInBracket, stageComplete, teamInPlace, teamsOf } from '#events/bracket/bracket.ts'
import { lcg } from '#test/support/random.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import {
  begin,
  clock,
  finish,
  forfeit,
  game,
  withCascade,
  m,
  minus,
  play,
  plus,
  queue1,
  setQueue,
  reopen,
  result,
  setScore,
  stageId,
  start,
  stateOf,
  tournament,
} from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'
import { given, points, shown, teams } from '#test/desk/given-when-then.ts'

const four = tournament()
const roundRobin = tournament({ stage: { stageType: 'round_robin' } })
const first = stateOf(roundRobin).matches[m(1)]!

describe('R-ST-10: a forfeit', () => {
  test('gives the other team the wins needed for a match', () =>
    given(tournament({ stage: { winsPerMatch: 3 } }))
      .when(forfeit(m(1), 1), { now: clock(77) })
      .gives({ type: 'MatchForfeited', match: m(1), winner: 1, score: [0, 3], at: clock(77) }))

  test('gives a majority if all rounds are played', () =>
    given(tournament({ stage: { roundsPerMatch: 4 } }))
      .when(forfeit(m(1), 4))
      .leaves(points(m(1)), [3, 0]))

  test('gives one win if the stage sets no number', () =>
    given(four)
      .when(forfeit(m(1), 4))
      .leaves(points(m(1)), [1, 0]))

  test('is marked, and the winner advances', () =>
    given(four)
      .when(forfeit(m(1), 1))
      .leaves((t) => [shown(m(1))(t)?.forfeit, teams(m(3))(t)], [true, [4, null]]))

  test('takes the match off its cabinet and arms the queue timer', () =>
    given(four, setQueue(queue1, m(2)), start(m(1)))
      .when(forfeit(m(1), 1), { now: clock(300) })
      .leaves((t) => [shown(m(1))(t)?.activeCabinet, t.timers[1]?.dueAt], [null, clock(330)]))

  test('has no durations, even if games were played before', () =>
    given(
      tournament({ stage: { stageType: 'round_robin' } }),
      start(m(1)),
      ...game('g1', m(1), 'blue'),
    )
      .when(forfeit(m(1), 1))
      .leaves(
        (t) => [...rowsOf(t).standing.values()].map((row) => row.gameTimeInLosses),
        expect.not.arrayContaining([90]),
      ))

  test('sent twice succeeds, with one effect', () =>
    given(four, forfeit(m(1), 1))
      .when(forfeit(m(1), 1))
      .changesNothing())

  test('is refused once the match is complete', () =>
    given(four, ...result(m(1), 1, 0))
      .when(forfeit(m(1), 1))
      .refused('MATCH_COMPLETE', 'M1 is already complete.'))

  test('is refused while a team is missing', () =>
    given(four)
      .when(forfeit(m(3), 1))
      .refused('TEAM_MISSING'))

  test('is refused for a team of another match', () =>
    given(four)
      .when(forfeit(m(1), 2))
      .refused('TEAM_NOT_IN_MATCH', 'Wasps do not play M1.'))

  test('cannot get single points', () =>
    given(four, forfeit(m(1), 1))
      .when(plus(m(1), 1))
      .refused('MATCH_COMPLETE', 'M1 was forfeited. Set its score, or reopen it first.'))

  test('does not change if its own score is typed', () =>
    given(tournament({ stage: { winsPerMatch: 3 } }), forfeit(m(1), 1))
      .when(setScore(m(1), 0, 3))
      .changesNothing())

  test('has no points to take off', () =>
    given(four, forfeit(m(1), 1))
      .when(minus(m(1), 4))
      .refused('SCORE_AT_ZERO'))

  test('reopened, has the score of its games', () =>
    given(four, start(m(1)), ...game('g1', m(1), 'blue'), forfeit(m(1), 1))
      .when(reopen(m(1)))
      .leaves((t) => [...points(m(1))(t), shown(m(1))(t)?.forfeit], [1, 0, false]))

  test('makes a running game a proposal', () =>
    given(four, start(m(1)), begin('g1', m(1)), forfeit(m(1), 1))
      .when(finish('g1', 'gold'))
      .leaves((t) => t.games['g1']?.status, 'proposed'))
})

describe('R-ED-1: a forfeit by mistake', () => {
  const three = tournament({ stage: { winsPerMatch: 3 } })

  test('is replaced by a typed score, which keeps its time', () => {
    const story = play(three, start(m(1)), ...game('g1', m(1), 'blue'), forfeit(m(1), 1))
    const { at } = stateOf(story).matches[m(1)]!.result!
    given(story)
      .when(setScore(m(1), 1))
      .leaves((t) => t.matches[m(1)]?.result, { winner: 1, score: [1, 3], at, forfeit: false })
    given(story, setScore(m(1), 3, 1))
      .when(plus(m(1), 4))
      .leaves(points(m(1)), [3, 2])
  })

  test('cannot get a tied score if a team has to win', () =>
    given(three, forfeit(m(1), 1))
      .when(setScore(m(1), 2, 2))
      .refused('TIE_NOT_ALLOWED'))

  test('is replaced by a forfeit of the other team or of both, which keeps its time', () => {
    const story = play(three, forfeit(m(1), 1))
    const { at } = stateOf(story).matches[m(1)]!.result!
    given(story)
      .when(forfeit(m(1), 4))
      .gives({ type: 'MatchForfeited', match: m(1), winner: 0, score: [3, 0], at })
    given(story)
      .when(forfeit(m(1), 1, 4))
      .leaves((t) => t.matches[m(1)]?.result, { winner: null, score: [0, 0], at, forfeit: true })
    given(story, forfeit(m(1), 1, 4))
      .when(forfeit(m(1), 1))
      .leaves(teams(m(3)), [4, null])
  })
})

describe('R-ED-3: a forfeit by mistake on which a match was played', () => {
  const story = play(
    four,
    forfeit(m(1), 1),
    ...result(m(2), 1, 0),
    start(m(3)),
    ...game('g1', m(3), 'blue'),
  )
  const final = expect.objectContaining({ id: m(3), score: [1, 0], activeCabinet: 1 })

  test.each([
    ['a score', setScore(m(1), 2, 1)],
    ['the forfeit of the other team', forfeit(m(1), 4)],
    ['the forfeit of both', forfeit(m(1), 1, 4)],
  ])('shows that match before %s replaces it, and archives it with a reason', (_, command) => {
    given(story)
      .when(command)
      .refused('RESULT_IN_USE', 'M3 has already been played based on this result of M1.', {
        matches: [final],
      })
    given(story)
      .when({ ...command, cascade: true } as typeof command)
      .refused('REASON_MISSING')
    given(story)
      .when(withCascade(command))
      .leaves((t) => [t.matches[m(3)]?.attempt, t.matches[m(3)]?.cabinet], [2, null])
    given(story, withCascade(command))
      .whenUndone()
      .leaves((t) => [teams(m(3))(t), points(m(3))(t)], [teams(m(3))(stateOf(story)), [1, 0]])
  })

  test('affects no other match if the same team wins', () =>
    given(story)
      .when(setScore(m(1), 1, 2))
      .leaves(
        (t) => [points(m(1))(t), points(m(3))(t)],
        [
          [1, 2],
          [1, 0],
        ],
      ))
})

describe('R-ST-10: a double forfeit', () => {
  const both = forfeit(m(1), 1, 4)

  test('has no winner and no wins', () =>
    given(four)
      .when(both)
      .leaves((t) => [shown(m(1))(t)?.winner, shown(m(1))(t)?.isComplete], [null, true]))

  test('makes the next opponent advance, because its match is skipped', () =>
    given(four, ...result(m(2), 1, 0))
      .when(both)
      .leaves(
        (t) => [shown(m(3))(t), stageComplete(t, stageId), shown(m(2))(t)?.winnerPlace],
        [undefined, true, 1],
      ))

  test('removes the skipped match from its queue, and answers that', () =>
    given(four, setQueue(queue1, m(3)))
      .when(both)
      .answers({ unqueued: [m(3)] }))

  test('undone, restores the skipped match', () =>
    given(four, setQueue(queue1, m(3)), both)
      .whenUndone()
      .leavesAllAsBefore())

  test('does not skip a match that a person opened, which can be filled by hand', () =>
    given(
      four,
      { type: 'SetTeams', match: m(3), goldTeam: 3 },
      { type: 'SetTeams', match: m(3), goldTeam: null },
    )
      .when(both)
      .leaves((t) => shown(m(3))(t)?.blueFrom, 'Nobody'))

  test('skips a match with one team set by hand if no other team can come', () =>
    given(
      four,
      { type: 'SetTeams', match: m(3), goldTeam: 3 },
      { type: 'SetTeams', match: m(3), goldTeam: null },
      setQueue(queue1, m(3)),
      both,
    )
      .when({ type: 'SetTeams', match: m(3), goldTeam: 2 })
      .leaves((t) => [shown(m(3))(t), t.queues[queue1]?.matches], [undefined, []]))

  test('in the losers’ bracket gives the opponent a bye', () => {
    const eight = tournament({ teams: 8, stage: { stageType: 'double_elim' } })
    const begun = play(eight, ...[1, 2, 3, 4].flatMap((num) => result(m(num), 1, 0)))
    const t = stateOf(begun)
    const lost = Object.values(t.matches).filter(
      (match) => match.type === 'losers' && !teamsOf(t, match).includes(null),
    )
    const [out, stays] = lost
    const next = t.matches[out!.winnerTo!.match]!
    const done = stateOf(play(begun, forfeit(out!.id, ...(teamsOf(t, out!) as number[]))))
    expect(isInBracket(done.matches, done.matches[next.id]!)).toBe(false)
    expect(isInBracket(done.matches, done.matches[stays!.winnerTo!.match]!)).toBe(true)
    const dropped = next.slots.findIndex((slot) => 'loserOf' in slot)
    const { loserOf } = next.slots[dropped] as { loserOf: number }
    const ended = stateOf(
      play(begun, forfeit(out!.id, ...(teamsOf(t, out!) as number[])), setScore(loserOf, 0, 1), {
        type: 'CompleteMatch',
        match: loserOf,
        force: false,
      }),
    )
    const loser = teamsOf(ended, ended.matches[loserOf]!)[0]
    const after = ended.matches[next.winnerTo!.match]!
    expect(teamsOf(ended, after)).toContain(loser)
  })

  test('counts as a loss for both in a table', () =>
    given(roundRobin)
      .when(forfeit(m(1), ...(teamsOf(stateOf(roundRobin), first) as number[])))
      .leaves(
        (t) =>
          [...rowsOf(t).standing.values()]
            .filter((row) => row.matchesPlayed > 0)
            .map((row) => [row.matchesLost, row.matchesTied]),
        [
          [1, 0],
          [1, 0],
        ],
      ))
})

describe('R-BR-8: places when both teams of a match are out', () => {
  const places = (t: Tournament) =>
    [...rowsOf(t).standing.values()]
      .toSorted((a, b) => a.team - b.team)
      .map((row) => row.sharedPlace ?? `${row.place}`)

  test('a team that never had to play is first', () =>
    given(tournament({ teams: 3 }))
      .when(forfeit(m(1), 2, 3))
      .leaves((t) => [places(t), stageComplete(t, stageId)], [['1', '2-3', '2-3'], true]))

  test('the team left after the winners’ final is first, and advances as first', () => {
    const double = tournament({ stage: { stageType: 'double_elim' } })
    given(double, ...result(m(1), 1, 0), ...result(m(2), 1, 0), ...result(m(3), 0, 1))
      .when(forfeit(m(4), 1, 2))
      .leaves(
        (t) => [places(t), teamInPlace(t, { stage: stageId, place: 1 })],
        [['2-3', '2-3', '1', '4'], 3],
      )
  })

  test('two teams with a double forfeit share places with those out in the same round', () =>
    given(tournament({ teams: 6 }), forfeit(m(1), 4, 5), ...result(m(2), 1, 0))
      .when(forfeit(m(4), 2, 3))
      .leaves(places, ['1', '2-3', '2-3', '4-6', '4-6', '4-6']))

  test('if no team is left, the last ones out share the first places', () =>
    given(four, ...result(m(1), 1, 0), ...result(m(2), 1, 0))
      .when(forfeit(m(3), 1, 2))
      .leaves(places, ['1-2', '1-2', '3-4', '3-4']))

  test('no team advances from such a match', () =>
    given(four)
      .when(forfeit(m(1), 1, 4))
      .leaves(
        (t) => {
          const row = shown(m(1))(t)!
          return [row.winnerToMatch, row.winnerPlace, row.loserToMatch, row.loserPlace]
        },
        // One of the other two is going to be first; three teams share the places 2 to 4.
        [null, null, null, 2],
      ))
})

/** Plays all playable matches, in an order and with results from a seed. */
function playedOut(story: Story, seed: number): Tournament {
  const random = lcg(seed)
  let now = story
  for (;;) {
    const t = stateOf(now)
    const ready = Object.values(t.matches).filter(
      (match) =>
        !match.result && isInBracket(t.matches, match) && !teamsOf(t, match).includes(null),
    )
    const match = ready[Math.floor(random() * ready.length)]
    if (!match) return t
    const [one, two] = teamsOf(t, match) as [number, number]
    const luck = random()
    if (luck < 0.3) now = play(now, forfeit(match.id, one, two))
    else if (luck < 0.4) now = play(now, forfeit(match.id, one))
    else now = play(now, ...(luck < 0.7 ? result(match.id, 1, 0) : result(match.id, 0, 1)))
  }
}

test('R-ST-10: a bracket can be completed with any forfeits in any order', () => {
  const stageTypes = ['single_elim', 'double_elim', 'ladder'] as const
  for (let seed = 1; seed <= 240; seed++) {
    const stageType = stageTypes[seed % 3]!
    const count = 2 + (seed % 12)
    const stage = { stageType, thirdPlaceMatch: seed % 2 === 0 && count >= 4 }
    const t = playedOut(tournament({ teams: count, stage }), seed)
    expect([seed, stageComplete(t, stageId)]).toEqual([seed, true])
    const shownTeams = [...rowsOf(t).match.values()].map((row) => [row.blueTeam, row.goldTeam])
    expect(shownTeams.flat()).not.toContain(null)
  }
})

test('R-ST-10: a team set by hand gets a bye if the other team of its match never comes', () => {
  const open = play(
    four,
    { type: 'SetTeams', match: m(3), blueTeam: 4 },
    { type: 'SetTeams', match: m(3), blueTeam: null },
    forfeit(m(2), 2, 3),
    setQueue(queue1, m(3)),
  )
  given(open)
    .when({ type: 'SetTeams', match: m(3), blueTeam: 1 })
    .leaves((t) => [shown(m(3))(t), t.queues[queue1]?.matches], [undefined, []])
})

test('R-RR-5: a corrected result that brings a team that left to an open match forfeits it', () =>
  given(four, ...result(m(1), 1, 0), ...result(m(2), 1, 0), {
    type: 'WithdrawTeam',
    stage: stageId,
    team: 4,
    how: 'forfeit',
  })
    .when(setScore(m(1), 0, 1))
    .leaves((t) => t.matches[m(3)]?.result, {
      winner: 1,
      score: expect.anything(),
      at: expect.anything(),
      forfeit: true,
    }))

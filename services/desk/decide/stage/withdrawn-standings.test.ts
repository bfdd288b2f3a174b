import { describe, expect, test } from 'vitest'
import { liveStandings } from '#events/bracket/live-standings.ts'
import { tableOf } from '#events/bracket/bracket.ts'
import { podiumsOf } from '#events/rules/podiums.ts'
import { inRankOrder } from '#events/rules/ranks.ts'
import type { Command } from '#events/schema/command.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import { given, shown } from '#test/desk/given-when-then.ts'
import { play, result, settings, stageId, stateOf, tournament } from '#test/desk/story.ts'

const leave = (team: number, how: 'forfeit' | 'drop'): Command => {
  return { type: 'WithdrawTeam', stage: stageId, team, how }
}
const ranked = (t: Tournament) =>
  inRankOrder([...rowsOf(t).standing.values()].filter(({ bracket }) => bracket === stageId))
const order = (t: Tournament) => ranked(t).map(({ team }) => team)
const podium = (t: Tournament) => {
  const { bracket, standing } = rowsOf(t)
  const [first] = podiumsOf([...bracket.values()], [...standing.values()], false)
  return first?.teams.map(({ team, place }) => [place, team])
}

const orderAndPodium = (t: Tournament) => [order(t), podium(t)]
/** Team 1 comes last, and has no place on the podium. */
const withoutFirst = [
  [2, 3, 4, 1],
  [
    [1, 2],
    [2, 3],
    [3, 4],
  ],
]

/** The better of two teams, with the lower id, wins each match. */
function played(stage: Parameters<typeof tournament>[0], ...except: number[]) {
  let story = tournament(stage)
  for (const { id } of Object.values(stateOf(story).matches)) {
    const row = shown(id)(stateOf(story))!
    if (except.includes(row.blueTeam!) && except.includes(row.goldTeam!)) continue
    story = play(story, ...(row.blueTeam! < row.goldTeam! ? result(id, 2, 0) : result(id, 0, 2)))
  }
  return story
}
const robin = { teams: 4, stage: { stageType: 'round_robin' as const } }
const ended = played(robin)

describe('R-RR-5: a team that left a round robin', () => {
  test.each(['forfeit', 'drop'] as const)('comes after all teams that stay (%s)', (how) => {
    given(ended).when(leave(1, how)).leaves(orderAndPodium, withoutFirst)
    given(played(robin, 1, 4))
      .when(leave(1, how))
      .leaves(orderAndPodium, withoutFirst)
  })

  test('is also last in the live table', () =>
    given(played(robin, 1, 4))
      .when(leave(1, 'forfeit'))
      .leaves((t) => liveStandings(t, t.stages[stageId]!).map(({ team }) => team), [2, 3, 4, 1]))

  test('R-TB-8: and each row names the team above it, with the reason', () => {
    const rows = ranked(stateOf(play(ended, leave(2, 'drop'))))
    expect(rows.map(({ team, decidedBy }) => [team, decidedBy?.over, decidedBy?.rule])).toEqual([
      [1, undefined, undefined],
      [3, 1, 'game_win_pct'],
      [4, 3, 'game_win_pct'],
      [2, 4, 'withdrawn'],
    ])
    expect(rows[1]?.decidedBy?.values).toEqual(['33.3 % (2 of 6)', '100.0 % (6 of 6)'])
  })

  test('is on no podium, even if fewer than three teams stay', () =>
    given(ended, leave(1, 'drop'), leave(3, 'drop'))
      .when(leave(2, 'drop'))
      .leaves((t) => [order(t), podium(t)], [[4, 1, 2, 3], [[1, 4]]]))

  test('leaves its place in the next stage to the next team, as in the table', () =>
    given(
      ended,
      { type: 'CreateStage', settings: settings({ name: 'Final' }), numGroups: 1 },
      {
        type: 'PlaceStage',
        stage: stageId + 1,
        placements: [1, 2].map((place) => ({ place, placeOf: { stage: stageId, place } })),
      },
      { type: 'CreateMatches', stage: stageId + 1 },
    )
      .when(leave(1, 'drop'))
      .leaves((t) => [shown(107)(t)?.blueTeam, shown(107)(t)?.goldTeam], [2, 3]))

  test('R-BR-8: in a bracket keeps the place of its results', () =>
    given(tournament({ teams: 4 }), ...result(101, 2, 0), ...result(102, 2, 0))
      .when(leave(1, 'forfeit'))
      .leaves(
        (t) => podium(t)?.slice(0, 2),
        [
          [1, 2],
          [2, 1],
        ],
      ))
})

describe('R-TB-1: tie-breaks of a round robin that teams leave', () => {
  /** Blue wins every match: three teams with one win each, separated only by dice. */
  const three = { teams: 3, stage: { stageType: 'round_robin' as const, winsPerMatch: 1 } }
  const level = play(tournament(three), ...[101, 102, 103].flatMap((id) => result(id, 1, 0)))
  const [first = 0, second = 0, third = 0] = order(stateOf(level))
  const asked = (from: number, to: number): Command => {
    return { type: 'CreateTiebreaks', stage: stageId, from, to }
  }

  test('are for the places that the teams have after it left', () => {
    const story = play(level, leave(first, 'drop'), asked(1, 2), ...result(104, 0, 1))
    const t = stateOf(story)
    expect(order(t)).toEqual([third, second, first])
    expect(ranked(t).map(({ decidedBy }) => decidedBy?.rule)).toEqual([
      undefined,
      'tiebreak_match',
      'withdrawn',
    ])
  })

  test('are not for a team that left', () =>
    given(level, leave(first, 'drop')).when(asked(2, 3)).refused('NOT_LEVEL'))

  test('keep deciding when a team above leaves later', () => {
    const t = stateOf(play(level, asked(2, 3), ...result(104, 0, 1), leave(first, 'drop')))
    expect(tableOf(t, t.stages[stageId]!).map(({ team }) => team)).toEqual([third, second, first])
  })
})

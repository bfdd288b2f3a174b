// Teams that an official sets in a match by hand.
import { describe, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import { podiumsOf } from '#events/rules/podiums.ts'
import { inRankOrder } from '#events/rules/ranks.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import { given } from '#test/desk/given-when-then.ts'
import { complete, m, play, result, setScore, stageId, tournament } from '#test/desk/story.ts'

const setTeams = (match: number, teams: { blueTeam?: number; goldTeam?: number }): Command => {
  return { type: 'SetTeams', match, ...teams }
}
const late: Command = { type: 'AddTeam', name: 'Late' }
const places = (t: Tournament) =>
  inRankOrder([...rowsOf(t).standing.values()]).map(({ team, place }) => [team, place])
const podium = (t: Tournament) => {
  const { bracket, standing } = rowsOf(t)
  return podiumsOf([...bracket.values()], [...standing.values()], false)[0]?.teams.map(
    ({ team }) => team,
  )
}
const four = tournament()

describe('R-BR-8: in a complete elimination', () => {
  test('a team that replaced another has its place, and the replaced one has none', () => {
    const replaced = play(four, late, setTeams(m(1), { blueTeam: 5 }), ...result(m(1), 1, 0))
    given(replaced, ...result(m(2), 1, 0), setScore(m(3), 1, 0))
      .when(complete(m(3)))
      .leaves(
        (t) => [places(t), podium(t)],
        [
          [
            [5, 1],
            [2, 2],
            [3, 3],
            [4, 3],
            [1, null],
          ],
          [5, 2, 3, 4],
        ],
      )
  })

  test('a team that left the final has no place, and there is one winner', () =>
    given(
      four,
      ...result(m(1), 1, 0),
      ...result(m(2), 1, 0),
      setTeams(m(3), { goldTeam: 3 }),
      setScore(m(3), 1, 0),
    )
      .when(complete(m(3)))
      .leaves(
        (t) => [places(t), podium(t)],
        [
          [
            [1, 1],
            [3, 2],
            [4, 3],
            [2, null],
          ],
          [1, 3, 4],
        ],
      ))
})

describe('R-CU-1: in the table of a stage', () => {
  test('a team that was set in a round robin is listed with its results', () => {
    const robin = tournament({ teams: 3, stage: { stageType: 'round_robin' } })
    given(robin, late, setTeams(m(1), { blueTeam: 4 }), setScore(m(1), 2, 0))
      .when(complete(m(1)))
      .leaves((t) => places(t).map(([team]) => team)[0], 4)
  })

  test('teams that were set in an open match of a custom stage are listed', () => {
    const open: Command = {
      type: 'AddMatch',
      stage: stageId,
      blue: { open: true },
      gold: { open: true },
      roundName: '',
    }
    const custom = tournament({ teams: 0, stage: { stageType: 'custom' } })
    const teams: Command[] = [late, { type: 'AddTeam', name: 'Later' }]
    given(
      custom,
      ...teams,
      open,
      setTeams(m(1), { blueTeam: 1, goldTeam: 2 }),
      setScore(m(1), 2, 1),
    )
      .when(complete(m(1)))
      .leaves(places, [
        [1, null],
        [2, null],
      ])
  })
})

describe('R-RR-5: a team that an official set for a match', () => {
  const robin = tournament({ teams: 3, stage: { stageType: 'round_robin' } })
  const leave = (how: 'forfeit' | 'drop' | 'void'): Command => {
    return { type: 'WithdrawTeam', stage: stageId, team: 5, how }
  }

  test('may leave a bracket, and its opponent advances', () =>
    given(four, late, setTeams(m(1), { blueTeam: 5 }))
      .when(leave('forfeit'))
      .leaves((t) => [t.matches[m(1)]?.result?.winner, t.stages[stageId]?.withdrawn], [1, [5]]))

  test('may leave a round robin, with or without its results', () => {
    const teams: Command[] = [late, { ...late, name: 'Later' }]
    const replaced = play(
      robin,
      ...teams,
      setTeams(m(1), { blueTeam: 5 }),
      setTeams(m(2), { blueTeam: 5 }),
      ...result(m(1), 1, 0),
    )
    const left = (t: Tournament) => Object.keys(t.matches).map(Number)
    given(replaced)
      .when(leave('drop'))
      .leaves(left, [m(1), m(3)])
    given(replaced)
      .when(leave('void'))
      .gives({
        type: 'MatchesRemoved',
        stage: stageId,
        matches: [m(1), m(2)],
      })
  })

  test('does not come back as a late team by itself', () =>
    given(four, late, setTeams(m(1), { blueTeam: 5 }), leave('forfeit'))
      .when({ type: 'AddLateTeam', stage: stageId, team: 5 })
      .refused('TEAM_WITHDRAWN'))
})

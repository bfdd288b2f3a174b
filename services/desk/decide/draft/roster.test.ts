import { describe, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import { play, tournament } from '#test/desk/story.ts'
import { given } from '#test/desk/given-when-then.ts'

const four = tournament()
const spare = play(four, { type: 'AddTeam', name: 'Mites' })
const mites = 5
const move = (...moves: [player: number, team: number | null][]): Command => ({
  type: 'MovePlayers',
  moves: moves.map(([player, team]) => ({ player, team })),
})
const remove = (player: number): Command => ({ type: 'RemovePlayer', player })

describe('players', () => {
  test('move to teams and out of them', () =>
    given(four, move([301, 1], [302, 2]))
      .when(move([301, 2], [302, null]))
      .leaves((t) => t.rosters, { 301: 2 }))

  test('that are in the team already do not move', () =>
    given(four, move([301, 1]))
      .when(move([301, 1], [302, null]))
      .changesNothing())

  test('only the moved ones are in the event', () =>
    given(four, move([301, 1]))
      .when(move([301, 1], [302, 1]))
      .gives({ type: 'PlayersMoved', moves: [{ player: 302, team: 1 }] }))

  test('can only move to teams of this tournament', () =>
    given(four)
      .when(move([301, 99]))
      .refused('NO_SUCH_TEAM', 'Team 99 is not in this tournament.'))

  test('can be in only one team', () =>
    given(four)
      .when(move([301, 1], [301, 2]))
      .refused('PLAYER_TWICE', 'A player can be in one team only.'))

  test('of a removed team are free', () =>
    given(spare, move([301, mites], [302, 1]))
      .when({ type: 'RemoveTeam', team: mites })
      .leaves((t) => t.rosters, { 302: 1 }))

  test('that are removed leave their team', () =>
    given(four, move([301, 1]))
      .when(remove(301))
      .leaves((t) => t.rosters, {}))

  test('P2: the removal of a player without a team stores a commit too, so that a retry is recognized', () =>
    given(four)
      .when(remove(301))
      .gives({ type: 'PlayersMoved', moves: [{ player: 301, team: null }] }))
})

describe('teams of a list', () => {
  const list = (
    ...teams: [team: number | null, name: string, ...players: number[]][]
  ): Command => ({
    type: 'AddTeams',
    teams: teams.map(([team, name, ...players]) => ({ team, name, players })),
  })

  test('are created with their players in one commit, in the order of the list', () =>
    given(four, move([301, 1]))
      .when(list([null, 'Mites', 301, 302], [2, 'as it was', 303], [null, 'Ticks']))
      .gives(
        { type: 'TeamAdded', team: mites, name: 'Mites' },
        { type: 'TeamAdded', team: mites + 1, name: 'Ticks' },
        {
          type: 'PlayersMoved',
          moves: [
            { player: 301, team: mites },
            { player: 302, team: mites },
            { player: 303, team: 2 },
          ],
        },
      ))

  test('are refused as a whole', () => {
    given(four)
      .when(list([null, 'Mites'], [null, 'MITES']))
      .refused('TEAM_NAME_TWICE', 'Two teams are called MITES.')
    given(spare)
      .when(list([null, 'Ticks'], [null, 'mites']))
      .refused('TEAM_NAME_TWICE', 'There is already a team called Mites.')
    given(four)
      .when(list([null, 'Mites', 301], [1, 'A', 301]))
      .refused('PLAYER_TWICE')
    given(four)
      .when(list([null, 'Mites'], [99, 'Gone', 301]))
      .refused('NO_SUCH_TEAM')
  })

  test('are removed by one undo, and their players return to their previous teams', () =>
    given(four, move([301, 1]), list([null, 'Mites', 301], [2, 'B', 302]))
      .whenUndone()
      .leaves((t) => [t.rosters, t.teams[mites]], [{ 301: 1 }, undefined]))
})

describe('a team that a player founds', () => {
  const found = (name: string, player = 301): Command => ({ type: 'FoundTeam', name, player })

  test('is created with its player in one commit', () =>
    given(four)
      .when(found('Mites'))
      .gives(
        { type: 'TeamAdded', team: mites, name: 'Mites' },
        { type: 'PlayersMoved', moves: [{ player: 301, team: mites }] },
      ))

  test.each(['Mites', 'mites', ' ＭITES ', 'Mites\u00a0'])(
    '%j is refused if there is a team Mites',
    (name) =>
      given(spare)
        .when(found(name))
        .refused(
          'TEAM_EXISTS',
          'There is already a team called Mites. Join it, or choose another name.',
        ),
  )

  test('removes its player from another team; an undo restores that', () =>
    given(four, move([301, 1]), found('Mites'))
      .whenUndone()
      .leaves((t) => [t.rosters, t.teams[mites]], [{ 301: 1 }, undefined]))
})

describe('R-UN-1: undo', () => {
  test('of a move restores the previous teams', () =>
    given(four, move([301, 1], [302, 1]), move([301, 2], [302, null]))
      .whenUndone()
      .leaves((t) => t.rosters, { 301: 1, 302: 1 }))

  test('of a removed team restores its players', () =>
    given(spare, move([301, mites]), { type: 'RemoveTeam', team: mites })
      .whenUndone()
      .leaves((t) => [t.teams[mites]?.name, t.rosters], ['Mites', { 301: mites }]))

  test('is refused if they have moved since', () =>
    given(four, move([301, 1]), move([301, 2]))
      .whenUndone(1)
      .refused(
        'CHANGED_SINCE',
        'The team of a player has changed since. Undo the later step first.',
      ))

  test('keeps later moves of others', () =>
    given(four, move([301, 1]), move([302, 2]))
      .whenUndone(1)
      .leaves((t) => t.rosters, { 302: 2 }))

  test('of a team is refused if it has players', () =>
    given(spare, move([301, mites]))
      .whenUndone(1)
      .refused('TEAM_IN_USE', 'Mites have players.'))

  test('of a move is refused if the team was removed', () =>
    given(spare, move([301, mites]), move([301, 1]), { type: 'RemoveTeam', team: mites })
      .whenUndone(1)
      .refused('TEAM_IN_USE', 'A team that was removed have players.'))
})

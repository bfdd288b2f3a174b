import { describe, test } from 'vitest'
import type { Command, CommandOf } from '#events/schema/command.ts'
import { draftKey } from '#events/state/draft.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { play, stageId, tournament } from '#test/desk/story.ts'
import { given } from '#test/desk/given-when-then.ts'

const four = tournament()
const finalize = (more: Partial<CommandOf<'FinalizeDraft'>> = {}): Command => {
  return { type: 'FinalizeDraft', allowShort: false, ...more }
}
const teams = [
  { name: 'Reds', players: [301, 303] },
  { name: 'Greens', players: [302, 304] },
]
const draft: CommandOf<'SetDraft'> = {
  type: 'SetDraft',
  order: 'straight',
  lastRound: 1,
  teams: ['Reds', 'Greens'],
  picks: [],
  pickSeconds: null,
}
const pick = (player: number, round: number, index: number): Command => {
  return { type: 'PickPlayer', player, round, index }
}
const short = play(four, draft, pick(301, 0, 0), pick(302, 0, 1), pick(303, 1, 0))
const whole = play(short, pick(304, 1, 1))
const shown = (t: Tournament) => [t.teams[5]?.name, t.teams[6]?.name, t.rosters]
const made = ['Reds', 'Greens', { 301: 5, 302: 6, 303: 5, 304: 6 }]

describe('R-DR-4: finalising', () => {
  test('creates the teams and moves the players in one commit', () =>
    given(whole)
      .when(finalize())
      .gives(
        { type: 'TeamAdded', team: 5, name: 'Reds' },
        { type: 'TeamAdded', team: 6, name: 'Greens' },
        {
          type: 'PlayersMoved',
          moves: [
            { player: 301, team: 5 },
            { player: 303, team: 5 },
            { player: 302, team: 6 },
            { player: 304, team: 6 },
          ],
        },
        { type: 'DraftFinalized', teams: [5, 6] },
      ))

  test('with the same teams given explicitly gives the same result', () =>
    given(whole).when(finalize({ teams })).leaves(shown, made))

  test('a second time changes nothing, and answers the same teams', () => {
    given(whole, finalize()).when(finalize()).changesNothing()
    given(whole, finalize())
      .when(finalize({ teams }))
      .answers({ ids: [5, 6], isNew: false })
  })

  test('again with other teams is refused', () =>
    given(whole, finalize())
      .when(finalize({ teams: teams.slice(1) }))
      .refused('DRAFT_FINAL', 'The teams of this draft have been created. Undo that first.'))

  test('works without a stored draft', () => {
    const five = [{ name: 'Reds', players: [301, 302, 303, 304, 305] }]
    given(four)
      .when(finalize({ teams: five }))
      .leaves((t) => [t.teams[5]?.name, t.drafts[draftKey]?.made], ['Reds', [5]])
    given(four, finalize({ teams: five }))
      .when(finalize({ teams: five }))
      .changesNothing()
  })

  test('with an open slot is refused, with the names of the teams', () =>
    given(short)
      .when(finalize())
      .refused('DRAFT_OPEN', 'Greens have 1 of 2 players.', { short: ['Greens'] }))

  test('with an open slot is accepted if teams may be short', () =>
    given(short)
      .when(finalize({ allowShort: true }))
      .leaves((t) => t.rosters, { 301: 5, 302: 6, 303: 5 }))

  test('without teams is refused', () => given(four).when(finalize()).refused('NO_DRAFT'))

  test('with a team that has no name is refused', () =>
    given(four, { ...draft, lastRound: 0, teams: ['Reds', ''] })
      .when(finalize({ allowShort: true }))
      .refused('TEAM_UNNAMED', 'Team name is required'))

  test('with one name twice is refused, in any case of letters', () =>
    given(four)
      .when(finalize({ teams: [teams[0]!, { ...teams[1]!, name: 'REDS' }], allowShort: true }))
      .refused('TEAM_NAME_TWICE', 'Two teams are called REDS.'))

  test('with the name of an existing team is refused', () =>
    given(four)
      .when(finalize({ teams: [{ name: 'bees', players: [301] }], allowShort: true }))
      .refused('TEAM_NAME_TWICE', 'There is already a team called Bees.'))

  test('with a player twice is refused', () =>
    given(four)
      .when(finalize({ teams: [{ name: 'Reds', players: [301, 301] }], allowShort: true }))
      .refused('PLAYER_TWICE', 'A player can be in one team only.'))

  test('with more players than places is refused', () =>
    given(whole)
      .when(finalize({ teams: [{ name: 'Reds', players: [301, 302, 303] }] }))
      .refused('TEAM_TOO_LARGE', 'Reds have 3 players, more than 2.'))

  test('removes players from their previous teams', () =>
    given(whole, { type: 'MovePlayers', moves: [{ player: 301, team: 1 }] })
      .when(finalize())
      .leaves(shown, made))

  test('needs an id for each team', () =>
    given(whole)
      .when(finalize(), { ids: [5] })
      .refused('IDS_SHORT', '2 new ids are needed.'))
})

describe('after it', () => {
  const final = play(whole, finalize())

  test.each<[string, Command]>([
    ['a pick', pick(305, 1, 1)],
    ['taking one back', { type: 'UndoPick' }],
    ['replacing one', { type: 'ReplacePick', player: 305, round: 1, index: 1 }],
  ])('%s is refused', (_, command) => given(final).when(command).refused('DRAFT_FINAL'))

  test('a new draft may begin, if its sender saw that this one has ended', () => {
    given(final).when(draft).refused('DRAFT_CHANGED')
    given(final)
      .when({ ...draft, expected: 'older' })
      .refused('DRAFT_CHANGED')
  })

  test('players of its teams may be removed', () =>
    given(final)
      .when({ type: 'RemovePlayer', player: 301 })
      .leaves((t) => t.rosters[301], undefined))
})

describe('R-UN-1: undo of finalising', () => {
  test('restores teams, players and the open draft at once', () =>
    given(whole, finalize()).whenUndone().leavesAllAsBefore(1))

  test('is refused if a team has a seed by now', () =>
    given(whole, finalize(), { type: 'SeedStage', stage: stageId, teams: [1, 2, 3, 5] })
      .whenUndone(1)
      .refused('TEAM_IN_USE', 'Reds are in Main.'))

  test('is refused if somebody has joined a team since', () =>
    given(whole, finalize(), { type: 'MovePlayers', moves: [{ player: 309, team: 5 }] })
      .whenUndone(1)
      .refused('TEAM_IN_USE', 'Reds have players.'))
})

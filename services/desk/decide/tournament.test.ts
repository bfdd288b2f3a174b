import { describe, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import { m, emptyStory, play, settings, stageId, start, tournament } from '#test/desk/story.ts'
import { given } from '#test/desk/given-when-then.ts'

const four = tournament()
const cup: Command = {
  type: 'CreateTournament',
  scene: 3,
  name: 'Cup',
  slug: 'cup',
  date: '2026-05-02',
  linkType: 'manual',
  cabinets: [{ id: 4, name: 'Left' }],
}
const remove = (team: number): Command => ({ type: 'RemoveTeam', team })

describe('a tournament', () => {
  test('is created with its cabinets', () =>
    given(emptyStory)
      .when(cup)
      .gives(
        {
          type: 'TournamentCreated',
          scene: 3,
          name: 'Cup',
          slug: 'cup',
          date: '2026-05-02',
          linkType: 'manual',
        },
        { type: 'CabinetsAssigned', cabinets: [{ id: 4, name: 'Left' }] },
      ))

  test('R-DI-4: begins with the scene’s settings for rulings, if they are not the defaults', () =>
    given(emptyStory)
      .when({ ...cup, cabinets: [], protestDeadline: 'next_match', rulingSigners: 'two' })
      .gives(
        {
          type: 'TournamentCreated',
          scene: 3,
          name: 'Cup',
          slug: 'cup',
          date: '2026-05-02',
          linkType: 'manual',
        },
        { type: 'CabinetsAssigned', cabinets: [] },
        { type: 'TournamentChanged', rulingSigners: 'two' },
      ))

  test('can be created only once', () => given(four).when(cup).refused('TOURNAMENT_EXISTS'))

  test('takes no command before its creation', () =>
    given(emptyStory)
      .when({ type: 'AddTeam', name: 'Bees' })
      .refused('NO_SUCH_TOURNAMENT', 'This tournament does not exist.'))

  test('takes no command after its deletion', () =>
    given(four, { type: 'DeleteTournament' })
      .when({ type: 'AddTeam', name: 'Bees' })
      .refused('NO_SUCH_TOURNAMENT', 'This tournament has been deleted.'))

  test('a second deletion changes nothing', () =>
    given(four, { type: 'DeleteTournament' }).when({ type: 'DeleteTournament' }).changesNothing())

  test('is not deleted while a match is on a cabinet', () =>
    given(four, start(m(1)))
      .when({ type: 'DeleteTournament' })
      .refused('MATCH_ACTIVE', 'M1 is being played. Stop it first.'))

  test('is deleted by force, which stops active matches', () =>
    given(four, start(m(1)), start(m(2), 2))
      .when({ type: 'DeleteTournament', force: true })
      .gives(
        { type: 'MatchStopped', match: m(1), reason: 'stopped' },
        { type: 'MatchStopped', match: m(2), reason: 'stopped' },
        { type: 'TournamentDeleted' },
      ))

  test('stores only changed settings', () =>
    given(four)
      .when({ type: 'ChangeTournament', name: 'Spring Cup', isActive: false })
      .gives({ type: 'TournamentChanged', isActive: false }))

  test('keeps a cabinet with an active match', () =>
    given(four, start(m(1), 2))
      .when({ type: 'AssignCabinets', cabinets: [{ id: 1, name: 'Cabinet 1' }] })
      .refused('MATCH_ACTIVE', 'M1 is being played on Cabinet 2. Stop it first.'))

  test('with the same cabinets does not change', () =>
    given(four)
      .when({
        type: 'AssignCabinets',
        cabinets: [
          { id: 1, name: 'Cabinet 1' },
          { id: 2, name: 'Cabinet 2' },
        ],
      })
      .changesNothing())
})

describe('a team', () => {
  test('is added with a new id', () =>
    given(four)
      .when({ type: 'AddTeam', name: 'Mites' })
      .answers({ ids: [5] }))

  test('needs a new id', () =>
    given(four)
      .when({ type: 'AddTeam', name: 'Mites' }, { ids: [] })
      .refused('IDS_SHORT', '1 new ids are needed.', { needed: 1 }))

  test('is renamed at any time', () =>
    given(four, start(m(1)))
      .when({ type: 'RenameTeam', team: 1, name: 'Bumbles' })
      .leaves((t) => t.teams[1]?.name, 'Bumbles'))

  test('renamed to its current name does not change', () =>
    given(four).when({ type: 'RenameTeam', team: 1, name: 'Bees' }).changesNothing())

  test('that has matches is not removed', () =>
    given(four).when(remove(1)).refused('TEAM_IN_USE', 'Bees have matches in Main.'))

  test('of a stage made by hand is not removed, even if it plays no match there', () =>
    given(tournament({ stage: { stageType: 'custom' } }), {
      type: 'AddMatch',
      stage: stageId,
      blue: { team: 1 },
      gold: { team: 2 },
      roundName: '',
    })
      .when(remove(3))
      .refused(
        'TEAM_IN_USE',
        'Hornets are a team of Main, which has matches. Take them off its teams first.',
      ))

  test('that was set in a match by hand is not removed', () =>
    given(four, { type: 'AddTeam', name: 'Mites' }, { type: 'SetTeams', match: m(3), blueTeam: 5 })
      .when(remove(5))
      .refused('TEAM_IN_USE', 'Mites are in M3.'))

  test.each(['Bees', ' bees', 'BEES ', 'Be\u200Bes'])(
    'cannot be called %o like another one',
    (name) => {
      const refused = 'There is already a team called Bees.'
      given(four).when({ type: 'AddTeam', name }).refused('TEAM_NAME_TWICE', refused)
      given(four).when({ type: 'RenameTeam', team: 2, name }).refused('TEAM_NAME_TWICE', refused)
    },
  )

  test('can be renamed to its own name in capitals', () =>
    given(four)
      .when({ type: 'RenameTeam', team: 1, name: 'BEES' })
      .leaves((t) => t.teams[1]?.name, 'BEES'))

  test('loses its seed when it is removed', () =>
    given(
      play(four, {
        type: 'ChangeStage',
        stage: stageId,
        settings: settings({ stageType: 'custom' }),
      }),
    )
      .when(remove(2))
      .leaves((t) => [t.stages[stageId]?.teams, t.teams[2]], [[1, 3, 4], undefined]))

  test('that does not exist cannot be removed', () =>
    given(four).when(remove(99)).refused('NO_SUCH_TEAM', 'Team 99 is not in this tournament.'))
})

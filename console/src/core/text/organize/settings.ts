import type { TournamentRow } from '../../../../../events/schema/rows.ts'
import { part } from '../catalogue.ts'

export const settings = part('settings', {
  title: 'Basic Settings',
  name: 'Tournament name',
  nameMissing: 'Tournament name is required',
  date: 'Date',
  dateMissing: 'Tournament date is required',
  address: 'Address',
  addressHint:
    'The address stays the same when the name changes, so links that people already have keep working.',
  linkType: 'Where matches come from',
  linkTypes: {
    hivemind: { name: 'Stages of this tournament', hint: 'Brackets and groups are made here.' },
    challonge: { name: 'Challonge', hint: 'Matches come from a bracket on Challonge.' },
    manual: { name: 'By hand', hint: 'Officials attach the games of a cabinet to matches.' },
  } satisfies Record<TournamentRow['linkType'], { name: string; hint: string }>,
  isActive: 'Tournament is active',
  isActiveHint: 'A tournament that is over can still be viewed.',
  protestDeadline: 'Protests by officials',
  deadlineHint: 'Later ones need an admin.',
  deadlines: {
    next_match: 'until a team plays again',
    none: 'at any time',
  },
  deadlineOf: (scene: string, deadline: string) => `${scene} starts with: ${deadline}.`,
  rulingSigners: 'Rulings are signed by',
  signers: {
    one: 'one official',
    two_for_places: 'two if a top place or a stage depends on it',
    two: 'two officials',
  },
  signersOf: (scene: string, signers: string) =>
    `${scene} asks for ${signers}. This tournament may ask for more.`,
  description: 'Description',
  descriptionHint: 'Markdown: **bold**, # heading, - list, [link](https://…)',
  preview: 'Preview',
  previewEmpty: 'What you write is shown here as visitors see it.',
  failed: 'Could not save the settings.',
  active: { true: 'active', false: 'over' },
})

export const removal = part('removal', {
  menu: 'Delete Tournament',
  hint: 'Its teams, stages, matches and registrations are deleted too.',
  title: (name: string) => `Delete ${name}?`,
  goes: (teams: number, stages: number, matches: number) =>
    `This also deletes its ${count(teams, 'team')}, ${count(stages, 'stage')} and ${count(matches, 'match', 'matches')}, everybody’s registrations, and its results.`,
  final: 'This cannot be undone.',
  sure: 'Press again to delete',
  failed: 'Could not delete the tournament.',
  force: 'Stop the match and delete',
  forceAgain: 'Press again to stop and delete',
  unpaid: 'Delete anyway',
  unpaidLater: 'If you delete it anyway, you can still give money back on your account page.',
  unpaidAgain: 'Press again to delete anyway',
})

function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}

import type { TournamentRow } from '#events/schema/rows.ts'
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

type Preview = {
  commits: number | null
  teams: number
  matches: number
  games: number
  events: number
  players: number
  cabinets: { name: string; isNew: boolean }[]
}

export const exporting = part('exporting', {
  title: 'Take it to another place',
  lead: 'A ZIP of tables: teams, stages, results and games, for spreadsheets, and for another scene that imports it. Or, when it is over, all of it with every step of its history, for another scene or another Waggle, where steps can still be undone. Accounts, payments, e-mail addresses, answers to questions and pictures stay here.',
  export: 'Export as ZIP',
  exportHistory: 'Export with its history',
  notExported: 'It cannot be exported with its history yet.',
})

/** A public page shows the import, so it is translated. */
export const importing = part('importing', {
  import: 'Import from a ZIP',
  importing: 'Importing …',
  sent: (part: number) => `${Math.floor(part * 100)} % of the file is sent.`,
  reading: {
    preview: 'The file is sent. It is read and checked.',
    import: 'The file is sent. It is read and stored; this may take a minute.',
  },
  preview: 'What the ZIP file contains',
  heading: (name: string, date: string) => `${name}, ${date}`,
  understood: ({ commits, teams, matches, games, events, players, cabinets }: Preview) => [
    commits === null
      ? 'Without its history: the results as they are'
      : `With its history: ${commits} steps`,
    `${teams} teams, ${matches} matches, ${games} games with ${events} events`,
    ...(players > 0 ? [`${players} players`] : []),
    ...cabinets.map(({ name, isNew }) =>
      isNew ? `${name}: a new cabinet of this scene` : `${name}: a cabinet of this scene`,
    ),
  ],
  take: 'Import this tournament',
  tooLarge: (megabytes: number) => `The file is larger than ${megabytes} MB, which is the maximum.`,
  lost: 'The connection was lost before the server answered. Choose the same file again: it is imported only once.',
  failed: 'The tournament was not imported.',
})

const kinds = {
  single_elim: 'single elimination',
  double_elim: 'double elimination',
  round_robin: 'round robin',
  swiss: 'Swiss, as matches made by hand',
} as const
const states = {
  new: 'not begun, its teams are imported',
  running: 'still being played, and continues here',
  over: 'over',
}
type Stage = {
  name: string
  type: keyof typeof kinds
  teams: number
  matches: number
  results: number
  forfeits: number
}

/** Import of a bracket from another site. */
export const bracket = part('bracket', {
  title: 'From Challonge or start.gg',
  lead: 'The JSON of a bracket that has not begun, is being played or is over: what Challonge returns for the tournament with its participants and matches, or start.gg for an event with its entrants and sets. The handbook says where to get it.',
  choose: 'Choose JSON files',
  paste: 'Or paste the JSON',
  look: 'Show a preview',
  notJson: (name: string) => `${name} is not JSON.`,
  pasted: 'What was pasted',
  unread: 'This could not be read as a bracket.',
  preview: 'Preview of the import',
  heading: (source: string, name: string, state: 'new' | 'running' | 'over') =>
    `${name}, from ${source}: ${states[state]}.`,
  stage: ({ name, type, teams, matches, results, forfeits }: Stage) =>
    `${name}: ${kinds[type]}, ${teams} teams, ${results} of ${matches} matches with a result${forfeits > 0 ? `, ${forfeits} forfeited` : ''}`,
  same: 'Every final place is the same as there.',
  place: (name: string, there: number, here: number) =>
    `${name}: place ${there} there, ${here} by the rules here`,
  differs: 'Places that differ',
  teams: 'Teams, best seed first',
  leftOut: (what: readonly string[]) => `Left out: ${what.join('; ')}.`,
  import: (teams: number) => `Import ${teams} teams`,
  failed: 'The bracket was not imported.',
})

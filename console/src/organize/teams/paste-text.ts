import { part } from '../../core/text/catalogue.ts'
import { count } from './text.ts'

/** Bulk entry of teams and players from a pasted list. */
export const paste = part('paste', {
  open: 'Paste a list',
  title: 'Paste teams and players',
  label: 'Teams and players',
  hint: 'One team per line, with its players: "Bees: Ada, Bo". Or a table whose first line names its columns: team, player, pronouns, scene, e-mail.',
  preview: 'Preview of the import',
  empty: 'Nothing yet.',
  save: (teams: number, players: number) =>
    `Save ${[teams && count(teams, 'team'), players && count(players, 'player')].filter(Boolean).join(' and ') || 'the list'}`,
  saved: (teams: number, players: number) =>
    `${count(teams, 'team')} and ${count(players, 'player')} saved.`,
  failed: 'Could not save the list.',
  wrong: (line: number, why: string) => `Nothing is saved. Line ${line}: ${why}`,
  line: (line: number, why: string) => `Line ${line} is left out: ${why}`,
  doubt: (line: number, why: string) => `Line ${line}: ${why}`,
  doubts: 'Doubtful: left out unless ticked',
  near: (name: string, other: string) =>
    `${name} is almost ${other}. Tick it if they are different.`,
  playerElsewhere: (player: string, team: string) =>
    `${player} is already there ${team === '' ? 'without a team' : `in ${team}`}. Tick it if they are two people.`,
  columns: 'Columns',
  column: (title: string) => `Column “${title}”`,
  leftOut: 'left out',
  kinds: {
    team: 'team',
    player: 'player',
    pronouns: 'pronouns',
    scene: 'home scene',
    email: 'e-mail',
  },
  joins: 'is already there',
  noTeam: 'it names no team.',
  tooLong: 'a name is longer than 100 letters.',
  twice: (name: string, line: number) => `${name} is already in line ${line}.`,
  teamThere: (name: string) => `there is already a team called ${name}.`,
  playerThere: (player: string, team: string) => `${player} is already in ${team}.`,
})

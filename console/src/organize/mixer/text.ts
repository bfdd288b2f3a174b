import { part } from '../../core/text/catalogue.ts'
import { stages } from '../stages/text.ts'

const kinds = {
  round_robin: stages.type('round_robin'),
  double_elim: stages.type('double_elim'),
  single_elim: stages.type('single_elim'),
}

/** The mixer screen: sign-up at the door, drawing of teams, first match. */
export const mixer = part('mixer', {
  title: 'Mixer',
  lead: 'From sign-up to the first match: people sign up at the door, teams are drawn, and a format that ends in time is proposed.',
  door: 'At the door',
  openDoor: 'Open the door',
  closedLead:
    'While the door is open, its code lets people sign up with their phones, without an account.',
  openLead: 'Put this on a screen or print it. People who open it sign up with a name.',
  doorCode: 'Code at the door',
  doorLink: 'What the code opens',
  copyDoor: 'Copy the link',
  closeDoor: 'Close the door',
  closeAgain: 'Press again: nobody else can sign up',
  doorFailed: 'This did not work.',
  recentMinutes: 'Minutes back',
  minutesMissing: 'Enter how many minutes',
  removeRecent: 'Remove who came in lately',
  removeRecentAgain: (minutes: number) =>
    `Press again: all who came in at the door in the last ${minutes} min, without a team, are removed`,
  removedRecent: (count: number) =>
    count === 1 ? '1 person was removed.' : `${count} people were removed.`,
  here: (count: number) => (count === 1 ? '1 is here' : `${count} are here`),
  nobody: 'Nobody has signed up yet.',
  queen: (name: string) => `${name} (queen)`,

  teams: 'Teams',
  count: 'How many teams',
  drawLead:
    'Balanced by what people say about themselves, with somebody who likes to play queen in each team if possible.',
  tooFew: 'At least two people are needed.',
  draw: 'Draw balanced teams',
  captains: 'Let captains pick',
  toDraft: 'Continue picking',
  drawFailed: 'The teams could not be made.',
  late: (count: number) =>
    count === 1
      ? '1 person came later and has no team.'
      : `${count} people came later and have no team.`,
  toTeams: 'Put them into teams',
  name: (n: number) => names[n] ?? `Team ${n + 1}`,
  members: (count: number) => (count === 1 ? '1 player' : `${count} players`),

  first: 'First match',
  until: 'Over by',
  format: 'Format',
  formatOf: (kind: keyof typeof kinds, wins: number, times: number) =>
    `${kinds[kind]}${times > 1 ? ', each against each twice' : ''}, first to ${wins}`,
  ends: (early: string, late: string, cabinets: number) =>
    `${cabinets === 1 ? 'On 1 cabinet' : `On ${cabinets} cabinets`} over between ${early} and ${late}.`,
  tooLate: 'No format ends in time. This is the shortest.',
  noCabinet: 'This tournament has no cabinet yet.',
  toCabinets: 'Choose cabinets',
  start: 'Make the matches and start',
  startFailed: 'The first match was not started. Press again to continue from there.',
  toMatches: 'Go to the matches',
  started: 'The evening has started.',
})

/** Team names for up to 80 people. */
const names = [
  'Ants',
  'Bumblebees',
  'Crickets',
  'Dragonflies',
  'Earwigs',
  'Fireflies',
  'Grasshoppers',
  'Hornets',
  'Inchworms',
  'June Bugs',
  'Katydids',
  'Ladybirds',
  'Moths',
  'Nightcrawlers',
  'Owlflies',
  'Praying Mantises',
]

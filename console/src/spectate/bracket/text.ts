import { part } from '../../core/text/catalogue.ts'

export const bracketText = part('bracketText', {
  choose: 'Stages',
  none: 'There is no bracket yet. It appears here as soon as it is created.',
  noMatches: 'The matches of this stage have not been created yet.',
  drawn: 'Draw the whole bracket',
  listed: 'One round at a time',
  listedAll: 'As a list',
  drawing: (stage: string) => `Bracket of ${stage}`,
  rounds: 'Rounds',
  find: 'Find a team',
  path: (team: string) => `Matches of ${team}`,
  zoom: 'Size of the drawing',
  smaller: 'Smaller',
  larger: 'Larger',
  before: 'Previous round',
  after: 'Next round',
  cross: 'Who met whom',
  team: 'Team',
  itself: 'the team itself',
  byes: 'Bye:',
})

import { part } from '../catalogue.ts'
import type { DecidingRule } from '#events/rules/tiebreakers.ts'

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

const rules: Record<string, string> = {
  game_win_pct: 'games won',
  h2h_games: 'games against each other',
  h2h_matches: 'matches against each other',
  match_win_pct: 'matches won',
  game_time_in_losses: 'game time in losses',
  dice_roll: 'dice roll',
  tiebreak_match: 'tiebreak match',
  seed: 'seed',
  place: 'place',
  withdrawn: 'withdrawn',
} satisfies Record<DecidingRule, string>
const rule = (name: string) => rules[name] ?? name

export const standingsText = part('standingsText', {
  rank: '#',
  rankName: 'Rank',
  placeName: 'Place',
  team: 'Team',
  record: 'Won-lost',
  recordTied: 'Won-tied-lost',
  games: 'Games',
  share: 'Game win',
  why: 'Why this rank',
  none: 'No table yet: it begins with the first match.',
  order: (names: string[]) =>
    `Ranked by ${names.map(rule).join(', then by ')}. Only completed matches count.`,
  over: (name: string, own: string, other: string, team: string) =>
    `${rule(name)}: ${own} against ${other} of ${team}`,
  overSeed: (own: string, other: string, team: string) =>
    `nothing separates them: seed ${own} after seed ${other}, ${team}`,
  overDice: (team: string) =>
    `nothing else separates them: the dice of this stage put ${team} first`,
  left: 'withdrawn: it ranks below all teams that stay',
  dice: (hash: string) => `The dice were fixed before the first match: sha256 ${hash}`,
  diceShown: (dice: string) => `The dice of this stage: ${dice}`,
  skipped: (why: string) => `Left out: ${why}`,
  in: 'still in',
  withdrawn: 'withdrawn',
  ruleName: rule,
})

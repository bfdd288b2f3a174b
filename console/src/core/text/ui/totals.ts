import { part } from '../catalogue.ts'

/** The totals over all games of a person or a team. */
export const totalsText = part('totalsText', {
  title: 'Totals',
  all: 'All games',
  games: 'Games',
  won: 'Won',
  none: 'No finished games yet.',
  counts: 'Statistics',
  byPosition: 'Positions',
  byMap: 'Maps',
  byWinCondition: 'Decided by',
  opponents: { person: 'Opponents', team: 'Teams met' },
  stats: {
    kills: 'Kills',
    deaths: 'Deaths',
    militaryKills: 'Military kills',
    queenKills: 'Queen kills',
    berries: 'Berries',
    berriesKicked: 'Berries kicked in',
  },
})

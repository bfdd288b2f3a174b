import { part } from '../catalogue.ts'

export const teamText = part('teamText', {
  players: 'Players',
  noPlayers: 'No players are shown.',
  next: 'Coming matches',
  past: 'Matches played',
  noNext: 'No match is planned for this team right now.',
  noPast: 'No match is over yet.',
})

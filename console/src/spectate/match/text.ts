import { part } from '../../core/text/catalogue.ts'

/** The page of a match. */
export const matchText = part('matchText', {
  officials: 'For officials',
  protest: 'Protest',
  lost: 'lost',
  estimate: 'Probably starts',
  on: (cabinet: string) => `on ${cabinet}`,
  waits: 'Not in a queue yet',
  games: 'Games',
  noGames: 'No games yet.',
  noneRecorded: 'No game was recorded.',
  gamesBy: (cabinet: string, time: string) => `${cabinet}, ${time}`,
  game: (num: number) => `Game ${num}`,
  running: 'running',
  warmupGame: 'warm-up game',
  attempts: 'Played before',
  attempt: (num: number, reason: string) => `Attempt ${num}: ${reason}`,
  video: 'Watch the recording',
  leads: 'Where it leads',
  winnerTo: 'Winner plays',
  loserTo: 'Loser plays',
  winnerPlace: (place: string) => `Winner takes place ${place}`,
  loserPlace: (place: string) => `Loser takes place ${place}`,
})

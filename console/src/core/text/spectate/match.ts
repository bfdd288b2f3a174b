import { standardSentences } from '#events/describe/ruling-sentence.ts'
import { part } from '../catalogue.ts'

/** The page of a match. */
export const matchText = part('matchText', {
  officials: 'For officials',
  protest: 'Protest',
  lost: 'lost',
  timeline: 'Timeline of this match',
  frozenWhy:
    'Officials are reviewing this match. What is shown is the last confirmed state. It does not change until they are done.',
  protestWhy:
    'Officials are looking at it. Until they rule, its result and the places that depend on it are provisional.',
  provisional: 'Provisional: a result that leads here is under protest.',
  ruling: 'Ruling after a protest',
  said: standardSentences,
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
  points: 'How the score came about',
  byGames: (score: string) => `by games ${score}`,
  byHand: (by: string, team: string) => `by hand ${by} ${team}`,
  pointOfGame: (num: number) => `Point of game ${num}`,
  pointByHand: 'Point without a game',
  attempts: 'Played before',
  attempt: (num: number, reason: string) => `Attempt ${num}: ${reason}`,
  video: 'Watch the recording',
  leads: 'Where it leads',
  winnerTo: 'Winner plays',
  loserTo: 'Loser plays',
  winnerPlace: (place: string) => `Winner takes place ${place}`,
  loserPlace: (place: string) => `Loser takes place ${place}`,
})

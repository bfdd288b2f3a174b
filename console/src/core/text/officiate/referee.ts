import { part } from '../catalogue.ts'
import type { Colour } from '../../../../../events/game/map/colour.ts'

const capital = { blue: 'Blue', gold: 'Gold' } as const

/** The rules and the state of a match, on the referee's screen. */
export const referee = part('referee', {
  title: (cabinet: string) => `Referee: ${cabinet}`,
  noMatch: 'No current match',
  stats: 'Game on this cabinet',
  berriesIn: 'Berries in',
  queenLives: 'Queen lives',
  score: (colour: Colour) => `${capital[colour]} score`,
  warmup: 'Warm-up game',
  swap: 'Swap Blue/Gold',
  flip: 'Flip view',
  flipHint: 'Show the sides the other way round on this device',
  complete: 'Match Complete',
  /** of an external bracket, which gets the result too */
  completeOutside: 'Set Match Complete',
  reload: 'Reload Matches',
  matches: 'Available matches',
  empty:
    'No available matches found. Make sure stages have been created and teams are assigned to them.',
  inactive: 'Inactive',
  inactiveHint: 'No match on this cabinet',
  pause: 'Pause Match and remove from queue',
  here: 'On this cabinet',
  startAsk: 'Start this match?',
  displaces: (match: string) => `${match} is being played here and would be paused.`,
  startOffline: (cabinet: string) => `${cabinet} is offline: its games would not be counted.`,
  teamBusy: (team: string, cabinet: string) => `${team} are on ${cabinet}`,
  needsLine: 'No connection: this needs the server',
  asking: 'Checking with the server',
  next: {
    start: (match: string, sides: string) => `Start ${match}: ${sides}`,
    // The same name on the card of a queue and on a cabinet: it is one action.
    nothing: 'Next',
    noQueue: 'This cabinet has no queue',
    disabled: 'The queue is disabled',
    empty: 'The queue is empty',
    busy: (match: string, cabinet: string) => `Complete or pause ${match} on ${cabinet} first`,
    waits: (match: string, why: string) => `${match} waits: ${why}`,
    unknownTeam: 'a team is not known yet',
    hold: 'Hold',
    release: 'Release',
  },

  firstTo: (wins: number) => `First to ${wins}`,
  impossible: (length: string, score: string) => `${length}: ${score} is not possible`,
  rounds: (rounds: number) => (rounds === 1 ? '1 game' : `${rounds} games, all are played`),
  byHand: 'Ended by hand',
  pips: (won: number, of: number) => `${won} of ${of} wins`,
  completeWon: (match: string, team: string, score: string) =>
    `Complete ${match}: ${team} wins ${score}`,
  completeDraw: (match: string, score: string) => `Complete ${match}: a draw, ${score}`,
  warmupBand: 'WARM-UP: this game does not count',
  final: (match: string, team: string, score: string) => `FINAL ${match}: ${team} wins ${score}`,
  finalDraw: (match: string, score: string) => `FINAL ${match}: a draw, ${score}`,
  forfeit: (match: string) => `FINAL ${match}: forfeited`,
  stops: (match: string, tournament: string) =>
    `${match} of ${tournament} is being played here and would be stopped. Its score stays.`,
  otherMatchHere: (match: string, tournament: string) =>
    `${match} of ${tournament} is being played here`,
  signedIn: 'Signed in',
  protest: 'Protest',
  protestOn: (cabinet: string) => `Protest on ${cabinet}`,
})

/** The present state of a match whose press waits to be sent. */
export const meanwhile = part('meanwhile', {
  complete: (match: string, score: string) => `${match} is complete now: ${score}.`,
  playing: (match: string, score: string) => `${match} is being played, at ${score}.`,
  off: (match: string, score: string) => `${match} is not on a cabinet now, at ${score}.`,
  gone: 'Its match no longer exists.',
})

/** The reasons why completing a match needs a confirmation (R-ST-6). */
export const doubt = part('doubt', {
  title: (match: string) => `Set ${match} complete?`,
  undecided: 'The score does not decide the match yet.',
  level: 'It is level, and one team has to win.',
  running: 'A game is still running on this cabinet.',
  unattached: 'A finished game on this cabinet is not counted yet.',
  offline: 'The cabinet is offline.',
  unsent: 'This device has presses that are not saved yet.',
  anyway: 'Complete anyway',
  keep: 'Keep playing',
})

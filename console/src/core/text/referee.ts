/** What the referee's screen says of the rules and the state of a match. */
export const referee = {
  firstTo: (wins: number) => `First to ${wins}`,
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
    `${match} of ${tournament} is being played here and would be stopped.`,
  inUse: (match: string, tournament: string) => `${match} of ${tournament} is being played here`,
  protest: 'Protest',
  protestOn: (cabinet: string) => `Protest on ${cabinet}`,
} as const

/** What has become of a match while a press waited to be sent. */
export const meanwhile = {
  complete: (match: string, score: string) => `${match} is complete now: ${score}.`,
  playing: (match: string, score: string) => `${match} is being played, at ${score}.`,
  off: (match: string, score: string) => `${match} is on no cabinet now, at ${score}.`,
  gone: 'Its match is not there any more.',
} as const

/** Why the end of a match is asked about (R-ST-6). */
export const doubt = {
  title: (match: string) => `Set ${match} complete?`,
  undecided: 'The score does not decide the match yet.',
  level: 'It is level, and one team has to win.',
  running: 'A game is still running on this cabinet.',
  unattached: 'A finished game on this cabinet is not counted yet.',
  offline: 'The cabinet is offline.',
  unsent: 'This device has presses that are not saved yet.',
  anyway: 'Complete anyway',
  keep: 'Keep playing',
} as const

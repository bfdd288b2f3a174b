/** What the referee's screen says of the rules and the state of a match. */
export const referee = {
  firstTo: (wins: number) => `First to ${wins}`,
  rounds: (rounds: number) => (rounds === 1 ? '1 game' : `${rounds} games, all are played`),
  pips: (won: number, of: number) => `${won} of ${of} wins`,
  completeWon: (match: string, team: string, score: string) =>
    `Complete ${match}: ${team} wins ${score}`,
  completeDraw: (match: string, blue: number, gold: number) =>
    `Complete ${match}: a draw, ${blue}-${gold}`,
  warmupBand: 'WARM-UP: this game does not count',
} as const

/** What has become of a match while a press waited to be sent. */
export const meanwhile = {
  complete: (match: string, score: string) => `${match} is complete now: ${score}.`,
  playing: (match: string, score: string) => `${match} is being played, at ${score}.`,
  off: (match: string, score: string) => `${match} is on no cabinet now, at ${score}.`,
  gone: 'Its match is not there any more.',
} as const

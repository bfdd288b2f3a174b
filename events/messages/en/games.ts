/** Why a finished game does not count by itself, or cannot be added to a match. */
export const games = {
  matchGone: 'its match is gone',
  countUndone: 'its count was undone',
  uploadedLate: 'uploaded {seconds} s late; {match} was active then',
  sentAnother: '{cabinet} sent another game at the same time',
  alsoThere: '{match} was on {cabinet} too when the game began',
  completeBefore: '{match} was complete before the game ended',
  leftCabinet: '{match} was no longer on {cabinet} when the game ended',
  decidedBefore: '{match} was decided before it, at {score}',
} as const

/** Notifications for phones and chats. They contain no times and no names of persons (P19). */
export const notices = {
  noticeMatch: '{match} {one} v {two}',
  onDeckTitle: 'You are on deck',
  onDeck: '{match} is next.',
  onDeckAt: '{match} is next on {where}.',
  movedTitle: 'Moved to {where}',
  calledTitle: 'Now on {where}',
  called: '{match} is called to {where}.',
  correctedTitle: 'Result corrected',
  resultTitle: 'Result entered',
  result: '{match}: {score}.',
  resultWon: '{match}: {score}, {winner} won.',
  delayedTitle: 'Delayed by {minutes}',
  delayed: '{match} is expected {minutes} later than you were last told.',
} as const

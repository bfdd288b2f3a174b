/** Beside a match, wherever it stands: few words, because every screen has them. */
export const disputed = {
  open: 'under protest',
  provisional: 'provisional',
  places: 'Provisional: a match is under protest.',
} as const

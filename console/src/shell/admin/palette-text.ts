/** The command palette. */
export const palette = {
  title: 'Go to …',
  search: 'A screen, a match by its number, or a team',
  none: 'Nothing is called so.',
  results: 'Places',
  hint: 'Arrow keys choose, Enter goes there.',
  kind: { screen: 'Screen', match: 'Match', team: 'Team', cabinet: 'Cabinet', keys: 'Help' },
  on: (cabinet: string) => `on ${cabinet}`,
  referee: (cabinet: string) => `Referee: ${cabinet}`,
  keys: 'Show the keyboard shortcuts',
} as const

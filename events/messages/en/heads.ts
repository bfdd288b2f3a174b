/** The head of a page, which previews of links show. */
export const heads = {
  headTournaments: 'Tournaments',
  headUnknown: 'not yet known',
  headMatch: '{blue} vs. {gold}',
  headScore: '{blue} vs. {gold} {score}',
  headGame: 'Game on {map}',
  headBlueWon: 'Blue won on {map}',
  headGoldWon: 'Gold won on {map}',
  headHow: '{won} ({how})',
} as const

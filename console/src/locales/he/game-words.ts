/** What the sides are called. */
export const colours = { blue: 'כחול', gold: 'זהב' }

/** How a game is won; another word of a cabinet stands as it is. */
export const winConditions: Readonly<Record<string, string>> = {
  military: 'צבאי',
  economic: 'כלכלי',
  snail: 'חילזון',
}

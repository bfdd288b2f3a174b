/** What the sides are called. */
export const colours = { blue: 'Azul', gold: 'Oro' }

/** How a game is won; another word of a cabinet stands as it is. */
export const winConditions: Readonly<Record<string, string>> = {
  military: 'militar',
  economic: 'económica',
  snail: 'caracol',
}

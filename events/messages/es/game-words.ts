import type { gameWords as english } from '../en/game-words.ts'
import type { Translated } from '../en/translated.ts'

export const gameWords: Translated<typeof english> = {
  'game Blue Queen': 'Reina Azul',
  'game Blue Stripes': 'Rayas Azul',
  'game Blue Abs': 'Abs Azul',
  'game Blue Skulls': 'Calaveras Azul',
  'game Blue Chex': 'Cuadros Azul',
  'game Gold Queen': 'Reina Oro',
  'game Gold Stripes': 'Rayas Oro',
  'game Gold Abs': 'Abs Oro',
  'game Gold Skulls': 'Calaveras Oro',
  'game Gold Chex': 'Cuadros Oro',
  'game Military': 'Militar',
  'game Economic': 'Económica',
  'game Snail': 'Caracol',
  'game military': 'militar',
  'game economic': 'económica',
  'game snail': 'caracol',
  'game Day': 'Día',
  'game Night': 'Noche',
  'game Dusk': 'Anochecer',
  'game Twilight': 'Crepúsculo',
}

import type { heads as english } from '../en/heads.ts'
import type { Translated } from '../en/translated.ts'

export const heads: Translated<typeof english> = {
  headTournaments: 'Torneos',
  headUnknown: 'por definir',
  headMatch: '{blue} vs. {gold}',
  headScore: '{blue} vs. {gold} {score}',
  headGame: 'Juego en {map}',
  headBlueWon: 'Ganó Azul en {map}',
  headGoldWon: 'Ganó Oro en {map}',
  headHow: '{won} ({how})',
}

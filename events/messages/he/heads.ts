import type { heads as english } from '../en/heads.ts'
import type { Translated } from '../en/translated.ts'

export const heads: Translated<typeof english> = {
  headTournaments: 'טורנירים',
  headUnknown: 'טרם ידוע',
  headMatch: '{blue} נגד {gold}',
  headScore: '{blue} נגד {gold} {score}',
  headGame: 'משחק על {map}',
  headBlueWon: 'ניצחון לכחול על {map}',
  headGoldWon: 'ניצחון לזהב על {map}',
  headHow: '{won} ({how})',
}

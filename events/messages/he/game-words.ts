import type { gameWords as english } from '../en/game-words.ts'
import type { Translated } from '../en/translated.ts'

export const gameWords: Translated<typeof english> = {
  'game Blue Queen': 'מלכה כחול',
  'game Blue Stripes': 'פסים כחול',
  'game Blue Abs': 'שרירים כחול',
  'game Blue Skulls': 'גולגולות כחול',
  'game Blue Chex': 'משבצות כחול',
  'game Gold Queen': 'מלכה זהב',
  'game Gold Stripes': 'פסים זהב',
  'game Gold Abs': 'שרירים זהב',
  'game Gold Skulls': 'גולגולות זהב',
  'game Gold Chex': 'משבצות זהב',
  'game Military': 'צבאי',
  'game Economic': 'כלכלי',
  'game Snail': 'חילזון',
  'game military': 'צבאי',
  'game economic': 'כלכלי',
  'game snail': 'חילזון',
  'game Day': 'יום',
  'game Night': 'לילה',
  'game Dusk': 'בין ערביים',
  'game Twilight': 'דמדומים',
}

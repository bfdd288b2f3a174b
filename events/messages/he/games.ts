import type { games as english } from '../en/games.ts'
import type { Translated } from '../en/translated.ts'

export const games: Translated<typeof english> = {
  matchGone: 'המפגש שלו כבר אינו קיים',
  countUndone: 'ספירתו בוטלה',
  uploadedLate: 'הגיע באיחור של {seconds} שניות; אז שוחק {match}',
  sentAnother: '{cabinet} שלחה משחק נוסף באותו זמן',
  alsoThere: 'גם {match} היה ב־{cabinet} כשהמשחק התחיל',
  completeBefore: '{match} הסתיים לפני שהמשחק נגמר',
  leftCabinet: '{match} כבר לא היה ב־{cabinet} כשהמשחק נגמר',
  decidedBefore: '{match} הוכרע עוד לפניו, {score}',
}

import type { notices as english } from '../en/notices.ts'
import type { Translated } from '../en/translated.ts'

export const notices: Translated<typeof english> = {
  noticeMatch: '{match} {one} נגד {two}',
  onDeckTitle: 'להתכונן: אתם הבאים בתור',
  onDeck: 'המפגש הבא: {match}.',
  onDeckAt: 'המפגש הבא ב־{where}: {match}.',
  movedTitle: 'עוברים אל {where}',
  calledTitle: 'משחקים עכשיו ב־{where}',
  called: '{match} נקרא אל {where}.',
  correctedTitle: 'התוצאה תוקנה',
  resultTitle: 'התוצאה נרשמה',
  result: '{match}: {score}.',
  resultWon: '{match}: {score}, ניצחון של {winner}.',
  delayedTitle: 'עיכוב של {minutes}',
  delayed: '{match} צפוי להתחיל {minutes} אחרי השעה שנמסרה לטלפון הזה.',
}

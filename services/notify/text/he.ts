import { isolated } from '../../../events/text/isolate.ts'
import type { NotificationTexts } from './en.ts'

export const he = isolated<NotificationTexts>({
  match: (label, one, two) => `${label} ${one} נגד ${two}`,
  onDeck: (match, where) => ({
    title: 'להתכונן: אתם הבאים בתור',
    body: where === '' ? `המפגש הבא: ${match}.` : `המפגש הבא ב־${where}: ${match}.`,
  }),
  called: (match, where, isMoved) => ({
    title: isMoved ? `עוברים אל ${where}` : `משחקים עכשיו ב־${where}`,
    body: `${match} נקרא אל ${where}.`,
  }),
  result: (match, score, winner, isCorrected) => ({
    title: isCorrected ? 'התוצאה תוקנה' : 'התוצאה נרשמה',
    body: `${match}: ${score}${winner === null ? '' : `, ניצחון של ${winner}`}.`,
  }),
  delayed: (match, minutes) => ({
    title: `עיכוב של ${minutes}`,
    body: `${match} צפוי להתחיל ${minutes} אחרי השעה שנמסרה לטלפון הזה.`,
  }),
  announcement: (tournament, text) => ({ title: tournament, body: text }),
})

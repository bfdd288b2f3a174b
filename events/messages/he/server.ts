import type { serverTexts as english } from '../en/server.ts'
import type { Translated } from '../en/translated.ts'

export const serverTexts: Translated<typeof english> = {
  headTournaments: 'טורנירים',
  headUnknown: 'טרם ידוע',
  headMatch: '{blue} נגד {gold}',
  headScore: '{blue} נגד {gold} {score}',
  headGame: 'משחק על {map}',
  headBlueWon: 'ניצחון לכחול על {map}',
  headGoldWon: 'ניצחון לזהב על {map}',
  headHow: '{won} ({how})',

  mailConfirmSubject: 'אישור הדוא״ל שלך',
  mailConfirm:
    'מישהו נרשם עם הדוא״ל הזה. כדי לסיים יש לפתוח את הקישור בתוך {within} ולהזין את הסיסמה שנבחרה:\n\n{link}\n\n{nobody}',
  mailKnownAddressSubject: 'כבר יש לך חשבון',
  mailKnownAddress:
    'מישהו ניסה להירשם עם הדוא״ל הזה, שכבר יש לו חשבון. אפשר להתחבר כאן:\n\n{link}\n\nשם אפשר גם לבחור סיסמה חדשה. {nobody}',
  mailResetSubject: 'בחירת סיסמה חדשה',
  mailReset: 'כדי לבחור סיסמה חדשה יש לפתוח את הקישור בתוך {within}:\n\n{link}\n\n{nobody}',
  mailResetLinkSubject: 'נוצר קישור לחשבון שלך',
  mailResetLink:
    '{by} יצר קישור שבעזרתו אפשר לבחור סיסמה חדשה לחשבון שלך, בתוך {within}. אם לא ביקשת זאת, יש לפנות לבעל האתר. {nobodyOpened}',
  mailNewEmailSubject: 'אישור הדוא״ל החדש שלך',
  mailNewEmail:
    'כדי להשתמש בדוא״ל הזה בחשבון שלך יש לפתוח את הקישור בתוך {within}, בדפדפן שבו החשבון מחובר:\n\n{link}\n\n{nobody}',
  mailTakenEmailSubject: 'לדוא״ל הזה כבר יש חשבון',
  mailTakenEmail: 'מישהו רוצה להשתמש בדוא״ל הזה לחשבון אחר. כבר יש לו חשבון:\n\n{link}\n\n{nobody}',
  mailLeftEmailSubject: 'לחשבון שלך יש עכשיו דוא״ל אחר',
  mailLeftEmail:
    'החשבון שלך אינו משתמש עוד בדוא״ל הזה. אם השינוי לא היה שלך, יש לפנות למנהל של הקהילה.',
  mailPasswordSubject: 'הסיסמה שלך שונתה',
  mailPassword:
    'הסיסמה שלך שונתה, וכל הדפדפנים נותקו. אם השינוי לא היה שלך, יש לבחור סיסמה חדשה ולפנות למנהל של הקהילה.',
  mailPlaceFreeSubject: 'התפנה מקום ב{name}',
  mailPlaceFree:
    'התפנה עבורך מקום ב{name}. הוא שמור לך עד {until}: יש לפתוח את הדף הזה ולהירשם.\n\n{link}\n\nאחר כך הוא יוצע לאדם הבא ברשימת ההמתנה.',
  mailInvitationSubject: 'הזמנה אל {scene}',
  mailInvitation:
    'הוזמנת לתפקיד ב־{scene}: {role}. יש להתחבר או להירשם, ואחר כך לפתוח את הקישור בתוך {within}:\n\n{link}\n\n{nobody}',
  mailNobodyOpened: 'כל עוד איש אינו פותח אותו, הסיסמה שלך נשארת כפי שהיא.',
  mailNobody: 'אם זה לא היה ביוזמתך, אין צורך לעשות דבר: בלעדיך שום דבר לא משתנה.',
  mailAdmin: 'מנהל',
  mailOfficial: 'שופט טורנירים',

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

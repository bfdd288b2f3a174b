import { isolate } from '../../../events/text/isolate.ts'
import { linkValidity } from '../../../events/text/link-validity.ts'
import type { Mails } from './en.ts'

const nobodyOpened = 'כל עוד איש אינו פותח אותו, הסיסמה שלך נשארת כפי שהיא.'
const nobody = 'אם זה לא היה ביוזמתך, אין צורך לעשות דבר: בלעדיך שום דבר לא משתנה.'

export const he: Mails = {
  confirm: (link) => ({
    subject: 'אישור הדוא״ל שלך',
    text: `מישהו נרשם עם הדוא״ל הזה. כדי לסיים יש לפתוח את הקישור בתוך ${linkValidity('he', 'confirm')} ולהזין את הסיסמה שנבחרה:\n\n${link}\n\n${nobody}`,
  }),
  knownAddress: (link) => ({
    subject: 'כבר יש לך חשבון',
    text: `מישהו ניסה להירשם עם הדוא״ל הזה, שכבר יש לו חשבון. אפשר להתחבר כאן:\n\n${link}\n\nשם אפשר גם לבחור סיסמה חדשה. ${nobody}`,
  }),
  reset: (link) => ({
    subject: 'בחירת סיסמה חדשה',
    text: `כדי לבחור סיסמה חדשה יש לפתוח את הקישור בתוך ${linkValidity('he', 'reset')}:\n\n${link}\n\n${nobody}`,
  }),
  newEmail: (link) => ({
    subject: 'אישור הדוא״ל החדש שלך',
    text: `כדי להשתמש בדוא״ל הזה בחשבון שלך יש לפתוח את הקישור בתוך ${linkValidity('he', 'newEmail')}, בדפדפן שבו החשבון מחובר:\n\n${link}\n\n${nobody}`,
  }),
  takenEmail: (link) => ({
    subject: 'לדוא״ל הזה כבר יש חשבון',
    text: `מישהו רוצה להשתמש בדוא״ל הזה לחשבון אחר. כבר יש לו חשבון:\n\n${link}\n\n${nobody}`,
  }),
  leftEmail: () => ({
    subject: 'לחשבון שלך יש עכשיו דוא״ל אחר',
    text: 'החשבון שלך אינו משתמש עוד בדוא״ל הזה. אם השינוי לא היה שלך, יש לפנות למנהל של הקהילה.',
  }),
  password: () => ({
    subject: 'הסיסמה שלך שונתה',
    text: 'הסיסמה שלך שונתה, וכל הדפדפנים נותקו. אם השינוי לא היה שלך, יש לבחור סיסמה חדשה ולפנות למנהל של הקהילה.',
  }),
  resetLink: (by) => ({
    subject: 'נוצר קישור לחשבון שלך',
    text: `${isolate(by)} יצר קישור שבעזרתו אפשר לבחור סיסמה חדשה לחשבון שלך, בתוך ${linkValidity('he', 'reset')}. אם לא ביקשת זאת, יש לפנות לבעל האתר. ${nobodyOpened}`,
  }),
  placeFree: (name, until, link) => ({
    subject: `התפנה מקום ב${name}`,
    text: `התפנה עבורך מקום ב${name}. הוא שמור לך עד ${until}: יש לפתוח את הדף הזה ולהירשם.\n\n${link}\n\nאחר כך הוא יוצע לאדם הבא ברשימת ההמתנה.`,
  }),
  invitation: (scene, role, link) => ({
    subject: `הזמנה אל ${isolate(scene)}`,
    text: `הוזמנת לתפקיד ב־${isolate(scene)}: ${role === 'admin' ? 'מנהל' : 'שופט טורנירים'}. יש להתחבר או להירשם, ואחר כך לפתוח את הקישור בתוך ${linkValidity('he', 'invitation')}:\n\n${link}\n\n${nobody}`,
  }),
}

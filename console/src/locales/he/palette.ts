import type { OfficialParts } from '../parts.ts'
import { status } from './account.ts'

/** Search words of the palette for each screen, besides its name. */
export const wordsFor: OfficialParts['wordsFor'] = {
  dashboard: 'סקירה עמדות בשידור חי מעקב בית',
  currentMatches: 'שופט שיפוט תוצאה נקודות חי עמדות ביטול חימום צדדים החלפה',
  editMatchResults: 'תוצאה תיקון טעות הפסד טכני ביטול',
  matchQueue: 'תורים הבא סדר לוח הקצאה התחלה ביטול',
  hooks: 'discord slack צ׳אט webhook הודעה משלוחים סוד',
  onSite: 'נוכחות נמצא חסר אזהרה קוד qr טלפון',
  announcements: 'הודעה חדשות להגיד לכולם עדכון',
  timeline: 'יומן היסטוריה אירועים משחקים צעדים ביטול',
  asItWas: 'היסטוריה עבר שידור חוזר זמן ביטול',
  protests: 'מחלוקת ערעור תלונה החלטה',
  displays: 'tv טלוויזיה מסך לוח מקרן overlay stream obs',
  stream: 'overlay obs שידור stream כיתוב באוויר נעיצה הריגות',
  devices: 'טאבלט טלפון ipad צימוד קוד שופט יציאה',
  settings: 'שם תאריך תיאור כתובת פעיל מחיקה טורניר',
  templates: 'העתקה שימוש חוזר שמירה טעינה',
  configureRegistration: 'הרשמה טופס שאלות שדות אפשרויות מחיר תשלום',
  paymentProcessor: 'stripe כסף כרטיס עמלות חשבון החזר תשלומים',
  links: 'חוקים discord כתובת stream אתר',
  mixer: 'כניסה הגרלה אקראי קבוצות קוד',
  teams: 'סגל חברים ייבוא הדבקה רשימה csv אישור הגעה',
  draftTool: 'קפטנים בחירה בחירות קבוצות',
  registeredList: 'נרשמים הרשמות אנשים csv ייצוא תשלומים החזר',
  stages: 'עץ מפגשים ליגה נוקאאוט סולם שוויצרי בתים דירוג טבלה שובר שוויון',
  dayPlan: 'סימולציה לוח זמנים משך סיום תחזית פורמטים השוואה הפסקות',
  teamPlacement: 'עלייה העפלה דירוג מקומות עץ מפגשים גמר',
  cabinets: 'ארקייד עמדה לקוח מפתח קבוצה',
  videos: 'youtube twitch vod stream הקלטה חותמות פרקים',
}

export const pages: OfficialParts['pages'] = {
  tournament: { name: 'העמוד הציבורי', also: 'טורניר צופים שחקנים שיתוף כתובת' },
  bracket: { name: 'עץ המפגשים הציבורי', also: 'עץ נוקאאוט תוצאות' },
  register: { name: 'עמוד ההרשמה', also: 'הרשמה שחקנים הצטרפות' },
  scene: { name: 'עמוד הקהילה', also: 'טורנירים רשימה' },
  newTournament: { name: 'טורניר חדש', also: 'יצירה הוספה אירוע' },
  status: { name: status.title, also: 'תקינות מעקב יומן מסד נתונים דיסק גיבוי שעונים פיגור' },
  account: { name: 'החשבון שלך', also: 'סיסמה דוא״ל יציאה מפתחות api פרופיל' },
  people: 'תפקידים מנהל בעל תפקיד שופט הזמנה צוות הרשאות משתמשים',
  rulings: 'קהילה הגדרות ערעור מועד חתימות',
}

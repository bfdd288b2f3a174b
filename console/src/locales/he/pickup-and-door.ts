import type { PublicParts } from '../parts.ts'
import { some } from '../hebrew-plural.ts'
import { colours } from './game-words.ts'

const people = { one: 'אדם אחד', two: 'שני אנשים', other: '# אנשים' }
const wins = { one: 'ניצחון אחד', two: 'שני ניצחונות', other: '# ניצחונות' }
const teams = { one: 'קבוצה אחת', two: 'שתי קבוצות', other: '# קבוצות' }

export const pickup: PublicParts['pickup'] = {
  title: 'משחקים חופשיים',
  screen: (cabinet) => `משחקים חופשיים ב־${cabinet}`,
  side: colours,
  rules: { winner_stays: 'המנצחים נשארים', blue_steps_off: 'כחול יורד' },
  ruleHints: {
    winner_stays: 'המפסידים יורדים, וחמשת הבאים תופסים את הצד שלהם.',
    blue_steps_off: 'אחרי כל משחק כחול יורד, זהב עובר לכחול וחמשת הבאים הם זהב.',
  },
  winsAtMost: (count) =>
    count === 1 ? 'גם המנצחים יורדים.' : `אחרי ${some(count, wins)} ברצף גם המנצחים יורדים.`,
  paused: 'טורניר משוחק כאן. התור ממתין וימשיך אחריו.',
  closed: 'אין כרגע תור בעמדה הזאת.',
  free: (count) =>
    some(count, { one: 'מקום פנוי אחד', two: 'שני מקומות פנויים', other: '# מקומות פנויים' }),
  next: 'חמשת הבאים',
  after: (n) => `בעוד ${n + 1} משחקים`,
  nobody: 'איש לא ממתין. מי שנרשם עכשיו הוא הבא.',
  people: (name, size) => (size === 1 ? name : `${name} (${size})`),
  mine: (name) => `${name} (זה אתם)`,
  playNow: (at) => `תורך: הצד שלך הוא ${colours[at]}.`,
  playing: (at) => `מקומך בצד ${colours[at]}.`,
  nextFive: 'הנך בין חמשת הבאים. כדאי להישאר ליד העמדה.',
  before: (count) => `${some(count, teams)} לפניך.`,
  out: 'הנך כבר לא בתור. אפשר להירשם שוב כדי לשחק.',
  name: 'שמך או שם הקבוצה שלך',
  nameHint: 'הוא מוצג במסך כאן ונמחק הלילה. אין צורך בחשבון.',
  size: 'כמה אתם?',
  join: 'להירשם',
  joinFailed: 'ההרשמה לא הצליחה.',
  leave: 'לצאת מהתור',
  leaveAgain: 'לחיצה נוספת: יציאה',
  leaveFailed: 'היציאה מהתור לא הצליחה.',
  run: 'ניהול התור',
  open: 'לפתוח כאן תור',
  rule: 'אחרי כל משחק',
  limit: 'המנצחים נשארים לכל היותר',
  wins: (count) => (count === null ? 'ללא הגבלה' : some(count, wins)),
  close: 'לסגור את התור',
  closeAgain: 'לחיצה נוספת: כולם יוצאים',
  skip: 'דילוג',
  remove: 'הסרה',
  runFailed: 'זה לא הצליח.',
  toScreen: 'להציג על מסך',
}

export const door: PublicParts['door'] = {
  title: (name) => `הרשמה אל ${name}`,
  gone: 'הקוד הזה כבר אינו תקף. אפשר לשאול בכניסה.',
  here: (count) => `כבר כאן: ${some(count, people)}.`,
  name: 'שמך',
  nameHint: 'הוא מופיע ברשימת השחקנים ובמסכים. אין צורך בחשבון.',
  level: 'כמה כבר שיחקת?',
  levelHint: 'כדי שהקבוצות יהיו מאוזנות. רק המארגנים רואים זאת.',
  levels: ['מעט', 'קצת', 'הרבה'],
  queen: 'נוח לי לשחק מלכה',
  join: 'אני בפנים',
  failed: 'ההרשמה לא הצליחה.',
  done: (name) => `נרשמת, ${name}.`,
  wait: 'בקרוב יוגרלו הקבוצות. הדף הזה יגיד מה שלך.',
  team: (name) => `הקבוצה שלך: ${name}.`,
  toTeam: 'הקבוצה שלך והמפגשים שלה',
  another: 'לרשום עוד מישהו',
}

import type { OfficialParts } from '../parts.ts'
import { some } from '../hebrew-plural.ts'
import { colours } from './game-words.ts'

type Parts = Pick<
  OfficialParts,
  | 'failureText'
  | 'lastText'
  | 'pressText'
  | 'referee'
  | 'meanwhile'
  | 'doubt'
  | 'officiate'
  | 'menus'
  | 'screenNames'
  | 'sound'
  | 'upcoming'
>

export const refereeParts: Parts = {
  failureText: {
    blue: 'לא ניתן היה לשנות את התוצאה של כחול',
    gold: 'לא ניתן היה לשנות את התוצאה של זהב',
    swap: 'לא ניתן היה להחליף צדדים',
    warmup: 'לא ניתן היה לסמן כחימום',
    assign: 'לא ניתן היה לשבץ את המפגש.',
    unassign: 'לא ניתן היה להסיר את המפגש',
    start: 'לא ניתן היה להתחיל את המפגש שבתור',
    remove: 'לא ניתן היה להסיר את המפגש מהתור.',
    add: 'לא ניתן היה להוסיף את המפגש לתור.',
    emptyQueue: 'לא ניתן היה לרוקן את התור.',
    assignAll: 'לא ניתן היה לשבץ את המפגשים בתור.',
    complete: 'לא ניתן היה לסיים את המפגש',
    enable: 'לא ניתן היה לשנות את התור',
    create: 'לא ניתן היה ליצור תורים',
    hold: 'לא ניתן היה להחזיק את העמדה',
    release: 'לא ניתן היה לשחרר את העמדה',
    undo: 'לא ניתן היה לבטל',
  },

  lastText: {
    label: 'הפעולה האחרונה במכשיר הזה',
    none: 'עדיין אין פעולה במכשיר הזה',
    needsLine: 'ביטול דורש את השרת',
    undo: (action, time) => `ביטול: ${action} ${time}`,
    undone: (action) => `ביטול ${action}`,
    yoursUndone: (action, time) => `הצעד שלך בוטל בטאבלט אחר ב־${time}: ${action}`,
    othersUndone: (action, time) => `בוטל בטאבלט אחר ב־${time}: ${action}`,
  },

  pressText: {
    plus: (colour) => `+1 ${colours[colour]}`,
    minus: (colour) => `-1 ${colours[colour]}`,
    swapped: (match) => `החלפת כחול/זהב ב־${match}`,
    warmupOn: (match) => `חימום פועל ב־${match}`,
    warmupOff: (match) => `חימום כבוי ב־${match}`,
    completed: (match) => `סיום ${match}`,
    start: (match) => `התחלת ${match}`,
    paused: (match) => `השהיית ${match}`,
    next: (cabinet) => `הבא ב־${cabinet}`,
    held: (cabinet) => `החזקת ${cabinet}`,
    released: (cabinet) => `שחרור ${cabinet}`,
    sending: 'בשמירה',
    late: 'עדיין לא נשמר',
    offline: 'בהמתנה לחיבור',
    displace: 'לעצור את המפגש ההוא ולהמשיך',
    countAnyway: 'לספור אותה',
    displaces: 'מפגש אחר משוחק שם',
    old: (seconds) => `נעשו לפני יותר מ־${seconds} שנ׳ ולא נשלחו. הן עדיין נכונות?`,
    apply: 'לבצע בכל זאת',
    left: (time) => `מ־${time}:`,
  },

  referee: {
    berriesIn: 'גרגרים בכוורת',
    queenLives: 'חיי המלכה',
    title: (cabinet) => `שיפוט: ${cabinet}`,
    noMatch: 'אין מפגש כרגע',
    stats: 'המשחק בעמדה הזאת',
    score: (colour) => `התוצאה של ${colours[colour]}`,
    warmup: 'משחק חימום',
    swap: 'החלפת כחול/זהב',
    flip: 'היפוך תצוגה',
    flipHint: 'להציג את הצדדים הפוך במכשיר הזה',
    complete: 'סיום המפגש',
    completeOutside: 'סיום המפגש',
    reload: 'טעינת המפגשים מחדש',
    matches: 'מפגשים זמינים',
    empty: 'אין מפגשים זמינים. יש לוודא שנוצרו שלבים ושובצו בהם קבוצות.',
    inactive: 'לא פעילה',
    inactiveHint: 'אין מפגש בעמדה הזאת',
    pause: 'השהיית המפגש והסרתו מהתור',
    here: 'בעמדה הזאת',
    startAsk: 'להתחיל את המפגש הזה?',
    displaces: (match) => `${match} משוחק כאן ויושהה.`,
    startOffline: (cabinet) => `${cabinet} מנותקת: המשחקים שלה לא ייספרו.`,
    teamBusy: (team, cabinet) => `${team} משחקת ב־${cabinet}`,
    needsLine: 'אין חיבור: זה דורש את השרת',
    asking: 'שואל את השרת',
    next: {
      start: (match, sides) => `התחלת ${match}: ${sides}`,
      nothing: 'הבא בתור',
      noQueue: 'לעמדה הזאת אין תור',
      disabled: 'התור כבוי',
      empty: 'התור ריק',
      busy: (match, cabinet) => `יש לסיים או להשהות תחילה את ${match} ב־${cabinet}`,
      waits: (match, why) => `${match} ממתין: ${why}`,
      unknownTeam: 'קבוצה עדיין לא ידועה',
      hold: 'החזקה',
      release: 'שחרור',
    },
    firstTo: (wins) =>
      some(wins, {
        one: 'הראשונה לניצחון אחד',
        two: 'הראשונה לשני ניצחונות',
        other: 'הראשונה ל־# ניצחונות',
      }),
    impossible: (length, score) => `${length}: ${score} לא אפשרי`,
    rounds: (rounds) =>
      some(rounds, {
        one: 'משחק אחד',
        two: 'שני משחקים, משחקים את שניהם',
        other: '# משחקים, משחקים את כולם',
      }),
    byHand: 'מסתיים ידנית',
    pips: (won, of) => `${won} ניצחונות מתוך ${of}`,
    completeWon: (match, team, score) => `סיום ${match}: ניצחון של ${team} ${score}`,
    completeDraw: (match, score) => `סיום ${match}: תיקו, ${score}`,
    warmupBand: 'חימום: המשחק הזה לא נחשב',
    final: (match, team, score) => `סופי ${match}: ניצחון של ${team} ${score}`,
    finalDraw: (match, score) => `סופי ${match}: תיקו, ${score}`,
    forfeit: (match) => `סופי ${match}: הפסד טכני`,
    stops: (match, tournament) => `${match} של ${tournament} משוחק כאן וייעצר. התוצאה שלו נשמרת.`,
    otherMatchHere: (match, tournament) => `${match} של ${tournament} משוחק כאן`,
    signedIn: 'רשומים',
    protest: 'ערעור',
    protestOn: (cabinet) => `ערעור ב־${cabinet}`,
  },

  meanwhile: {
    complete: (match, score) => `${match} הסתיים בינתיים: ${score}.`,
    playing: (match, score) => `${match} משוחק, התוצאה ${score}.`,
    off: (match, score) => `${match} כבר אינו באף עמדה, התוצאה ${score}.`,
    gone: 'המפגש כבר אינו.',
  },

  doubt: {
    title: (match) => `לסיים את ${match}?`,
    undecided: 'התוצאה עדיין לא מכריעה את המפגש.',
    level: 'התוצאה שווה, וקבוצה אחת חייבת לנצח.',
    running: 'משחק עדיין בעיצומו בעמדה הזאת.',
    unattached: 'משחק שהסתיים בעמדה הזאת עדיין לא נספר.',
    offline: 'העמדה מנותקת.',
    unsent: 'במכשיר הזה יש לחיצות שעדיין לא נשמרו.',
    anyway: 'לסיים בכל זאת',
    keep: 'להמשיך לשחק',
  },

  officiate: {
    hideInactive: 'הסתרת עמדות לא פעילות',
    showInactive: 'הצגת עמדות לא פעילות',
    noCabinets: 'לטורניר הזה לא הוקצו עמדות.',
    noneActive: 'אין עמדה מחוברת או עמדה עם מפגש.',
    queue: 'תור',
    more: (seconds) => `+${seconds} שנ׳`,
    moreLabel: (seconds, cabinet) => `+${seconds} שנ׳ לטיימר התור של ${cabinet}`,
    moreFailed: 'לא ניתן היה להאריך את הטיימר',
    steps: 'עוד על הפעולה האחרונה, וכל מה שנעשה',
    setScore: 'קביעת תוצאה',
    wait: (games) =>
      some(games, { one: 'משחק מאוחר אחד', two: 'שני משחקים מאוחרים', other: '# משחקים מאוחרים' }),
    frozen: 'בבדיקה: הציבור רואה את התוצאה כפי שהייתה',
    emptyOutside: 'אין מפגשים זמינים. כדאי לבדוק את העץ ב־Challonge.',
    palette: 'מעבר אל …',
    elsewhere: (n) =>
      some(n, {
        one: 'לחיצה אחת ממתינה לך',
        two: 'שתי לחיצות ממתינות לך',
        other: '# לחיצות ממתינות לך',
      }),
    failedActive: 'לא ניתן היה לקרוא את המפגש הפעיל',
  },

  menus: {
    label: 'ניהול',
    officiate: 'שיפוט',
    organize: 'ארגון',
  },

  screenNames: {
    settings: 'הגדרות בסיס',
    dashboard: 'לוח בקרה',
    currentMatches: 'ניהול מפגשים פעילים',
    editMatchResults: 'תיקון תוצאות',
    matchQueue: 'תור המפגשים',
    announcements: 'הודעות',
    onSite: 'קבוצות במקום',
    timeline: 'ציר הזמן',
    asItWas: 'כפי שהיה',
    protests: 'ערעורים',
    displays: 'מסכים',
    stream: 'שידור',
    devices: 'מכשירים',
    templates: 'תבניות',
    configureRegistration: 'הגדרת הרשמה',
    paymentProcessor: 'חשבון תשלומים',
    links: 'קישורים',
    teams: 'קבוצות ושחקנים',
    mixer: 'מיקסר',
    draftTool: 'דראפט',
    registeredList: 'נרשמים',
    stages: 'שלבים',
    dayPlan: 'תכנון היום',
    teamPlacement: 'שיבוץ קבוצות',
    cabinets: 'עמדות מוקצות',
    hooks: 'צ׳אטים ו־webhooks',
    videos: 'סרטונים',
  },

  sound: { on: 'הפעלת צליל כאן', off: 'השתקה כאן' },

  upcoming: {
    title: 'בהמשך',
    none: 'אין דבר בתור לעמדה הזאת.',
    next: 'הבא',
    after: 'אחר כך',
    checkIn: {
      absent: 'לא כאן',
      present: 'כאן',
      short: (here, of) => `${here} מתוך ${of} כאן`,
    },
  },
}

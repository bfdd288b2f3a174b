import { isolate } from '#events/text/isolate.ts'
import { gameWords } from '#events/messages/he/public.ts'
import type { PublicParts } from '../parts.ts'

const rules = new Intl.PluralRules('he')

type Forms = { one: string; two?: string; other: string }

/** Hebrew writes one and two of something without a number; in other forms `#` stands for it. */
export function some(count: number, { one, two, other }: Forms): string {
  const form = rules.select(count)
  const words = form === 'one' ? one : form === 'two' ? (two ?? other) : other
  return words.replace('#', String(count))
}

export const matches = { one: 'מפגש אחד', two: 'שני מפגשים', other: '# מפגשים' }

/** The names of the sides. */
export const colours = { blue: 'כחול', gold: 'זהב' }

/** Win conditions. An unknown one from a cabinet is shown untranslated. */
export const winConditions: Readonly<Record<string, string>> = {
  military: gameWords['game military'],
  economic: gameWords['game economic'],
  snail: gameWords['game snail'],
}

const missing = (count: number) =>
  some(count, { one: 'חסר שחקן אחד', two: 'חסרים שני שחקנים', other: 'חסרים # שחקנים' })

export const common = {
  text: {
    product: 'Waggle',
    colour: colours,
    capital: colours,
    loading: 'בטעינה',
    close: 'סגירה',
    cancel: 'ביטול',
    retry: 'ניסיון נוסף',
    dismiss: 'הסתרה',
    toContent: 'דילוג לתוכן',
    notAuthorized: 'אין הרשאה',
    notFound: 'אין דבר בכתובת הזאת.',
    deleted: 'הטורניר הזה נמחק.',
    toStart: 'לרשימת הטורנירים',
    failedToLoad: 'לא ניתן היה לטעון את הדף.',
    apiFailed: 'הפנייה לשרת נכשלה.',
    sayNumber: (id) => `בבקשת עזרה יש לציין את המספר: ${id.replace(/\d{3}(?=\d)/g, '$& ')}.`,
    title: (...parts) => [...parts, 'Waggle'].filter(Boolean).join(' · '),
    breadcrumb: 'נתיב ניווט',
    dashed: (...values) => isolate(values.join('–')),
    language: 'שפה',
    theme: { bright: 'ערכה בהירה', dark: 'ערכה כהה' },
    user: {
      signedInAs: (name) => `החיבור הוא בשם ${name}`,
      paired: (name, cabinet) => `${name} · שיפוט ב־${cabinet}`,
      signOut: 'התנתקות',
      signIn: 'התחברות',
      hint: 'כדי לשפוט יש להתחבר.',
    },
    home: {
      title: 'טורנירים',
      empty: 'עדיין אין טורנירים.',
      officiate: 'שיפוט',
      past: 'הסתיים',
    },
    link: {
      connecting: 'בהתחברות',
      live: 'בשידור חי',
      idle: 'מעודכן',
      shaky: 'לא יציב',
      lost: 'מנותק',
      label: (state) => `חיבור: ${state}`,
      server: (age) => `אין מילה מהשרת כבר ${age}.`,
      tablet: (age) => `המכשיר אינו מחובר. הנתונים מלפני ${age}.`,
      asOf: (time) => `נכון ל־${time}`,
      tryNow: 'לנסות עכשיו',
      next: (seconds) => `ניסיון הבא בעוד ${seconds} שנ׳`,
      trying: 'בניסיון',
      waiting: 'בהמתנה לשרת',
    },
    unsent: {
      count: (n) => `${n} לא נשלחו`,
      drop: 'ויתור',
    },
    cabinet: {
      online: 'מחוברת',
      offline: 'מנותקת',
      offlineFor: (age) => `העמדה מנותקת ${age}`,
      silentFor: (age) => `העמדה שותקת ${age}`,
      noGame: '(אין משחק)',
      noMatch: 'משחק ללא מפגש',
      inUse: (tournament) => `${tournament} משוחק כאן.`,
      map: 'מפה',
      gameTime: 'זמן משחק',
      berries: 'גרגרים שנותרו',
      open: (name) => `שיפוט ${name}`,
      ref: 'שיפוט',
      warmup: 'חימום',
    },
    next: {
      automatic: 'מתחיל מעצמו בעוד',
      tries: 'מנסה מעצמו בעוד',
      due: 'מתחיל',
      tryingAgain: 'יתחיל מעצמו כשיתאפשר',
      isHeld: 'מוחזקת: שום דבר לא מתחיל מעצמו',
    },
    match: {
      short: (num) => `M${num}`,
      ofStage: (match, stage) => `${match} של ${stage}`,
      versus: (blue, gold) => `${blue} נגד ${gold}`,
      brief: (blue, gold) => `${blue} נגד ${gold}`,
      unknownTeam: '(קבוצה לא ידועה)',
      score: (blue, gold) => `(${isolate(`${blue}-${gold}`)})`,
    },
  },
  practiceText: { sign: 'תרגול: לא ערב אמיתי' },
  disputed: {
    open: 'בערעור',
    provisional: 'זמני',
  },
  estimates: {
    about: (from, to) => (from === to ? `≈ ${from}` : `≈ ${from}-${to}`),
    zone: (zone) => `השעות לפי ${zone}`,
    late: (minutes) => `באיחור של ${minutes} דק׳`,
    early: (minutes) => `בהקדמה של ${minutes} דק׳`,
    onTime: 'לפי הזמנים',
    ends: (when) => `מסתיים ${when}`,
    wouldEnd: (when) => `אם היו מתחילים עכשיו, היה מסתיים ${when}`,
    label: 'סיום משוער',
    call: { soon: 'בקרוב', now: 'הבאים בתור', on_deck: 'להתכונן' },
  },
  onSite: {
    title: 'קבוצות במקום',
    lead: 'מי הגיע, מי הוזהר, והקוד שבו קבוצה אומרת זאת בעצמה.',
    none: 'עדיין אין קבוצות.',
    here: 'כאן',
    missing,
    unknown: 'לא ידוע',
    state: (count) => {
      if (count === undefined || count === null) return 'לא ידוע'
      return count === 0 ? 'כאן' : missing(count)
    },
    weAreHere: 'אנחנו כאן',
    weMiss: (count) =>
      some(count, { one: 'חסר לנו אחד', two: 'חסרים לנו שניים', other: 'חסרים לנו #' }),
    own: (name) => `האם ${name} כאן?`,
    setHere: (name) => `${name} כאן`,
    setMissing: (name) => `כמה חסרים מ־${name}`,
    failed: 'זה לא נקלט.',
    call: 'קריאה לשופט',
    called: 'נקרא שופט. יש להישאר במקום.',
    comes: (tablet) => `${tablet ?? 'שופט'} בדרך.`,
    callFailed: 'לא ניתן היה לקרוא לאיש.',
    calls: (count) =>
      some(count, { one: 'קריאה אחת לשופט', two: 'שתי קריאות לשופט', other: '# קריאות לשופט' }),
    list: 'קריאות לשופט',
    from: (places) => places.filter(Boolean).join(', ') || 'קבוצה',
    since: (time) => `מאז ${time}`,
    take: 'בדרך לשם',
    takeOf: (from) => `בדרך אל ${from}`,
    taken: (by) => `${by ?? 'שופט אחר'} בדרך לשם`,
    end: 'טופל',
    endOf: (from) => `הקריאה של ${from} טופלה`,
    nobody: 'אין עוד קריאות.',
    warn: 'אזהרה',
    warnOf: (name) => `אזהרה ל־${name}`,
    whole: 'הקבוצה כולה',
    who: 'מי מוזהר',
    why: 'למה',
    reasons: { late: 'איחור', conduct: 'התנהגות', equipment: 'ציוד', rules: 'חוקים' },
    warned: 'האזהרה נרשמה',
    warnings: 'אזהרות',
    warning: (name, reason, time) => `אזהרה: ${name === null ? '' : `${name}, `}${reason}, ${time}`,
    warnFailed: 'האזהרה לא נרשמה.',
    code: 'קוד',
    codeOf: (name) => `הקוד של ${name}`,
    codeLead:
      'יש לסרוק בטלפון: הקוד פותח את דף הקבוצה, מודיע לטלפון מתי היא משחקת, ומאפשר לקבוצה לומר שהגיעה או לקרוא לשופט.',
    codeLink: 'מה הקוד פותח',
    copyCode: 'העתקת הקישור',
    newCode: 'יצירת קוד חדש',
    newCodeAgain: 'לחיצה נוספת: הקודם מפסיק לפעול',
    codeFailed: 'הקוד לא נוצר',
    print: 'הדפסת כל הקודים',
    printFailed: 'לא ניתן היה להכין את הגיליון. יש לאפשר לדף הזה לפתוח אחרים.',
    noCode:
      'לשרת הזה אין סוד, ולכן הקוד פותח את דף הקבוצה ולא יותר. יש להפעיל אותו עם WAGGLE_SECRET.',
  },
  push: {
    ask: 'להודיע לטלפון הזה',
    blocked: 'הדפדפן הזה אינו מאפשר להודיע לך דבר. יש לאשר תחילה התראות לדף הזה.',
    failed: 'זה לא הצליח. כדאי לנסות שוב בעוד רגע.',
    about: 'הטלפון הזה מקבל הודעות על',
    stop: 'לא להודיע עוד לטלפון הזה',
    kinds: (minutes) => ({
      on_deck: 'להתכונן',
      called: 'קריאה לעמדה',
      delayed: `באיחור של יותר מ-${minutes} דק׳`,
      result: 'תוצאות',
      announcement: 'הודעות',
    }),
  },
  creation: {
    open: 'טורניר חדש',
    practise: 'תרגול',
    practiseIn: (scene) => `תרגול ב־${scene}`,
    practising: 'בתרגול',
    look: 'מראה הדף הזה',
    openIn: (scene) => `טורניר חדש ב־${scene}`,
    title: (scene) => `טורניר חדש ב־${scene}`,
    template: 'מתבנית',
    noTemplate: 'ללא: להתחיל ריק',
    templateHint: 'תיאור, הרשמה, שאלות, קישורים, שלבים ועמדות כפי שנשמרו.',
    create: 'יצירת הטורניר',
    failed: 'לא ניתן היה ליצור את הטורניר.',
    made: (name) => `${name} נוצר.`,
    notLoaded: 'התבנית לא נטענה.',
    without: 'לטעון בלעדיהן',
    goOn: 'להמשיך בלי התבנית',
  },
} satisfies Partial<PublicParts>

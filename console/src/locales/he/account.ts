import type { AccountRefusals, OfficialParts } from '../parts.ts'
import { some } from './plural.ts'
import type { OfficialAnswer } from '../sentences.ts'

export const account: OfficialParts['account'] = {
  email: 'דוא״ל',
  password: 'סיסמה',
  newPassword: 'סיסמה חדשה',
  present: 'הסיסמה הנוכחית',
  missing: {
    name: 'איך לקרוא לך?',
    email: 'יש להזין דוא״ל',
    password: 'יש להזין סיסמה',
  },
  show: 'הצגה או הסתרה של הסיסמה',

  signIn: {
    title: 'התחברות',
    button: 'התחברות',
    failed: 'ההתחברות לא הצליחה.',
    forgotten: 'שכחת את הסיסמה?',
    new: 'עדיין אין לך חשבון?',
    toSignUp: 'הרשמה',
    already: (name) => `החיבור הוא בשם ${name}.`,
    elsewhere: 'ההתחברות שם לא הצליחה. אפשר לנסות שוב, או להתחבר עם הסיסמה.',
    with: (provider) => `התחברות עם ${provider}`,
    or: 'או',
  },

  signUp: {
    title: 'הרשמה',
    first: 'זה החשבון הראשון כאן: הוא יהיה הבעלים של האתר ויקים את הקהילות שלו.',
    name: 'שם',
    nameHint: 'כפי שאחרים יראו אותו.',
    emailHint: 'אף אחד אחר לא רואה אותו.',
    passwordHint: (least, recommended) =>
      `לפחות ${least} תווים; עדיף ${recommended} ומעלה. אפשר גם משפט.`,
    button: 'הרשמה',
    failed: 'ההרשמה לא הצליחה.',
    old: 'כבר יש לך חשבון?',
    toSignIn: 'התחברות',
    mailed: 'נשלח אליך דוא״ל',
  },

  confirm: {
    title: 'אישור הדוא״ל',
    lead: 'יש להזין את הסיסמה שנבחרה בהרשמה.',
    button: 'אישור והתחברות',
    failed: 'לא ניתן היה לאשר את הדוא״ל.',
    noCode: 'יש לפתוח את הדף הזה דרך הקישור שבדוא״ל ששלחנו.',
  },

  reset: {
    ask: 'שכחת את הסיסמה?',
    lead: 'נשלח אליך דוא״ל עם קישור לבחירת סיסמה חדשה.',
    askButton: 'שליחת הדוא״ל',
    askFailed: 'לא ניתן היה לשלוח את הדוא״ל.',
    title: 'בחירת סיסמה חדשה',
    button: 'שמירת הסיסמה החדשה',
    failed: 'לא ניתן היה לשמור את הסיסמה החדשה.',
    done: 'הסיסמה החדשה נשמרה, וכל הדפדפנים נותקו. עכשיו אפשר להתחבר איתה.',
    toSignIn: 'להתחברות',
  },

  page: {
    title: 'החשבון שלך',
    signInFirst: 'כדי לראות את החשבון יש להתחבר.',
    taken: (role, scene) => `התפקיד שלך ב־${scene} מעכשיו: ${role}.`,
    emailDone: 'הדוא״ל החדש אושר.',
    linkFailed: 'הקישור לא פעל.',
  },

  me: {
    title: 'שם ודוא״ל',
    name: 'שם',
    saveName: 'שמירת השם',
    nameSaved: 'השם נשמר.',
    nameFailed: 'לא ניתן היה לשמור את השם.',
    unconfirmed: 'לא מאושר',
    noEmail: 'עדיין אין דוא״ל: עם דוא״ל וסיסמה אפשר להתחבר מכל מקום.',
    changeEmail: 'שינוי הדוא״ל',
    emailSaved: 'הדוא״ל נשמר.',
    emailFailed: 'לא ניתן היה לשנות את הדוא״ל.',
  },

  change: {
    title: 'סיסמה',
    lead: 'עם סיסמה חדשה כל שאר הדפדפנים מנותקים, והמפתחות שלך לתוכנות מפסיקים לפעול.',
    button: 'שינוי הסיסמה',
    set: 'קביעת סיסמה',
    saved: 'הסיסמה שונתה. כל שאר הדפדפנים נותקו.',
    failed: 'לא ניתן היה לשנות את הסיסמה.',
  },

  deletion: {
    title: 'מחיקת החשבון',
    lead: 'השם, כתובת הדוא״ל, ההתחברויות, התפקידים, ההרשמות והתמונות שלך נמחקים. תוצאות הקבוצות שלך וסכומי התשלומים נשארים, בלי השם שלך.',
    present: 'הסיסמה שלך, למחיקת החשבון',
    button: 'מחיקת החשבון שלי',
    sure: 'למחוק את החשבון שלך?',
    forEver: 'אף אחד לא יוכל לשחזר אותו.',
    failed: 'החשבון לא נמחק.',
  },

  sessions: {
    title: 'היכן החשבון מחובר',
    caption: 'דפדפנים שבהם החשבון מחובר',
    seen: 'נראה לאחרונה',
    since: 'התחבר',
    here: 'הדפדפן הזה',
    unknown: 'דפדפן שאינו מוסר את שמו',
    empty: 'בשום מקום.',
    end: 'ניתוק',
    endAgain: 'לחיצה נוספת תנתק',
    endAll: 'ניתוק בכל מקום',
    endAllAgain: 'לחיצה נוספת: גם כאן',
    failed: 'הניתוק שם לא הצליח.',
  },

  keys: {
    title: 'מפתחות לתוכנות',
    lead: 'תוכנה עם מפתח שלך יכולה לעשות בקהילות שלך מה שמותר לך, או רק חלק מזה בקהילה אחת, ולא דבר בחשבון הזה. המפתח מפסיק לפעול כשמסירים אותו, מתנתקים בכל מקום או משנים את הסיסמה.',
    scene: 'היכן הוא תקף',
    everywhere: 'בכל מקום, כל מה שמותר לי',
    may: 'מה מותר לו שם',
    rights: {
      read: 'לקרוא מה ששופטים קוראים',
      displays: 'לשנות מה שמסכים ושכבות שידור מציגים',
      official: 'כל מה שמותר לשופט',
      admin: 'כל מה שמותר למנהל',
    },
    end: 'עד מתי',
    ends: 'פג',
    days: { never: 'ללא תפוגה', 1: 'יום אחד', 30: '30 ימים', 365: 'שנה' },
    caption: 'המפתחות שלך',
    present: 'הסיסמה שלך, כדי ליצור מפתח',
    name: 'לשם מה הוא?',
    nameMissing: 'יש לציין לשם מה הוא',
    make: 'יצירת מפתח',
    made: (name) => `המפתח עבור ${name}`,
    once: 'יש להעתיק אותו עכשיו: הוא לא יוצג שוב.',
    copy: 'העתקת המפתח',
    used: 'שימוש אחרון',
    since: 'נוצר',
    never: 'מעולם לא',
    empty: 'אין לך מפתחות.',
    remove: 'הסרה',
    removeAgain: 'לחיצה נוספת תסיר',
    failed: 'לא ניתן היה ליצור את המפתח.',
    removeFailed: 'לא ניתן היה להסיר את המפתח.',
  },

  roles: {
    title: 'התפקידים שלך',
    empty: 'אין לך תפקידים. מנהל של קהילה מציע אותם, לפי הדוא״ל שלך.',
    owner: 'האתר הזה בבעלותך: מותר לך הכול בכל הקהילות.',
    name: { admin: 'מנהל', tournament: 'שופט טורנירים' },
    as: { admin: 'מנהל', tournament: 'שופט טורנירים' },
    people: (scene) => `אנשים ב־${scene}`,
    caption: (scene) => `למי יש תפקיד ב־${scene}`,
    role: 'תפקיד',
    none: 'עדיין אף אחד.',
    email: 'הדוא״ל שלו',
    give: 'הצעת התפקיד',
    giveFailed: 'לא ניתן היה להציע את התפקיד.',
    invited: (email) => `הזמנה עבור ${email}`,
    mailed: 'הדוא״ל בדרך. אפשר גם למסור את הקישור הזה באופן אישי; הוא פועל פעם אחת, במשך 14 ימים.',
    handOver:
      'השרת הזה אינו שולח דוא״ל. יש למסור את הקישור הזה באופן אישי; הוא פועל פעם אחת, במשך 14 ימים.',
    copyLink: 'העתקת הקישור',
    waiting: 'הוזמן',
    take: 'ביטול התפקיד',
    takeAgain: 'לחיצה נוספת תבטל את התפקיד',
    takeFailed: 'לא ניתן היה לבטל את התפקיד.',
    back: 'ביטול ההזמנה',
    backAgain: 'לחיצה נוספת תבטל את ההזמנה',
    reset: 'קישור לסיסמה',
    resetFor: (name) => `סיסמה חדשה עבור ${name}`,
    resetHint:
      'יש למסור אותו באופן פרטי: מי שפותח אותו בתוך שעה מקבל את החשבון. לבעל החשבון נמסר שיצרת אותו.',
  },

  notices: {
    title: 'ממתין לך',
    invited: (role, scene) => `הוזמנת לתפקיד ב־${scene}: ${role}.`,
    accept: 'אישור',
    acceptOf: (scene) => `אישור: ${scene}`,
    decline: 'דחייה',
    declineOf: (scene) => `דחייה: ${scene}`,
    reset: (by, at) =>
      `ב־${at} נוצר קישור לסיסמה חדשה לחשבון שלך, על ידי ${by ?? 'מי שמפעיל את האתר'}. אם לא ביקשת זאת, יש לבחור סיסמה חדשה ולפנות לבעל האתר.`,
    seen: 'הבנתי',
    failed: 'לא ניתן היה לענות.',
  },

  asks: {
    title: (scene) => `הכרעות ב־${scene}`,
    lead: 'טורנירים חדשים מתחילים עם זה. טורניר יכול לדרוש יותר שופטים, לא פחות.',
    save: 'שמירה',
    saveFor: (scene) => `שמירת ההכרעות ב־${scene}`,
    saved: (scene) => `טורנירים חדשים של ${scene} מתחילים עם זה.`,
    failed: 'לא ניתן היה לשמור.',
  },
  deletedPayments: {
    title: (scene) => `תשלומים של טורנירים שנמחקו ב־${scene}`,
    lead: 'השמות נמחקים עם הטורניר. ב־Stripe עדיין רשום מי שילם בכרטיס.',
    payer: (tournament, player) => `${tournament}, שחקן ${player}`,
    held: (amount) => `${amount} לא הוחזרו`,
    returned: 'הוחזר',
    open: 'תשלומים',
    openOf: (payer) => `תשלומים של ${payer}`,
  },
  scene: {
    title: 'קהילה חדשה',
    lead: 'לקהילה יש עמדות, טורנירים ואנשים משלה. התפקיד שלך בה יהיה מנהל.',
    displayName: 'שם',
    name: 'שם קצר',
    nameHint: 'לכתובות ולתוכנות של העמדות: אותיות a-z, ספרות, - ו־_.',
    make: 'יצירת הקהילה',
    failed: 'לא ניתן היה ליצור את הקהילה.',
    missing: 'לקהילה צריך להיות שם',
  },
}

export const status: OfficialParts['status'] = {
  title: 'הכול בסדר?',
  lead: 'כל מה שהערב נשען עליו. כדאי להסתכל כאן לפני ההתחלה, וכשמשהו נראה מוזר.',
  all: 'הכול בסדר.',
  some: (n) =>
    some(n, { one: 'שורה אחת באדום.', two: 'שתי שורות באדום.', other: '# שורות באדום.' }),
  asOf: (time) => `נכון ל־${time}, נקרא שוב כל 5 שניות.`,
  caption: 'על מה הערב נשען',
  state: { fine: 'בסדר', red: 'לא בסדר', unknown: 'לא ידוע' },
  line: {
    log: 'יומן',
    database: 'מסד נתונים',
    gate: 'שער: אפשר ללחוץ',
    tournaments: 'טורנירים',
    projector: 'מקרן: שורות',
    referee: 'שופט: משחקים וטיימרים',
    fanout: 'הפצה: מסכים',
    intake: 'קליטה: העמדות שולחות',
    cabinets: 'עמדות',
    presses: 'לחיצות שממתינות במכשירים',
    clocks: 'שעוני המכשירים',
    disk: 'דיסק',
    backup: 'גיבוי',
  },
}

export const accountRefusals: AccountRefusals = {
  ACCOUNT_ELSEWHERE:
    'רק בעל האתר יכול לעשות זאת: החשבון הזה לא נוצר בקהילה שלך, או שהוא בשימוש גם במקום אחר.',
  KEY_IS_FOR_LESS: 'המפתח הזה נועד לדבר אחר.',
  LAST_ADMIN: 'זה המנהל האחרון של הקהילה. יש למנות קודם מנהל אחר.',
  LAST_OWNER: 'זה בעל האתר. יש לומר למי הוא עובר.',
  LINK_USED_UP: 'הקישור הזה כבר נוצל, או ישן מדי. יש לבקש קישור חדש.',
  NO_EMAIL: 'לאדם הזה אין דוא״ל להתחבר איתו.',
  TOO_MANY_KEYS: 'אין מקום לעוד מפתחות. יש להסיר קודם אחד.',
}

export const officialAnswers: Record<OfficialAnswer, string> = {
  'Not a valid e-mail address': 'זו אינה כתובת דוא״ל',
  'Not a valid time': 'זו אינה שעה',
  'Enter your password': 'יש להקליד את הסיסמה',
  'Enter your current password': 'יש להקליד את הסיסמה הנוכחית',
  'Wrong password': 'סיסמה שגויה',
  'Wrong e-mail or password. Just signed up? Open the link in our e-mail first.':
    'דוא״ל או סיסמה שגויים. נרשמת זה עתה? יש לפתוח קודם את הקישור בהודעה ששלחנו.',
  'At least {#} characters': 'לפחות {1} תווים',
  'At most {#} characters': 'לכל היותר {1} תווים',
  'At most 128 characters': 'לכל היותר 128 תווים',
  'At most 200 characters': 'לכל היותר 200 תווים',
  'Too many people use this password. Choose another.':
    'יותר מדי אנשים משתמשים בסיסמה הזאת. יש לבחור אחרת.',
  'Do not use your name or e-mail as the password.': 'אין להשתמש בשם או בדוא״ל כסיסמה.',
  'There is already an account with this e-mail address': 'כבר יש חשבון עם הדוא״ל הזה',
  'We have sent you an e-mail. Open the link in it to finish.':
    'שלחנו לך הודעת דוא״ל. כדי לסיים יש לפתוח את הקישור שבה.',
  'We have sent an e-mail to the new address. Open the link in it.':
    'שלחנו הודעה לכתובת החדשה. יש לפתוח את הקישור שבה.',
  'If this e-mail address has an account, we have sent it an e-mail.':
    'אם יש חשבון לדוא״ל הזה, הודעה בדרך אליו.',
  'This server does not send e-mail. Ask an admin of your scene for a reset link.':
    'השרת הזה לא שולח דוא״ל. אפשר לבקש קישור לאיפוס ממנהל בקהילה שלך.',
  'This profile is private.': 'הפרופיל הזה פרטי.',
  'This person has no role in this scene. Invite them by e-mail address.':
    'לאדם הזה אין תפקיד בקהילה הזאת. אפשר להזמין לפי כתובת דוא״ל.',
  'There is no such person': 'אין אדם כזה',
  'This person has no role in your scene': 'אין אדם כזה עם תפקיד בקהילה שלך',
  'What is it for?': 'בשביל מה זה?',
  'This code does not work: it was mistyped, has already been used, or is older than 15 minutes. Ask for a new one.':
    'אין קוד כזה: הוקלד לא נכון, כבר נוצל, או בן יותר מ-15 דקות. יש לבקש אחר.',
  'There is no such cabinet in this scene': 'אינה עמדה של הקהילה הזאת',
  'This device is not paired with a cabinet': 'המכשיר הזה אינו משויך לאף עמדה',
  'Tournament stage must be selected': 'יש לבחור שלב',
  'Choose one or both teams': 'קבוצה אחת או שתיים',
  'Choose a team or where it comes from': 'יש לציין קבוצה או מאין היא באה',
  'Choose a cabinet': 'יש לציין באיזו עמדה',
  'Describe the problem in a few words': 'יש לומר בכמה מילים במה מדובר',
}

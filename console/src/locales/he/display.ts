import type { PublicParts } from '../parts.ts'
import { some } from '../hebrew-plural.ts'

const calls = { on: 'משחקים', on_deck: 'מתחילים', now: 'הבאים', soon: 'בקרוב' }

export const venue: PublicParts['venue'] = {
  title: (name) => `${name} · מסך Waggle`,
  waitingHint: 'המסך הזה ימשיך מעצמו.',
  missing: 'אין טורניר כזה.',
  code: 'קוד המסך הזה',
  codeHint: 'שופט מקליד אותו בלוח הבקרה, תחת מסכים.',
  claimedHint: 'שופט בוחר בלוח הבקרה, תחת מסכים, מה יוצג כאן.',
  stale: (age) => `לא מעודכן · לפני ${age}`,
  neverHeard: 'אין חיבור',
  board: {
    'queue-board': 'המפגשים הבאים',
    'now-playing': 'משחקים עכשיו',
    bracket: 'עץ המפגשים',
    cabinet: 'עמדה',
    overlay: 'שכבת שידור',
    standings: 'דירוג',
  },
  call: (call) => calls[call],
  match: (num) => `M${num}`,
  warmup: 'חימום',
  late: (minutes) => `באיחור של ${minutes} דק׳`,
  more: (count) =>
    some(count, { one: 'ועוד מפגש אחד', two: 'ועוד שני מפגשים', other: 'ועוד # מפגשים' }),
  noQueue: 'אין כרגע מפגש בתור.',
  noMatch: 'אין מפגש',
  noStage: 'עדיין אין עץ מפגשים.',
  noCabinets: 'לטורניר הזה עדיין לא הוקצו עמדות.',
  next: 'הבא בתור',
  nothingNext: 'אין דבר בתור.',
  rank: 'דירוג',
  team: 'קבוצה',
  won: 'ניצחונות',
  tied: 'תיקו',
  lost: 'הפסדים',
  page: (page, of) => `${page} מתוך ${of}`,
  review: 'בבדיקה',
}

export const overlayText: PublicParts['overlayText'] = {
  parts: {
    all: 'כל החלקים',
    score: 'לוח תוצאה',
    numbers: 'מספרים לפי תפקיד',
    kills: 'הריגות',
    rosters: 'הרכבים',
    next: 'המפגש הבא',
    result: 'תוצאה',
    ticker: 'עמדות אחרות',
    bracket: 'עץ המפגשים',
    'lower-third': 'כתובית תחתונה',
  },
  numbers: { kills: 'ה', deaths: 'מ', berries: 'ג', snail: 'ח' },
  lives: 'חיים',
  berries: 'גרגרים',
  next: 'המפגש הבא',
  final: 'סופי',
  soFar: 'עד כה',
  game: (num) => `משחק ${num}`,
  stats: {
    militaryKills: 'הריגות צבאיות',
    queenKills: 'הריגות מלכה',
    berries: 'גרגרים',
    snailMeters: 'חילזון, מ׳',
  },
}

export const totalsText: PublicParts['totalsText'] = {
  title: 'סיכומים',
  all: 'כל המשחקים',
  games: 'משחקים',
  won: 'ניצחונות',
  none: 'עדיין אין משחקים שהסתיימו.',
  counts: 'סטטיסטיקה',
  byPosition: 'תפקידים',
  byMap: 'מפות',
  byWinCondition: 'הוכרעו ב',
  opponents: { person: 'יריבים', team: 'קבוצות שפגשו' },
  stats: {
    kills: 'הריגות',
    deaths: 'מיתות',
    militaryKills: 'הריגות צבאיות',
    queenKills: 'הריגות מלכה',
    berries: 'גרגרים',
    berriesKicked: 'גרגרים שהועפו פנימה',
  },
}

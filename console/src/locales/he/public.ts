import { answers, gameWords, names } from '#events/messages/he/public.ts'
import type { DecidingRule } from '#events/rules/tiebreakers.ts'
import { isolate, isolated } from '#events/text/isolate.ts'
import { languageOf } from '../language.ts'
import type { PublicParts } from '../parts.ts'
import { common, matches, some } from './common.ts'
import { door, pickup, replayText } from './play.ts'
import {
  overlayText,
  pictureWords,
  publicRefusals,
  registration,
  registrationPage,
  totalsText,
  venue,
  waitingText,
} from './registration.ts'

const rules: Record<string, string> = {
  game_win_pct: 'משחקים שנוצחו',
  h2h_games: 'משחקים ביניהן',
  h2h_matches: 'מפגשים ביניהן',
  match_win_pct: 'מפגשים שנוצחו',
  game_time_in_losses: 'זמן משחק בהפסדים',
  dice_roll: 'הגרלה',
  tiebreak_match: 'מפגש שובר שוויון',
  seed: 'דירוג פתיחה',
  place: 'מקום',
  withdrawn: 'פרשה',
} satisfies Record<DecidingRule, string>

const rule = (name: string) => rules[name] ?? name

const calls = { on: 'משחקים', on_deck: 'להתכונן', now: 'הבאים בתור', soon: 'בקרוב' }

const publicText: PublicParts['publicText'] = {
  calendar: 'הוספה ליומן',
  tournament: {
    officiate: 'ניהול מפגשים פעילים',
    sections: 'חלקי הטורניר',
    late: (minutes) => `באיחור של ${minutes} דק׳`,
    early: (minutes) => `בהקדמה של ${minutes} דק׳`,
    ends: (time) => `מסתיים בערך ב־${time}`,
    over: 'הסתיים',
    zone: (zone) => `השעות לפי ${zone}.`,
  },
  section: {
    now: 'סקירה',
    bracket: 'עץ המפגשים',
    standings: 'דירוג',
    queues: 'תורים',
    teams: 'קבוצות',
    register: 'הרשמה',
    about: 'מידע',
  },
  landing: {
    playing: 'משחקים עכשיו',
    coming: 'עמדות',
    register: 'להרשמה',
    open: 'ההרשמה פתוחה',
    until: (day) => `עד ${day}`,
    teams: (count) =>
      some(count, {
        one: 'קבוצה אחת עד כה',
        two: 'שתי קבוצות עד כה',
        other: '# קבוצות עד כה',
      }),
    champion: 'אלופה',
    champions: 'אלופות',
    podium: (stage) => `המקומות הסופיים של ${stage}`,
  },
  now: {
    none: 'לטורניר הזה עדיין לא הוקצו עמדות.',
    nothingNext: 'אין כרגע דבר בתור.',
    results: 'תוצאות אחרונות',
  },
  match: {
    short: (num) => `M${num}`,
    versus: (one, two) => `${one} נגד ${two}`,
    unknown: 'עדיין לא ידוע',
    forfeit: 'הפסד טכני',
    doubleForfeit: 'הפסד טכני לשתיהן',
    tie: 'תיקו',
    won: 'ניצחון',
    bye: 'ללא יריבה',
    warmup: 'חימום',
    playing: 'משחקים',
    over: 'הסתיים',
    frozen: 'בבדיקה',
    call: (call) => calls[call],
    note: 'הערה',
    videoSoon: '(נפתח אתר סרטונים)',
    score: (one, a, two, b) => `${one} ${a}, ${two} ${b}`,
  },
  protest: {
    open: 'בערעור',
    places: 'זמני: מפגש של השלב הזה, או מפגש שמוביל אליו, נמצא בערעור.',
  },
  queues: {
    none: 'עדיין אין תורים.',
    empty: 'אין דבר בתור.',
    off: 'התור הזה מושהה.',
    list: (queue) => `מפגשים בתור של ${queue}`,
  },
  teams: {
    none: 'עדיין אין קבוצות.',
    place: (place) => `מקום ${place}`,
    final: (place) => (place === '1' ? 'האליפות שלכם' : `סיימתם במקום ${place}`),
    rank: (rank, of, stage) => `מקום ${rank} מתוך ${of} ב־${stage}`,
  },
  follow: {
    short: 'מעקב',
    on: 'במעקב',
    you: 'אתם',
    card: (team) => `הקבוצה שלך: ${team}`,
    against: (opponent) => `נגד ${opponent}`,
    nothing: 'כרגע לא מתוכנן לכם מפגש.',
    done: 'כל המפגשים שלכם הסתיימו.',
    waits: 'עדיין לא בתור',
    now: (cabinet) => `אתם משחקים עכשיו ב־${cabinet}`,
    play: (when, where) => ['אתם משחקים', when, where].filter(Boolean).join(' '),
    at: (time) => `ב־${time}`,
    where: (cabinet) => `ב־${cabinet}`,
    starting: 'מתחיל עוד רגע',
    paused: 'התור הזה מושהה',
    first: 'אתם הבאים בתור',
    before: (count) => `${some(count, matches)} לפניכם`,
  },
  about: {
    links: 'קישורים',
    videos: 'סרטונים',
    video: (cabinet, length) => `${cabinet}, ${length}`,
    none: 'המארגנים עדיין לא כתבו כאן דבר.',
  },
}

const matchText: PublicParts['matchText'] = {
  officials: 'לשופטים',
  protest: 'ערעור',
  lost: 'הפסד',
  timeline: 'ציר הזמן של המפגש',
  frozenWhy: 'השופטים בודקים את המפגש. מוצג המצב המאושר האחרון, והוא לא ישתנה עד שיסיימו.',
  protestWhy: 'השופטים בוחנים אותו. עד להכרעה, התוצאה והמקומות שתלויים בה זמניים.',
  provisional: 'זמני: תוצאה שמובילה לכאן נמצאת בערעור.',
  ruling: 'הכרעה בערעור',
  said: {
    uphold: 'התוצאה נשארת.',
    correct: 'התוצאה תוקנה.',
    replay: 'המפגש ישוחק שוב.',
    void: 'המפגש לא נחשב לאיש.',
  },
  estimate: 'מתחיל כנראה',
  on: (cabinet) => `ב־${cabinet}`,
  waits: 'עדיין לא בתור',
  games: 'משחקים',
  noGames: 'עדיין אין משחקים.',
  noneRecorded: 'לא נרשם אף משחק.',
  gamesBy: (cabinet, time) => `${cabinet}, ${time}`,
  game: (num) => `משחק ${num}`,
  running: 'בעיצומו',
  warmupGame: 'משחק חימום',
  points: 'איך נוצרה התוצאה',
  byGames: (score) => `לפי משחקים ${score}`,
  byHand: (by, team) => `ידנית ${by} ${team}`,
  pointOfGame: (num) => `נקודה ממשחק ${num}`,
  pointByHand: 'נקודה ללא משחק',
  attempts: 'שוחק קודם',
  attempt: (num, reason) => `ניסיון ${num}: ${reason}`,
  video: 'צפייה בהקלטה',
  leads: 'לאן זה מוביל',
  winnerTo: 'המנצחת משחקת',
  loserTo: 'המפסידה משחקת',
  winnerPlace: (place) => `המנצחת מגיעה למקום ${place}`,
  loserPlace: (place) => `המפסידה מגיעה למקום ${place}`,
}

const standingsText: PublicParts['standingsText'] = {
  rank: '#',
  rankName: 'דירוג',
  placeName: 'מקום',
  team: 'קבוצה',
  record: 'ניצחונות-הפסדים',
  recordTied: 'ניצחונות-תיקו-הפסדים',
  games: 'משחקים',
  share: '% משחקים',
  why: 'למה הדירוג הזה',
  none: 'עדיין אין טבלה: היא מתחילה עם המפגש הראשון.',
  order: (names) =>
    `מדורגות לפי ${names.map(rule).join(', אחר כך לפי ')}. רק מפגשים שהסתיימו נחשבים.`,
  over: (name, own, other, team) => `${rule(name)}: ${own} מול ${other} של ${team}`,
  overSeed: (own, other, team) => `אין מה שמפריד: דירוג פתיחה ${own} אחרי ${other}, ${team}`,
  left: 'פרשה: מדורגת מתחת לכל הקבוצות שנשארו',
  overDice: (team) => `אין דבר אחר שמפריד: ההגרלה של השלב הציבה את ${team} קודם`,
  dice: (hash) => `ההגרלה נקבעה לפני המפגש הראשון: sha256 ${hash}`,
  diceShown: (dice) => `ההגרלה של השלב: ${dice}`,
  skipped: (why) => `הושמט: ${why}`,
  in: 'עדיין בפנים',
  withdrawn: 'פרשה',
  ruleName: rule,
}

const bracketText: PublicParts['bracketText'] = {
  choose: 'שלבים',
  none: 'עדיין אין עץ מפגשים. הוא יופיע כאן ברגע שייווצר.',
  noMatches: 'המפגשים של השלב הזה עדיין לא נוצרו.',
  drawn: 'לצייר את כל העץ',
  listed: 'סיבוב אחרי סיבוב',
  listedAll: 'כרשימה',
  drawing: (stage) => `עץ המפגשים של ${stage}`,
  rounds: 'סיבובים',
  find: 'חיפוש קבוצה',
  path: (team) => `המפגשים של ${team}`,
  zoom: 'גודל הציור',
  smaller: 'קטן יותר',
  larger: 'גדול יותר',
  before: 'הסיבוב הקודם',
  after: 'הסיבוב הבא',
  cross: 'מי פגש את מי',
  team: 'קבוצה',
  itself: 'הקבוצה עצמה',
  byes: 'ללא יריבה:',
}

const sceneText: PublicParts['sceneText'] = {
  running: 'מתקיימים עכשיו',
  coming: 'קרובים',
  past: 'קודמים',
  none: 'עדיין אין כאן טורנירים.',
  won: (teams, stage) => (stage === null ? `ניצחון: ${teams}` : `${stage}: ניצחון של ${teams}`),
}

const teamText: PublicParts['teamText'] = {
  players: 'שחקנים',
  noPlayers: 'לא מוצגים שחקנים.',
  next: 'המפגשים הבאים',
  past: 'מפגשים ששוחקו',
  noNext: 'כרגע לא מתוכנן מפגש לקבוצה הזאת.',
  noPast: 'עדיין לא הסתיים אף מפגש.',
}

const parts: PublicParts = isolated<PublicParts>({
  ...common,
  door,
  pickup,
  bracketText,
  sceneText,
  standingsText,
  teamText,
  overlayText,
  pictureWords,
  matchText,
  publicText,
  registration,
  registrationPage,
  waitingText,
  replayText,
  totalsText,
  venue,
})

const texts = { ...names, ...gameWords, ...answers }

export default languageOf(parts, { texts, around: isolate }, publicRefusals)

import type { PublicParts } from '../parts.ts'
import { some, colours, winConditions } from './common.ts'

type Replay = PublicParts['replayText']

type StoryEvent = Parameters<Replay['storyEvent']>[0]

const bodies = ['מלכה', 'פסים', 'שרירים', 'גולגולות', 'משבצות']

const shorts = ['מל', 'פס', 'שר', 'גו', 'מש']

const body = (position: number) => Math.floor((position - 1) / 2)

const plain = (position: number) => bodies[body(position)] ?? ''

const name = (position: number) =>
  `${plain(position)} ${position % 2 === 0 ? colours.blue : colours.gold}`

const lives = (count: number) =>
  some(count, { one: 'חיים אחרונים', two: 'שני חיים', other: '# חיים' })

const berries = (count: number) =>
  some(count, { one: 'גרגר אחד', two: 'שני גרגרים', other: '# גרגרים' })

const reasons: Record<string, string> = {
  military: 'המלכה היריבה נפלה בפעם האחרונה',
  economic: 'הכוורת התמלאה',
  snail: 'החילזון הגיע הביתה',
}

function won(winner: 'blue' | 'gold', how: string | null): string {
  const why = how === null ? undefined : reasons[how]
  return `ניצחון ל${colours[winner]}${why ? ` (${winConditions[how ?? '']}): ${why}` : ''}`
}

function killed({ killer, victim, isWarrior, livesLeft }: Extract<StoryEvent, { kind: 'kill' }>) {
  const left = livesLeft === 0 ? 'חייה האחרונים' : `נותרו ${lives(livesLeft)}`
  const what = victim <= 2 ? `: ${left}` : isWarrior ? ', לוחמת' : ''
  return `${name(killer)} הרגה את ${name(victim)}${what}`
}

function side(x: number): string {
  return x < 940 ? 'משמאל' : x > 980 ? 'מימין' : 'באמצע'
}

function storyEvent(event: StoryEvent, famineSeconds: number): string {
  switch (event.kind) {
    case 'start':
      return 'המשחק התחיל'
    case 'famine':
      return `הגרגרים אזלו; הם חוזרים אחרי ${famineSeconds} שניות`
    case 'gap':
      return 'מכאן לא נשמע דבר מהעמדה'
    case 'back':
      return 'העמדה נשמעה שוב'
    case 'kill':
      return killed(event)
    case 'berry': {
      const how = event.isKick ? 'העיפה גרגר פנימה' : 'הביאה גרגר'
      return `${name(event.by)} ${how}: ל${colours[event.colour]} יש ${berries(event.count)}`
    }
    case 'gate': {
      const kind = event.isSpeed ? 'שער המהירות' : 'שער הלוחמות'
      const from = event.from === null ? '' : `, קודם של ${colours[event.from]}`
      return `המלכה של ${colours[event.colour]} סימנה את ${kind} ${side(event.x)}${from}`
    }
    case 'wings':
      return `${name(event.by)} נעשתה לוחמת`
    case 'speed':
      return `${name(event.by)} נעשתה מהירה`
    case 'on':
      return `${name(event.by)} עלתה על החילזון`
    case 'off':
      return `${name(event.by)} ירדה מהחילזון`
    case 'escape':
      return `${name(event.by)} נמלטה מהחילזון`
    case 'eat':
      return `החילזון של ${name(event.by)} התחיל לאכול את ${name(event.victim)}`
    case 'end':
      return won(event.winner, event.how)
  }
}

const jumps = { kill: 'הריגה', berry: 'גרגר', gate: 'שער' }

export const replayText: Replay = {
  title: (map) => `משחק במפה ${map}`,
  wonOn: (winner, map) => `ניצחון ל${colours[winner]} במפה ${map}`,
  match: (num, round) => [`M${num}`, round].filter(Boolean).join(' · '),
  warmup: 'משחק חימום',
  running: 'המשחק הזה עדיין בעיצומו. מה שחדש מתווסף כאן.',
  noResult: 'המשחק הזה הסתיים ללא תוצאה.',
  unread: 'לא ניתן היה לקרוא את אירועי המשחק.',
  noEvents: 'העמדה לא סיפרה דבר על המשחק הזה.',
  replay: 'הילוך חוזר של המשחק',
  won,
  field: (map, time) => `המפה ${map} ב־${time}`,
  unknownMap: (map) => `המקומות של המפה ${map} אינם ידועים: מה שקרה מצויר היכן שקרה, על מגרש ריק.`,
  legend:
    'עגול: כחול. ריבוע על הפינה: זהב. דבורה מוצגת במקום שבו דווח עליה לאחרונה ודוהה תוך ארבע שניות; מחוקה: נהרגה שם. שערים: כנפיים עושות לוחמות, הברק נותן מהירות; שער מקווקו אינו של אף אחת. הרצפות מצוירות עד היכן שנראו עליהן דבורים.',
  signs: 'מה פירוש הסימנים',
  short: (position) => shorts[body(position)] ?? '',
  plain,
  colour: (colour) => colours[colour],
  berries: 'גרגרים',
  lives: 'חיי המלכה',
  snail: 'חילזון',
  berriesOf: (count) => `${count} מתוך 12`,
  snailTo: (share) => `${Math.round(share * 100)} % מהדרך`,
  snailAway: 'לא בצד הזה',
  state: {
    wings: 'לוחמת',
    speed: 'מהירה',
    berry: 'גרגר',
    rides: 'על החילזון',
    eaten: 'נאכלת',
    gate: 'בשער',
    lives,
    bot: 'בוט או אף אחד',
  },
  gap: 'ברגע הזה לא נשמע דבר מהעמדה.',
  play: 'הפעלה',
  pause: 'השהיה',
  back: (seconds) => `${seconds} שנ׳ אחורה`,
  on: (seconds) => `${seconds} שנ׳ קדימה`,
  at: 'רגע',
  atValue: (at, of) => `${at} מתוך ${of}`,
  speed: 'מהירות',
  times: (speed) => `${speed}×`,
  jumps,
  before: (jump) => `הקודם: ${jumps[jump]}`,
  after: (jump) => `הבא: ${jumps[jump]}`,
  keys: 'מקלדת: רווח מפעיל ומשהה, ← ו־→ זזים חמש שניות, עם Shift אל מה שקרה לפני או אחרי.',
  lines: 'איך זה התנהל',
  linesOf: (what, blue, gold) => `${what}: כחול ${blue}, זהב ${gold}`,
  snailLine: 'חילזון: למעלה אל הקצה של כחול, למטה אל של זהב',
  story: 'מה קרה',
  show: 'הצגה',
  all: 'הכול',
  kinds: { kill: 'הריגות', berry: 'גרגרים', gate: 'שערים', snail: 'חילזון' },
  nothing: 'דבר מזה לא קרה במשחק.',
  storyEvent,
  stats: 'לפי תפקיד',
  statsCaption: 'מה עשה כל תפקיד במשחק כולו',
  columns: {
    position: 'תפקיד',
    kills: 'הריגות',
    deaths: 'מיתות',
    militaryKills: 'הריגות צבאיות',
    militaryDeaths: 'מיתות צבאיות',
    queenKills: 'הריגות מלכה',
    berries: 'גרגרים',
    snail: 'חילזון, מ׳',
    warrior: 'זמן כלוחמת',
  },
  statsRules:
    'צבאי: של לוחמות ומלכות. גרגרים: שהובאו או הועפו אל הצד שלה. מטר של חילזון הוא מה שהוא עובר בשנייה. זמן כלוחמת: מהשער עד המוות או הסוף.',
}

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

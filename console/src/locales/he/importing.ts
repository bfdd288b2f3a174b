import { isolate } from '../../../../events/text/isolate.ts'
import type { ImportRefusals, OfficialParts } from '../parts.ts'
import { some } from '../hebrew-plural.ts'

export const importing: OfficialParts['importing'] = {
  import: 'ייבוא מ־ZIP',
  importing: 'מייבא …',
  sent: (part) => `נשלחו ${Math.floor(part * 100)} % מהקובץ.`,
  reading: {
    preview: 'הקובץ נשלח. הוא נקרא ונבדק.',
    import: 'הקובץ נשלח. הוא נקרא ונשמר; זה עשוי לקחת דקה.',
  },
  preview: 'מה יש בקובץ ה־ZIP',
  heading: (name, date) => `${name}, ${date}`,
  understood: ({ commits, teams, matches, games, events, players, cabinets }) => [
    commits === null
      ? 'בלי ההיסטוריה שלו: התוצאות כמו שהן'
      : `עם ההיסטוריה שלו: ${some(commits, { one: 'צעד אחד', two: 'שני צעדים', other: '# צעדים' })}`,
    [
      some(teams, { one: 'קבוצה אחת', two: 'שתי קבוצות', other: '# קבוצות' }),
      some(matches, { one: 'מפגש אחד', two: 'שני מפגשים', other: '# מפגשים' }),
      some(games, { one: 'משחק אחד', two: 'שני משחקים', other: '# משחקים' }),
      some(events, { one: 'אירוע אחד', two: 'שני אירועים', other: '# אירועים' }),
    ].join(', '),
    ...(players > 0
      ? [some(players, { one: 'שחקן אחד', two: 'שני שחקנים', other: '# שחקנים' })]
      : []),
    ...cabinets.map(({ name, isNew }) =>
      isNew ? `${isolate(name)}: עמדה חדשה בקהילה` : `${isolate(name)}: עמדה של הקהילה`,
    ),
  ],
  take: 'ייבוא הטורניר הזה',
  tooLarge: (megabytes) => `הקובץ גדול מ־${megabytes} MB, שהם המרב.`,
  lost: 'החיבור נותק לפני שהשרת ענה. בחרו שוב את אותו הקובץ: הוא מיובא רק פעם אחת.',
  failed: 'הטורניר לא יובא.',
}

export const importRefusals: ImportRefusals = {
  EXPORT_UNFINISHED: 'אפשר לייצא טורניר עם ההיסטוריה שלו אחרי שהסתיים.',
  IMPORTED_ALREADY: 'המשחקים האלה כבר נמצאים בקהילה הזאת.',
  IMPORT_UNREADABLE: 'אי אפשר לייבא את הקובץ הזה.',
  SCENE_IN_USE:
    'חלק מהמשחקים בקובץ שייכים לעמדות של טורניר פעיל. סיימו אותו קודם, או הסירו ממנו את העמדות האלה.',
}

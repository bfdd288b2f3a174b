import { isolate } from '../../../../events/text/isolate.ts'
import type { ImportRefusals, OfficialParts } from '../parts.ts'
import type { ImportAnswer } from '../import-sentences.ts'
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

export const importAnswers: Record<ImportAnswer, string> = {
  'Another tournament is being imported. Try again when it is done.':
    'טורניר אחר מיובא עכשיו. נסו שוב כשזה יסתיים.',
  'The games could not be stored. Send the same request again with the same id.':
    'לא היה אפשר לשמור את המשחקים. שלחו את אותו הדבר שוב.',
  'Its import is not complete yet.': 'הייבוא שלו עוד לא הושלם.',
  'It is still active. Mark it as over first.': 'הוא עדיין פעיל. סמנו קודם שהסתיים.',
  '{} is not over. Finish it, or delete it if nobody will play it.':
    '{1} לא הסתיים. סיימו אותו, או מחקו אותו אם איש לא ישחק בו.',
  'Its bracket on Challonge is linked to the tournament on this server.':
    'העץ שלו ב־Challonge מקושר לטורניר בשרת הזה.',
  'One of its matches is still on a cabinet.': 'אחד המפגשים שלו עדיין בעמדה.',
  '{} unpacks to more than {#} times its size.': '{1} גדול אחרי הפריסה יותר מפי {2} מגודלו.',
  'There is no {} in this ZIP file.': 'אין {1} בקובץ ה־ZIP הזה.',
  '{} is too large.': '{1} גדול מדי.',
  '{} ends too early: the ZIP file is incomplete.': '{1} נגמר מוקדם מדי: קובץ ה־ZIP אינו שלם.',
  '{} cannot be unpacked: the ZIP file is damaged.': 'אי אפשר לחלץ את {1}: קובץ ה־ZIP פגום.',
  '{} has been changed since the export.': '{1} שונה מאז הייצוא.',
  '{} contains too many values.': 'יש ב־{1} יותר מדי ערכים.',
  '{} is nested too deeply.': '{1} מקונן לעומק רב מדי.',
  '{} has no column {}.': 'ל־{1} חסרה העמודה {2}.',
  '{} ends inside line {#}.': '{1} נגמר באמצע שורה {2}.',
  '{}, line {#} is too long.': '{1}: שורה {2} ארוכה מדי.',
  '{}, line {#}: {#} values are expected.': '{1}, שורה {2}: נדרשים {3} ערכים.',
  '{} contains characters that cannot be stored.': 'יש ב־{1} תווים שאי אפשר לשמור.',
  '{} is not valid: {}.': '{1} אינו תקין: {2}.',
  '{} is not valid.': '{1} אינו תקין.',
  '{}, line {#}: {}': '{1}, שורה {2}: {3}',
  '{}, line {#}': '{1}, שורה {2}',
  'game.csv: {}': 'game.csv: {1}',
  'gameevent.csv: {}': 'gameevent.csv: {1}',
  'tournament.json: {}': 'tournament.json: {1}',
  'commits.jsonl: {}': 'commits.jsonl: {1}',
  'beside.json: {}': 'beside.json: {1}',
  'game.csv contains no games. A tournament that was scored by hand is moved with “Export with its history”.':
    'אין משחקים ב־game.csv. טורניר שנוקד ידנית מועבר באמצעות "Export with its history".',
  'None of the games in game.csv was played in a match.': 'אף משחק ב־game.csv לא שוחק במפגש.',
  'The tournament is too large to be imported.': 'הטורניר גדול מדי לייבוא.',
  'This cannot be imported: {}: {}': 'אי אפשר לייבא את זה: {1}: {2}',
  'id is not a number.': 'id אינו מספר.',
  'game {} appears twice.': 'משחק {1} מופיע פעמיים.',
  'start_time and end_time must be times.': 'start_time ו־end_time צריכים להיות זמנים.',
  'end_time is before start_time.': 'end_time קודם ל־start_time.',
  'winning_team must be blue or gold.': 'winning_team צריך להיות blue או gold.',
  'win_condition must be military, economic or snail.':
    'win_condition צריך להיות military, economic או snail.',
  'cabinet_name is empty.': 'cabinet_name ריק.',
  'game {} is not in game.csv.': 'משחק {1} לא נמצא ב־game.csv.',
  'timestamp is not a time.': 'timestamp אינו זמן.',
  'values is not an array like {410,860,Blue}.': 'values אינו רשימה כמו {410,860,Blue}.',
  'this is not a valid event.': 'זה אינו אירוע תקין.',
  'match {} needs two teams.': 'מפגש {1} צריך שתי קבוצות.',
  'game {} has different teams from match {}.': 'במשחק {1} קבוצות אחרות מאשר במפגש {2}.',
  'game {} needs a gamestart and a victory.': 'משחק {1} צריך gamestart ו־victory.',
  'game {} has the result {}, {}, but its victory is {}, {}.':
    'למשחק {1} התוצאה {2}, {3}, אבל ה־victory שלו הוא {4}, {5}.',
  '{} is not a valid cabinet name.': '{1} אינו שם תקין של עמדה.',
  'there is no {} {#}.': 'אין {1} {2}.',
  'There is no {} {#}.': 'אין {1} {2}.',
  'A {} appears twice.': 'מופיע פעמיים: {1}.',
  '{} waits for itself, in a circle.': '{1} ממתין לעצמו, במעגל.',
  '{}: a score is a number from 0 to {#}.': '{1}: ניקוד הוא מספר מ־0 עד {2}.',
  '{}: the winner does not fit the score {}.': '{1}: המנצחת לא מתאימה לניקוד {2}.',
  '{}: a team cannot play against itself.': '{1}: קבוצה לא יכולה לשחק נגד עצמה.',
  '{#} commits are expected.': 'נדרשים {1} צעדים.',
  'version {#} follows {#}.': 'גרסה {1} באה אחרי {2}.',
  'version {#} has been altered.': 'גרסה {1} שונתה.',
  'it belongs to another tournament.': 'הוא שייך לטורניר אחר.',
  'it does not create a tournament.': 'הוא לא יוצר טורניר.',
  'it does not follow from the commits before it.': 'הוא לא נובע מהצעדים שלפניו.',
  'it contains characters that cannot be stored.': 'יש בו תווים שאי אפשר לשמור.',
  'this game is not part of this tournament.': 'המשחק הזה אינו חלק מהטורניר.',
  '{} is not an event of this game.': '{1} אינו אירוע של המשחק הזה.',
  'A text contains characters that cannot be stored.': 'יש בטקסט תווים שאי אפשר לשמור.',
  'The cabinet of the video {} is not listed.': 'העמדה של הסרטון {1} לא ברשימה.',
  'Two cabinets have the same id.': 'לשתי עמדות אותו id.',
  'Two cabinets have the same name.': 'לשתי עמדות אותו שם.',
  'Two links have the same position.': 'לשני קישורים אותו מקום.',
  'A video of a cabinet appears twice.': 'סרטון של עמדה מופיע פעמיים.',
  'A video has two positions for the same moment of a game.': 'לסרטון שני מקומות לאותו רגע במשחק.',
  'Two texts of protests have the same id.': 'לשני טקסטים של ערעורים אותו id.',
  'Two players have the same id.': 'לשני שחקנים אותו id.',
  'This is not JSON.': 'זה לא JSON.',
  'The tournament itself is missing: add its JSON.': 'חסר הטורניר עצמו: הוסיפו את ה־JSON שלו.',
  'Participants are missing: add their JSON.': 'חסרים המשתתפים: הוסיפו את ה־JSON שלהם.',
  'Matches are missing: add their JSON.': 'חסרים המפגשים: הוסיפו את ה־JSON שלהם.',
  'A bracket of the type "{}" cannot be imported.': 'אי אפשר לייבא עץ מסוג "{1}".',
  'These pages belong to several events. Import one event at a time.':
    'הדפים האלה שייכים לכמה אירועים. ייבאו אירוע אחד בכל פעם.',
  'The entrants are missing: include them in the query.': 'חסרים הנרשמים: כללו אותם בשאילתה.',
  'The sets are missing: include them in the query.': 'חסרים הסטים: כללו אותם בשאילתה.',
  'This is not the JSON of a Challonge tournament or of a start.gg event.':
    'זה לא JSON של טורניר ב־Challonge או של אירוע ב־start.gg.',
}

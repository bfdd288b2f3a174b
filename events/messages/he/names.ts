import type { names as english } from '../en/names.ts'
import type { Translated } from '../en/translated.ts'

export const names: Translated<typeof english> = {
  matchOfStage: '{match} של {stage}',
  championshipRound: 'בית המנצחות, סיבוב {round} מתוך {rounds}',
  eliminationRound: 'בית המפסידות, סיבוב {round} מתוך {rounds}',
  finals: 'גמר',
  semifinals: 'חצי גמר',
  quarterfinals: 'רבע גמר',
  octofinals: 'שמינית גמר',
  grandFinals: 'הגמר הגדול',
  firstGrandFinals: 'הגמר הגדול (מפגש ראשון)',
  secondGrandFinals: 'הגמר הגדול (מפגש שני)',
  thirdPlaceMatch: 'המפגש על המקום השלישי',
  round: 'סיבוב {round}',
  winnerOf: 'המנצחת של {match}',
  loserOf: 'המפסידה של {match}',
  nobody: 'אף אחת',
  placeOf: 'מקום {place} ב־{stage}',
  placeOfNow: 'מקום {place} ב־{stage} (כעת: {team})',
  placeOfDeletedStage: 'מקום {place} בשלב שאינו עוד',
}

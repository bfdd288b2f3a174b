import type { names as english } from '../en/names.ts'
import type { Translated } from '../en/translated.ts'

export const names: Translated<typeof english> = {
  matchOfStage: '{match} de {stage}',
  championshipRound: 'Ganadores, ronda {round} de {rounds}',
  eliminationRound: 'Perdedores, ronda {round} de {rounds}',
  finals: 'Final',
  semifinals: 'Semifinales',
  quarterfinals: 'Cuartos de final',
  octofinals: 'Octavos de final',
  grandFinals: 'Gran final',
  firstGrandFinals: 'Gran final (primer partido)',
  secondGrandFinals: 'Gran final (segundo partido)',
  thirdPlaceMatch: 'Partido por el tercer puesto',
  round: 'Ronda {round}',
  winnerOf: 'Ganador de {match}',
  loserOf: 'Perdedor de {match}',
  nobody: 'Nadie',
  placeOf: '{place}.º de {stage}',
  placeOfNow: '{place}.º de {stage} (ahora: {team})',
  placeOfDeletedStage: '{place}.º de una fase que ya no está',
}

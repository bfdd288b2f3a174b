import type { games as english } from '../en/games.ts'
import type { Translated } from '../en/translated.ts'

export const games: Translated<typeof english> = {
  matchGone: 'su partido ya no existe',
  countUndone: 'se deshizo que contara',
  uploadedLate: 'se subió con {seconds} s de retraso; entonces se jugaba {match}',
  sentAnother: '{cabinet} envió otro juego al mismo tiempo',
  alsoThere: '{match} también estaba en {cabinet} cuando empezó el juego',
  completeBefore: '{match} terminó antes que el juego',
  leftCabinet: '{match} ya no estaba en {cabinet} cuando terminó el juego',
  decidedBefore: '{match} ya estaba decidido antes, {score}',
}

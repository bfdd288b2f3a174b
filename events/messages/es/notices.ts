import type { notices as english } from '../en/notices.ts'
import type { Translated } from '../en/translated.ts'

export const notices: Translated<typeof english> = {
  noticeMatch: '{match} {one} vs. {two}',
  onDeckTitle: 'Prepárense: son los siguientes',
  onDeck: 'Sigue {match}.',
  onDeckAt: 'Sigue {match} en {where}.',
  movedTitle: 'Ahora se juega en {where}',
  calledTitle: 'A jugar en {where}',
  called: 'Llaman a {match} a {where}.',
  correctedTitle: 'Resultado corregido',
  resultTitle: 'Resultado registrado',
  result: '{match}: {score}.',
  resultWon: '{match}: {score}, ganó {winner}.',
  delayedTitle: '{minutes} de retraso',
  delayed: '{match} se espera {minutes} más tarde de lo que se avisó a este teléfono.',
}

import type { NotificationTexts } from './en.ts'

export const es: NotificationTexts = {
  match: (label, one, two) => `${label} ${one} vs. ${two}`,
  onDeck: (match, where) => ({
    title: 'Prepárense: son los siguientes',
    body: where === '' ? `Sigue ${match}.` : `Sigue ${match} en ${where}.`,
  }),
  called: (match, where, isMoved) => ({
    title: isMoved ? `Ahora se juega en ${where}` : `A jugar en ${where}`,
    body: `Llaman a ${match} a ${where}.`,
  }),
  result: (match, score, winner, isCorrected) => ({
    title: isCorrected ? 'Resultado corregido' : 'Resultado registrado',
    body: `${match}: ${score}${winner === null ? '' : `, ganó ${winner}`}.`,
  }),
  delayed: (match, minutes) => ({
    title: `${minutes} de retraso`,
    body: `${match} se espera ${minutes} más tarde de lo que se avisó a este teléfono.`,
  }),
  announcement: (tournament, text) => ({ title: tournament, body: text }),
}

import { part } from '../catalogue.ts'

/** On every screen of a practice. */
export const practiceText = part('practiceText', {
  sign: 'PRACTICE: made-up teams, and a cabinet that plays by itself. Nothing here counts, and it ends within an hour.',
})

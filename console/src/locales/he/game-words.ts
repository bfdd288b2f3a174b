import { names } from '../../../../events/text/names/he.ts'

/** The names of the sides. */
export const colours = { blue: 'כחול', gold: 'זהב' }

/** Win conditions. An unknown one from a cabinet is shown untranslated. */
export const winConditions: Readonly<Record<string, string>> = {
  military: names.military,
  economic: names.economic,
  snail: names.snail,
}

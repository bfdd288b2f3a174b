import { gameWords } from '../../../../events/messages/he/public.ts'

/** The names of the sides. */
export const colours = { blue: 'כחול', gold: 'זהב' }

/** Win conditions. An unknown one from a cabinet is shown untranslated. */
export const winConditions: Readonly<Record<string, string>> = {
  military: gameWords['game military'],
  economic: gameWords['game economic'],
  snail: gameWords['game snail'],
}

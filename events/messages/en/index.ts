import { answers, gameWords, names } from './public.ts'
import { games, steps } from './steps.ts'
import { imports, officialAnswers, refusals } from './officials.ts'

/** All texts of the language by key, but those of `server.ts`. */
export const texts = {
  ...answers,
  ...gameWords,
  ...names,
  ...games,
  ...steps,
  ...imports,
  ...officialAnswers,
  ...refusals,
} as const

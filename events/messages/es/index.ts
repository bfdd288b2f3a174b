import { answers } from './answers.ts'
import { games } from './games.ts'
import { gameWords } from './game-words.ts'
import { imports } from './imports.ts'
import { names } from './names.ts'
import { officialAnswers } from './official-answers.ts'
import { refusals } from './refusals.ts'
import { steps } from './steps.ts'

/** All texts of the language by key. */
export const texts = {
  ...answers,
  ...games,
  ...gameWords,
  ...imports,
  ...names,
  ...officialAnswers,
  ...refusals,
  ...steps,
}

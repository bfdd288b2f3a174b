import { names } from '../../../../events/text/names/he.ts'
import { languageOf } from '../language.ts'
import type { OfficialParts, PublicParts } from '../parts.ts'
import { isolate, isolated } from '../../../../events/text/isolate.ts'
import { account, accountRefusals, newcomer, status } from './account.ts'
import { atCabinet } from './at-cabinet.ts'
import { importAnswers, importing, importRefusals } from './importing.ts'
import { gameReasons, officialAnswers, refused, steps } from './sentences.ts'
import { pages, wordsFor } from './palette.ts'
import { protests } from './protests.ts'
import { parts } from './public.ts'
import { publicAnswers, publicRefusals } from './registration.ts'
import { queueParts } from './queue.ts'
import { refereeParts } from './referee.ts'
import { refusals } from './refusals.ts'
import { sheets } from './sheets.ts'
import { timelineParts } from './timeline.ts'

const all: PublicParts & OfficialParts = {
  ...parts,
  ...isolated({
    account,
    newcomer,
    atCabinet,
    status,
    ...queueParts,
    ...refereeParts,
    ...sheets,
    ...timelineParts,
    protests,
    importing,
    pages,
    wordsFor,
  }),
}

export default languageOf(
  all,
  {
    ...names,
    ...steps,
    ...refused,
    ...gameReasons,
    ...publicAnswers,
    ...officialAnswers,
    ...importAnswers,
  },
  { ...publicRefusals, ...accountRefusals, ...refusals, ...importRefusals },
  isolate,
)

import { games, steps } from '../../../../events/messages/es/steps.ts'
import {
  imports,
  officialAnswers,
  refusals as refused,
} from '../../../../events/messages/es/officials.ts'
import { languageOf } from '../language.ts'
import type { OfficialParts, PublicParts } from '../parts.ts'
import { account, accountRefusals, newcomer, status } from './account.ts'
import { atCabinet } from './at-cabinet.ts'
import { importing, importRefusals } from './importing.ts'
import { pages, wordsFor } from './palette.ts'
import { protests } from './protests.ts'
import { parts, publicTexts } from './public.ts'
import { publicRefusals } from './registration.ts'
import { queueParts } from './queue.ts'
import { refereeParts } from './referee.ts'
import { refusals } from './refusals.ts'
import { sheets } from './sheets.ts'
import { timelineParts } from './timeline.ts'

const all: PublicParts & OfficialParts = {
  ...parts,
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
}

const texts = { ...publicTexts, ...steps, ...games, ...refused, ...officialAnswers, ...imports }
const codes = { ...publicRefusals, ...accountRefusals, ...refusals, ...importRefusals }

export default languageOf(all, { texts }, codes)

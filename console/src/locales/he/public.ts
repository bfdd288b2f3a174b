import { answers, gameWords, names } from '../../../../events/messages/he/public.ts'
import { languageOf } from '../language.ts'
import type { PublicParts } from '../parts.ts'
import { isolate, isolated } from '../../../../events/text/isolate.ts'
import { common } from './common.ts'
import { overlayText, totalsText, venue } from './display.ts'
import { door, pickup } from './pickup-and-door.ts'
import {
  pictureWords,
  publicRefusals,
  registration,
  registrationPage,
  waitingText,
} from './registration.ts'
import { replayText } from './replay.ts'
import {
  bracketText,
  matchText,
  publicText,
  sceneText,
  standingsText,
  teamText,
} from './spectate.ts'

export const parts: PublicParts = isolated<PublicParts>({
  ...common,
  door,
  pickup,
  bracketText,
  sceneText,
  standingsText,
  teamText,
  overlayText,
  pictureWords,
  matchText,
  publicText,
  registration,
  registrationPage,
  waitingText,
  replayText,
  totalsText,
  venue,
})

export const publicTexts = { ...names, ...gameWords, ...answers }

export default languageOf(parts, { texts: publicTexts, around: isolate }, publicRefusals)

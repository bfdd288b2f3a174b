import { answers, gameWords, names } from '../../../../events/messages/es/public.ts'
import { languageOf } from '../language.ts'
import type { PublicParts } from '../parts.ts'
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

export const parts: PublicParts = {
  ...common,
  bracketText,
  door,
  pickup,
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
}

export const publicTexts = { ...names, ...gameWords, ...answers }

export default languageOf(parts, { texts: publicTexts }, publicRefusals)

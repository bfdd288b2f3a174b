// Those who press, watch and play: apart from what is measured.
import { serve } from '../children/child.ts'
import { sendEvents, sendSteadily } from './cabinets.ts'
import { aimAt, atMost, atRate } from './commands.ts'
import { endEvening, playOn } from './evening.ts'
import { sayLive, watchEach } from './live-messages.ts'
import { expectFrame, framesCame, watch } from './viewers.ts'

const works = {
  aimAt,
  atRate,
  atMost,
  sendEvents,
  sendSteadily,
  playOn,
  endEvening,
  watch,
  expectFrame,
  framesCame,
  watchEach,
  sayLive,
}
export type Load = typeof works
serve(works)

// Those who press, watch and play: apart from what is measured.
import { serve } from './child.ts'
import { sendEvents, sendSteadily } from './load-cabinets.ts'
import { aimAt, atMost, atRate } from './load-commands.ts'
import { endEvening, playOn } from './load-evening.ts'
import { sayLive, watchEach } from './load-live.ts'
import { expectFrame, framesCame, watch } from './load-viewers.ts'

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

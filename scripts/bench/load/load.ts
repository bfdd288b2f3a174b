// The load generator (presses, viewers, cabinets), separate from the measured processes.
import { serve } from '../children/child.ts'
import { sendEvents, sendSteadily } from './cabinets.ts'
import { aimAt, atMost, atRate } from './commands.ts'
import { endEvening, playOn } from './evening.ts'
import { publishLive, watchEach } from './live-messages.ts'
import {
  expectFrame,
  leave,
  leaveAll,
  reconnect,
  slowTenth,
  waitForFrames,
  watch,
} from './viewers.ts'

const handlers = {
  aimAt,
  atRate,
  atMost,
  sendEvents,
  sendSteadily,
  playOn,
  endEvening,
  watch,
  expectFrame,
  waitForFrames,
  slowTenth,
  reconnect,
  leave,
  leaveAll,
  watchEach,
  publishLive,
}
export type Load = typeof handlers
serve(handlers)

// The load generator (presses, viewers, cabinets), separate from the measured processes.
import { serve } from '../children/child.ts'
import { sendEvents, sendSteadily } from './cabinets.ts'
import { aimAt, atMost, atRate, stopAiming } from './commands.ts'
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

/** Closes the sockets of one measurement before the next. */
function disconnect(): void {
  stopAiming()
  leaveAll()
}

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
  disconnect,
  watchEach,
  publishLive,
}
export type Load = typeof handlers
serve(handlers)

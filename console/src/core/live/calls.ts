import { callsOf } from '#events/view/calls.ts'
import type { Calls } from '#events/view/calls.ts'
import type { Tables } from './rows.ts'

const cache = new WeakMap<Tables, Calls>()

/** How near each match is (R-QU-4), cached per rows object. */
export function callsIn(rows: Tables): Calls {
  const cached = cache.get(rows)
  if (cached) return cached
  const calls = callsOf({
    queues: Object.values(rows.queue),
    timers: Object.values(rows.timer),
    matches: Object.values(rows.match),
  })
  cache.set(rows, calls)
  return calls
}

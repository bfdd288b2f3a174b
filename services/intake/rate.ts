/** A token bucket. `take` always succeeds and returns how long to wait, in milliseconds. */
export type TokenBucket = { take(): number }
export type RateLimit = { perSecond: number; burst: number }

/** Twenty times the rate of a busy cabinet, with a burst for the backlog after an outage. */
export const defaultCabinetRateLimit: RateLimit = { perSecond: 200, burst: 2_000 }

export function openTokenBucket(
  { perSecond, burst }: RateLimit,
  now: () => number = () => performance.now(),
): TokenBucket {
  let level = burst
  let at = now()
  return {
    take() {
      const moment = now()
      level = Math.min(burst, level + ((moment - at) / 1000) * perSecond) - 1
      at = moment
      return level >= 0 ? 0 : (-level / perSecond) * 1000
    },
  }
}

/** A token bucket. Taking never fails: it returns how long to wait. */
export type Rate = { take(): number }
export type RateLimit = { perSecond: number; burst: number }

/** Twenty times what a busy cabinet sends, and room for the backlog of an evening's outage. */
export const cabinetRateLimit: RateLimit = { perSecond: 200, burst: 2_000 }

export function openRate({ perSecond, burst }: RateLimit, now: () => number = Date.now): Rate {
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

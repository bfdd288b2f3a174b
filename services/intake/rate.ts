/** A bucket that fills again at a steady pace. Taking never fails: it says how long to wait. */
export type Rate = { take(): number }
export type Pace = { perSecond: number; burst: number }

/** Twenty times what a busy cabinet sends, and room for the backlog of an evening's outage. */
export const cabinetPace: Pace = { perSecond: 200, burst: 2_000 }

export function openRate({ perSecond, burst }: Pace, now: () => number = Date.now): Rate {
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

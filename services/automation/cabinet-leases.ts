import { clientSilenceMs } from '#events/rules/limits.ts'
import type { CabinetId } from '#events/ids.ts'

/**
 * A cabinet is online as long as an intake keeps reporting that its client is connected. The time
 * since the last report is measured by this process's clock alone (P17).
 */
type Leases = {
  renew(cabinet: CabinetId, nowMs: number): void
  /** starts every lease again, after a time in which no report could arrive */
  restart(): void
  /** the online cabinets whose lease has expired; has to be called every second */
  lapsed(online: Iterable<number>, nowMs: number): number[]
}

export const checkEveryMs = 1_000
/** If a check runs this late, the process itself was stopped and missed the reports. */
const stoppedMs = 3_000

export function openLeases(): Leases {
  const renewedAt = new Map<CabinetId, number>()
  let checkedAt: number | null = null

  return {
    renew: (cabinet, nowMs) => void renewedAt.set(cabinet, nowMs),
    restart: () => renewedAt.clear(),
    lapsed(online, nowMs) {
      if (checkedAt !== null && nowMs - checkedAt > stoppedMs) renewedAt.clear()
      checkedAt = nowMs
      const silent: number[] = []
      for (const cabinet of online) {
        const since = renewedAt.get(cabinet)
        if (since === undefined) renewedAt.set(cabinet, nowMs)
        else if (nowMs - since > clientSilenceMs) silent.push(cabinet)
      }
      return silent
    },
  }
}

import { rest, sendOnce } from '../../core/rest.ts'
import { deviceName } from '../../core/device.ts'
import { currentBuild } from '../../core/connection/chunk-recovery.ts'
import { latency } from '../../core/connection/latency.ts'
import { readUser, useUser } from '../../core/session-user.ts'

/** Sends this device's heartbeat and refreshes its rights. A failed one is not retried. */
export async function sendHeartbeat(clockOffsetMs: number | null, unsent: number): Promise<void> {
  const offset = clockOffsetMs === null ? null : Math.round(clockOffsetMs)
  const health = { battery: await battery(), unsent, latency: latency() }
  const body = { build: currentBuild(), clockOffsetMs: offset, health }
  const write = rest.post('/api/user/device/', {}, body)
  const answer = await sendOnce(write, deviceName()).catch(() => null)
  if (answer?.ok || answer?.status === 401) await refreshUser()
}

type Battery = { level: number }
/** In per cent; null if the browser does not report it. */
async function battery(): Promise<number | null> {
  const device = navigator as { getBattery?: () => Promise<Battery> }
  const status = await device.getBattery?.().catch(() => null)
  return status ? Math.round(status.level * 100) : null
}

/** Reloads the user: an admin may have made this device read-only, moved it, or removed it. */
export async function refreshUser(): Promise<void> {
  const user = await readUser().catch(() => null)
  const isSame = JSON.stringify(useUser.getState()) === JSON.stringify(user)
  if (user && !isSame) useUser.setState(user, true)
}

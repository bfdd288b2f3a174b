import { Failure, initOf, read, rest } from '../../core/rest.ts'
import { deviceName, newId } from '../../core/device.ts'
import { buildHere } from '../../core/chunk-recovery.ts'
import { fetchInTime } from '../../core/fetch-in-time.ts'
import { latency } from '../../core/outbox/latency.ts'
import { useUser } from '../../core/session-user.ts'

/** Says that this device is here, and hears what it may do now. What fails is said a minute later. */
export async function report(clockOffsetMs: number | null, unsent: number): Promise<void> {
  const offset = clockOffsetMs === null ? null : Math.round(clockOffsetMs)
  const health = { battery: await battery(), unsent, latency: latency() }
  const body = { build: buildHere(), clockOffsetMs: offset, health }
  const write = rest.post('/api/user/device/', {}, body)
  const init = initOf(write, newId(), deviceName())
  const answer = await fetchInTime(write.path, init).catch(() => null)
  if (answer?.ok || answer?.status === 401) await freshen()
}

type Battery = { level: number }
/** In per cent; null where the browser does not tell. */
async function battery(): Promise<number | null> {
  const asked = navigator as { getBattery?: () => Promise<Battery> }
  const found = await asked.getBattery?.().catch(() => null)
  return found ? Math.round(found.level * 100) : null
}

/** An admin may have set this device to look only, moved it, or taken it off. */
export async function freshen(): Promise<void> {
  try {
    const person = await read(rest.get('/api/user/me/'))
    const known = useUser.getState()
    const isSame = known.state === 'in' && JSON.stringify(known.person) === JSON.stringify(person)
    if (!isSame) useUser.setState({ state: 'in', person }, true)
  } catch (error) {
    if (error instanceof Failure && error.status === 401) useUser.setState({ state: 'out' }, true)
  }
}

import { Failure, initOf, read, rest } from '../../core/rest.ts'
import { deviceName, newId } from '../../core/device.ts'
import { buildHere } from '../../core/chunk-recovery.ts'
import { useUser } from '../../core/session-user.ts'

/** Says that this device is here, and hears what it may do now. What fails is said a minute later. */
export async function report(clockOffsetMs: number | null): Promise<void> {
  const offset = clockOffsetMs === null ? null : Math.round(clockOffsetMs)
  const write = rest.post('/api/user/device/', {}, { build: buildHere(), clockOffsetMs: offset })
  const init = initOf(write, newId(), deviceName())
  const answer = await fetch(write.path, init).catch(() => null)
  if (answer?.ok || answer?.status === 401) await freshen()
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

import { Failure, read } from '../../core/rest.ts'
import { deviceName, newId } from '../../core/device.ts'
import { buildHere } from '../../core/chunk-recovery.ts'
import type { Person } from '../../core/session-user.ts'
import { useUser } from '../../core/session-user.ts'

/** Says that this device is here, and hears what it may do now. What fails is said a minute later. */
export async function report(clockOffsetMs: number | null): Promise<void> {
  const headers = {
    'Content-Type': 'application/json',
    'Idempotency-Key': newId(),
    'X-Device': deviceName(),
  }
  const offset = clockOffsetMs === null ? null : Math.round(clockOffsetMs)
  const body = JSON.stringify({ build: buildHere(), clockOffsetMs: offset })
  const answer = await fetch('/api/user/device/', { method: 'POST', headers, body }).catch(
    () => null,
  )
  if (answer?.ok || answer?.status === 401) await freshen()
}

/** An admin may have set this device to look only, moved it, or taken it off. */
export async function freshen(): Promise<void> {
  try {
    const person = await read<Person>('/api/user/me/')
    const known = useUser.getState()
    const isSame = known.state === 'in' && JSON.stringify(known.person) === JSON.stringify(person)
    if (!isSame) useUser.setState({ state: 'in', person }, true)
  } catch (error) {
    if (error instanceof Failure && error.status === 401) useUser.setState({ state: 'out' }, true)
  }
}

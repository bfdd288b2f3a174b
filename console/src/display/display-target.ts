import { newId } from '../core/device.ts'
import { fetchInTime } from '../core/fetch-in-time.ts'
import { initOf, rest } from '../core/rest.ts'
import type { Answer } from '../core/rest.ts'

type DisplayTarget = Answer<'/api/tournament/display/wish/'>
export type Role = NonNullable<DisplayTarget['role']>
export type RoleName = Role['name']

const keyName = 'waggle:display'
let made = ''

/** What this display is to show; a server that does not know it gives it a code. */
export async function askDisplayTarget(): Promise<DisplayTarget> {
  const key = ownKey()
  const response = await fetchInTime(rest.get('/api/tournament/display/wish/'), {
    headers: { 'X-Display-Key': key },
  })
  if (response.ok) return (await response.json()) as DisplayTarget
  if (response.status !== 404) throw new Error(`${response.status}`)
  const write = rest.post('/api/tournament/display/', {}, { key })
  const given = await fetchInTime(write.path, initOf(write, newId(), ''))
  if (!given.ok) throw new Error(`${given.status}`)
  return (await given.json()) as DisplayTarget
}

/** Kept by this browser: with it a display is known again after it was switched off. */
function ownKey(): string {
  made ||= `${newId()}-${newId()}`
  try {
    made = localStorage.getItem(keyName) ?? made
    localStorage.setItem(keyName, made)
  } catch {
    // It is known as long as the page is open.
  }
  return made
}

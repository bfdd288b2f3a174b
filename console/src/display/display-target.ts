import { newId } from '../core/device.ts'
import { fetchInTime } from '../core/connection/fetch-in-time.ts'
import { rest, sendOnce } from '../core/rest.ts'
import { keptText } from '../core/storage/storage.ts'
import type { Answer } from '../core/rest.ts'

type DisplayTarget = Answer<'/api/tournament/display/wish/'>
export type DisplayContent = NonNullable<DisplayTarget['role']>
export type ContentName = DisplayContent['name']

const keyName = 'waggle:display'
let displayKey = ''

/** Loads what this display should show. A new display is registered and gets a code. */
export async function loadDisplayTarget(): Promise<DisplayTarget> {
  const { key, isNew } = ownKey()
  if (isNew) return register(key)
  const response = await fetchInTime(rest.get('/api/tournament/display/wish/'), {
    headers: { 'X-Display-Key': key },
  })
  if (response.ok) return (await response.json()) as DisplayTarget
  if (response.status !== 404) throw new Error(`${response.status}`)
  return register(key)
}

async function register(key: string): Promise<DisplayTarget> {
  const registered = await sendOnce(rest.post('/api/tournament/display/', {}, { key }))
  if (!registered.ok) throw new Error(`${registered.status}`)
  return (await registered.json()) as DisplayTarget
}

/** The stored key of this browser, by which the server recognises a display after a restart. */
function ownKey(): { key: string; isNew: boolean } {
  const isFirst = displayKey === ''
  const own = displayKey || `${newId()}-${newId()}`
  displayKey = keptText(keyName, own) ?? own
  return { key: displayKey, isNew: isFirst && displayKey === own }
}

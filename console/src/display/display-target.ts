import { newId } from '../core/device.ts'

export type RoleName = 'queue-board' | 'bracket' | 'now-playing' | 'cabinet' | 'overlay'
export type Role = {
  name: RoleName
  tournament: number
  cabinet: number | null
  stage: number | null
}
export type DisplayTarget = {
  code: string
  name: string
  isClaimed: boolean
  version: number
  role: Role | null
}

const url = '/api/tournament/display/'
const keyName = 'waggle:display'
let made = ''

/** What this display is to show; a server that does not know it gives it a code. */
export async function askDisplayTarget(): Promise<DisplayTarget> {
  const key = ownKey()
  const response = await fetch(`${url}wish/`, { headers: { 'X-Display-Key': key } })
  if (response.ok) return (await response.json()) as DisplayTarget
  if (response.status !== 404) throw new Error(`${response.status}`)
  const headers = { 'Content-Type': 'application/json' }
  const given = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ key }) })
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

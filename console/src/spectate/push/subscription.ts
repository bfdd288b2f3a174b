import { phoneKinds } from '../../../../events/describe/news.ts'
import type { PhoneKind } from '../../../../events/describe/news.ts'
import type { LanguageCode } from '../../../../events/text/languages.ts'
import { fetchInTime } from '../../core/fetch-in-time.ts'
import { readyWorker } from '../../core/offline.ts'
import { languageCode as language } from '../../core/text/locale.ts'
import { read, rest } from '../../core/rest.ts'
import type { Write } from '../../core/rest.ts'

/** The notifications chosen on this device. The server gets only these and the push endpoint. */
export type Choice = { team: number; kinds: PhoneKind[] }
export type StoredChoice = Choice & { page: string; language: LanguageCode }
const prefix = 'waggle:push:'
const key = (tournament: number) => `${prefix}${tournament}`

/** Browsers support push only with https or on localhost, and some only for installed pages. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

export function storedChoice(tournament: number): StoredChoice | null {
  try {
    return JSON.parse(localStorage.getItem(key(tournament)) ?? 'null') as StoredChoice | null
  } catch {
    return null
  }
}

/** Subscribes, or changes the choice. The browser asks for permission the first time. */
export async function subscribe(
  tournament: number,
  choice: Choice & Partial<StoredChoice>,
): Promise<'on' | 'blocked'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  const { pushManager } = await readyWorker()
  const subscription =
    (await pushManager.getSubscription()) ?? (await createSubscription(pushManager))
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  const stored = { page: location.pathname, ...choice, language }
  const body = { subscription: { endpoint, keys: { p256dh, auth } }, ...stored }
  const path = '/api/tournament/tournament/:id/push/'
  await send(rest.put(path, { id: tournament }, body))
  localStorage.setItem(key(tournament), JSON.stringify(stored))
  return 'on'
}

/** After a change of the page's language, notifications are requested in the new one. */
export async function followLanguage(): Promise<void> {
  if (!canPush() || !(await (await readyWorker()).pushManager.getSubscription())) return
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(prefix))) {
    const tournament = Number(name.slice(prefix.length))
    const stored = storedChoice(tournament)
    if (!stored || stored.language === language) continue
    // Cleared until the server has answered, so that the next page tries again after a failure.
    localStorage.setItem(name, JSON.stringify({ ...stored, language: undefined }))
    await subscribe(tournament, stored).catch(() => null)
  }
}

export async function unsubscribe(tournament: number): Promise<void> {
  const { pushManager } = await readyWorker()
  const endpoint = (await pushManager.getSubscription())?.endpoint
  const path = '/api/tournament/tournament/:id/end-push/'
  if (endpoint) await send(rest.put(path, { id: tournament }, { endpoint }))
  localStorage.removeItem(key(tournament))
}

export const allKinds: PhoneKind[] = [...phoneKinds]

async function send(write: Write): Promise<void> {
  const { method, path, body } = write
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetchInTime(path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`status ${response.status}`)
}

async function createSubscription(pushManager: PushManager): Promise<PushSubscription> {
  const { publicKey } = await read(rest.get('/api/tournament/push-key/'))
  if (publicKey === null) throw new Error('this server has no key')
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

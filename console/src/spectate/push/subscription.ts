import { phoneKinds } from '../../../../events/describe/news.ts'
import type { PhoneKind } from '../../../../events/describe/news.ts'
import type { LanguageCode } from '../../../../events/text/languages.ts'
import { fetchInTime } from '../../core/fetch-in-time.ts'
import { readyWorker } from '../../core/offline.ts'
import { languageCode as language } from '../../core/text/locale.ts'
import { read, rest } from '../../core/rest.ts'
import type { Write } from '../../core/rest.ts'

/** What this device is told of a tournament; nothing leaves it but the end point and the choice. */
export type Choice = { team: number; kinds: PhoneKind[] }
export type Told = Choice & { page: string; language: LanguageCode }
const prefix = 'waggle:push:'
const key = (tournament: number) => `${prefix}${tournament}`

/** Browsers push to installed pages, on https and on the server's own machine alone. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

export function toldOf(tournament: number): Told | null {
  try {
    return JSON.parse(localStorage.getItem(key(tournament)) ?? 'null') as Told | null
  } catch {
    return null
  }
}

/** The first press asks the browser's own question; what was chosen later asks nothing more. */
export async function tellMe(
  tournament: number,
  choice: Choice & Partial<Told>,
): Promise<'on' | 'blocked'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  const { pushManager } = await readyWorker()
  const subscription = (await pushManager.getSubscription()) ?? (await subscribed(pushManager))
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  const told = { page: location.pathname, ...choice, language }
  const body = { subscription: { endpoint, keys: { p256dh, auth } }, ...told }
  const path = '/api/tournament/tournament/:id/push/'
  await send(rest.put(path, { id: tournament }, body))
  localStorage.setItem(key(tournament), JSON.stringify(told))
  return 'on'
}

/** After a change of the page's language this device is told in the new one. */
export async function followLanguage(): Promise<void> {
  if (!canPush() || !(await (await readyWorker()).pushManager.getSubscription())) return
  for (const name of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
    const tournament = Number(name.slice(prefix.length))
    const told = toldOf(tournament)
    if (!told || told.language === language) continue
    // Not answered: which one the server has is not known, and the next page tries again.
    localStorage.setItem(name, JSON.stringify({ ...told, language: undefined }))
    await tellMe(tournament, told).catch(() => null)
  }
}

export async function tellNothing(tournament: number): Promise<void> {
  const { pushManager } = await readyWorker()
  const endpoint = (await pushManager.getSubscription())?.endpoint
  const path = '/api/tournament/tournament/:id/end-push/'
  if (endpoint) await send(rest.put(path, { id: tournament }, { endpoint }))
  localStorage.removeItem(key(tournament))
}

export const everything: PhoneKind[] = [...phoneKinds]

async function send(write: Write): Promise<void> {
  const { method, path, body } = write
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetchInTime(path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`status ${response.status}`)
}

async function subscribed(pushManager: PushManager): Promise<PushSubscription> {
  const { publicKey } = await read(rest.get('/api/tournament/push-key/'))
  if (publicKey === null) throw new Error('this server has no key')
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

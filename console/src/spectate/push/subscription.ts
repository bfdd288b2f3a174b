import { phoneKinds } from '#events/describe/notification-kinds.ts'
import type { PhoneKind } from '#events/describe/notification-kinds.ts'
import type { LanguageCode } from '#events/text/languages.ts'
import { readyWorker } from '../../core/connection/offline.ts'
import { storedValue } from '../../core/storage/storage.ts'
import { languageCode as language } from '../../core/text/locale.ts'
import { read, rest, sendOnce } from '../../core/rest.ts'
import type { Write } from '../../core/rest.ts'

/** The notifications chosen on this device. The server gets only these and the push endpoint. */
export type Choice = { team: number; kinds: PhoneKind[] }
type StoredChoice = Choice & { page: string; language: LanguageCode | undefined }
const prefix = 'waggle:push:'
const key = (tournament: number) => `${prefix}${tournament}`

/** Browsers support push only with https or on localhost, and some only for installed pages. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

export function storedChoice(tournament: number): StoredChoice | null {
  return storedValue(key(tournament)) as StoredChoice | null
}

/**
 * Subscribes, or changes the choice. The browser asks for permission the first time. A changed
 * choice is stored without a language until the server has answered: the next page sends it again.
 */
export async function subscribe(
  tournament: number,
  choice: Choice & Partial<StoredChoice>,
): Promise<'on' | 'blocked'> {
  const { permission } = Notification
  if (permission !== 'granted' && (await Notification.requestPermission()) !== 'granted')
    return 'blocked'
  const wanted = { page: location.pathname, ...choice, language }
  const before = storedChoice(tournament)
  if (before) store(tournament, { ...wanted, language: undefined })
  let isLeaving = false
  const leave = () => {
    isLeaving = true
  }
  addEventListener('pagehide', leave)
  try {
    await inTurn(async () => {
      const body = { subscription: await currentSubscription(), ...wanted }
      await send(rest.put('/api/tournament/tournament/:id/push/', { id: tournament }, body))
    })
    store(tournament, wanted)
  } catch (error) {
    // The screen shows the earlier choice again, and the server may have received the other.
    if (before && !isLeaving) store(tournament, { ...before, language: undefined })
    throw error
  } finally {
    removeEventListener('pagehide', leave)
  }
  return 'on'
}

/** After a change of the page's language, notifications are requested in the new one. */
export async function followLanguage(): Promise<void> {
  if (!canPush() || !(await (await readyWorker()).pushManager.getSubscription())) return
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(prefix))) {
    const tournament = Number(name.slice(prefix.length))
    const stored = storedChoice(tournament)
    if (!stored || stored.language === language) continue
    await subscribe(tournament, stored).catch(() => null)
  }
}

export async function unsubscribe(tournament: number): Promise<void> {
  const { pushManager } = await readyWorker()
  const endpoint = (await pushManager.getSubscription())?.endpoint
  const path = '/api/tournament/tournament/:id/end-push/'
  if (endpoint) await inTurn(() => send(rest.put(path, { id: tournament }, { endpoint })))
  store(tournament, null)
}

function store(tournament: number, choice: StoredChoice | null): void {
  if (choice) localStorage.setItem(key(tournament), JSON.stringify(choice))
  else localStorage.removeItem(key(tournament))
}

export const allKinds: PhoneKind[] = [...phoneKinds]

let lastSent: Promise<unknown> = Promise.resolve()

/** The last tap must be the last that the server receives. */
function inTurn(action: () => Promise<void>): Promise<void> {
  const done = lastSent.then(action)
  lastSent = done.catch(() => {})
  return done
}

async function send(write: Write): Promise<void> {
  const response = await sendOnce(write)
  if (!response.ok) throw new Error(`status ${response.status}`)
}

async function currentSubscription() {
  const { pushManager } = await readyWorker()
  const subscription =
    (await pushManager.getSubscription()) ?? (await createSubscription(pushManager))
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  return { endpoint, keys: { p256dh, auth } }
}

async function createSubscription(pushManager: PushManager): Promise<PushSubscription> {
  const { publicKey } = await read(rest.get('/api/tournament/push-key/'))
  if (publicKey === null) throw new Error('this server has no key')
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

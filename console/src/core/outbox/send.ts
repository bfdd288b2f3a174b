import { deviceName } from '../device.ts'
import type { Write } from '../rest.ts'
import { languageCode } from '../text/locale.ts'
import { attemptBy } from './attempt.ts'
import { wallClock } from './clock.ts'
import { deliver } from './deliver.ts'
import type { Answered, Delivery } from './deliver.ts'
import { useUnsent as unsent } from './unsent.ts'
import type { Unsent } from './unsent.ts'

const left = new Set<string>()
const ongoing = new Set<Delivery>()

/** The one way for what a form holds; presses go by the outbox of their tournament. */
export async function send(write: Write, id: string): Promise<Answered | null> {
  const at = Date.now()
  const delivery = deliver(write, id, {
    attempt: attemptBy(fetchInLanguage, deviceName()),
    clock: wallClock,
    random: Math.random,
    changed(state, number) {
      if (state === 'sending') return
      const { retry, drop } = delivery
      put(id, { id, at, state, number, isLeft: left.has(id), retry, drop })
    },
  })
  ongoing.add(delivery)
  addEventListener('beforeunload', warn)
  const answered = await delivery.answered
  ongoing.delete(delivery)
  left.delete(id)
  put(id, null)
  return answered
}

/** Mails that come of it are in the language of this page. */
const fetchInLanguage: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('Accept-Language', languageCode)
  return fetch(input, { ...init, headers })
}

/** Its form is taken off the screen: it is shown beside whatever comes next. */
export function leaveToPage(id: string | undefined): void {
  if (id === undefined) return
  left.add(id)
  unsent.setState((all) => all.map((one) => (one.id === id ? { ...one, isLeft: true } : one)), true)
}

function put(id: string, next: Unsent | null): void {
  const isThere = unsent.getState().some((one) => one.id === id)
  if (!isThere && !next) return
  const others = unsent.getState().filter((one) => one.id !== id)
  unsent.setState(next ? [...others, next] : others, true)
}

function warn(event: BeforeUnloadEvent): void {
  if (ongoing.size > 0) event.preventDefault()
}

globalThis.addEventListener?.('online', () => ongoing.forEach((delivery) => delivery.wake()))

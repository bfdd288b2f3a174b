import { deviceName } from '../device.ts'
import type { Write } from '../rest.ts'
import { languageCode } from '../text/locale.ts'
import { attemptBy } from '../outbox/attempt.ts'
import { wallClock } from '../time/clock.ts'
import { deliver } from './deliver.ts'
import type { ServerAnswer, RetriedRequest } from './deliver.ts'
import { useUnsent as unsent } from './unsent.ts'
import type { Unsent } from './unsent.ts'

/** Ids of writes whose form was closed before they were answered. */
const leftIds = new Set<string>()
const deliveries = new Set<RetriedRequest>()

/** Sends the write of a form. Presses go through the outbox of their tournament instead. */
export async function send(write: Write, id: string): Promise<ServerAnswer | null> {
  const at = Date.now()
  const delivery = deliver(write, id, {
    attempt: attemptBy(fetchInLanguage, deviceName()),
    clock: wallClock,
    random: Math.random,
    changed(state, number) {
      if (state === 'sending') return
      const { retry, drop } = delivery
      setUnsent(id, { id, at, state, number, isLeft: leftIds.has(id), retry, drop })
    },
  })
  deliveries.add(delivery)
  addEventListener('beforeunload', onBeforeUnload)
  const answer = await delivery.answered
  deliveries.delete(delivery)
  leftIds.delete(id)
  setUnsent(id, null)
  return answer
}

/** Adds the page's language, in which the server writes mails that result from the request. */
const fetchInLanguage: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('Accept-Language', languageCode)
  return fetch(input, { ...init, headers })
}

/** Called when the form of an unsent write is closed: the page then shows the write instead. */
export function leaveToPage(id: string | undefined): void {
  if (id === undefined) return
  leftIds.add(id)
  unsent.setState(
    (all) => all.map((entry) => (entry.id === id ? { ...entry, isLeft: true } : entry)),
    true,
  )
}

function setUnsent(id: string, next: Unsent | null): void {
  const isListed = unsent.getState().some((entry) => entry.id === id)
  if (!isListed && !next) return
  const others = unsent.getState().filter((entry) => entry.id !== id)
  unsent.setState(next ? [...others, next] : others, true)
}

function onBeforeUnload(event: BeforeUnloadEvent): void {
  if (deliveries.size > 0) event.preventDefault()
}

globalThis.addEventListener?.('online', () => deliveries.forEach((delivery) => delivery.retryNow()))

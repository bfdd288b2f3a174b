import { deviceName } from '../device.ts'
import type { Write } from '../rest.ts'
import { languageCode } from '../text/locale.ts'
import { wallClock } from '../time/clock.ts'
import { attemptBy } from './attempt.ts'
import type { ServerAnswer } from './attempt.ts'
import { newSender } from './sender.ts'
import type { SenderPorts } from './sender.ts'
import { useUnsent as unsent } from './unsent.ts'
import type { Unsent } from './unsent.ts'
import { staleMs, transitions } from './write-machine.ts'

/**
 * Sends the write of a form; presses go through `core/presses` instead. Until the
 * server answers it is in `useUnsent`. After a minute it is retried only when a person wants it
 * (ux 20). Resolves to null if it was dropped.
 */
export function send(
  write: Write,
  id: string,
  ports: SenderPorts = browserPorts(),
): Promise<ServerAnswer | null> {
  const { promise, resolve } = Promise.withResolvers<ServerAnswer | null>()
  const at = ports.clock.now()
  let requestedAt = at
  const sender = newSender(write, id, {
    ...ports,
    isOld: () => ports.clock.now() - requestedAt > staleMs,
    signal(signal, number) {
      if (signal === 'ask') sender.stop()
      change(id, ({ state }) => ({ state: transitions[state][signal], isOverdue: true, number }))
    },
    answered: end,
  })
  function end(answer: ServerAnswer | null): void {
    sender.stop()
    unsent.setState((all) => all.filter((entry) => entry.id !== id), true)
    resolve(answer)
  }
  function retry(): void {
    requestedAt = ports.clock.now()
    change(id, ({ state }) => ({ state: transitions[state].retry }))
    sender.stop()
    sender.sendNow()
  }
  const { sendNow } = sender
  const entry: Unsent = { id, at, state: 'sending', retry, drop: () => end(null), sendNow }
  unsent.setState((all) => [...all, entry], true)
  sendNow()
  return promise
}

function browserPorts(): SenderPorts {
  globalThis.addEventListener('beforeunload', onBeforeUnload)
  const attempt = attemptBy(fetchInLanguage, deviceName())
  return { attempt, clock: wallClock, random: Math.random }
}

/** Adds the page's language, in which the server writes mails that result from the request. */
const fetchInLanguage: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('Accept-Language', languageCode)
  return fetch(input, { ...init, headers })
}

/** Called when the form of an unsent write is closed: the page then shows the write instead. */
export function leaveToPage(id: string | undefined): void {
  change(id, () => ({ isLeft: true }))
}

function change(id: string | undefined, part: (entry: Unsent) => Partial<Unsent>): void {
  unsent.setState(
    (all) => all.map((entry) => (entry.id === id ? { ...entry, ...part(entry) } : entry)),
    true,
  )
}

function onBeforeUnload(event: BeforeUnloadEvent): void {
  if (unsent.getState().length > 0) event.preventDefault()
}

globalThis.addEventListener?.('online', () => unsent.getState().forEach((each) => each.sendNow()))

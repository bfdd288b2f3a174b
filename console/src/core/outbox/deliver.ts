import type { Write } from '../rest.ts'
import type { Attempt, Attempted } from './attempt.ts'
import type { Clock } from './clock.ts'
import { backoffMs } from './connection-health.ts'

/**
 * `sending` on its way · `late` not answered for 3 s · `offline` sent again by itself · `asking` too
 * old for that: a person has to say so.
 */
export type DeliveryState = 'sending' | 'late' | 'offline' | 'asking'
export type Delivery = {
  /** what the server said; null: it was given up */
  answered: Promise<Answered | null>
  retry: () => void
  drop: () => void
  /** the network may be back */
  wake: () => void
}
export type Answered = Extract<Attempted, { kind: 'answered' }>
type Ports = {
  attempt: Attempt
  clock: Clock
  random: () => number
  /** `number`: of the last request that the server could not answer */
  changed: (state: DeliveryState, number: string | undefined) => void
}

export const lateMs = 3_000
export const staleMs = 60_000
const giveUpMs = 10_000
/** uploading a picture takes so long on a slow connection */
const bytesAMs = 20

/**
 * What a form holds, until the server has answered: each time under the same id, so that it has no
 * second effect (P2). After a minute it is not sent unasked any more (ux 20).
 */
export function deliver(write: Write, id: string, ports: Ports): Delivery {
  const { attempt, clock, random, changed } = ports
  const timeoutMs = giveUpMs + JSON.stringify(write.body ?? '').length / bytesAMs
  let insistedAt = clock.now()
  let failures = 0
  let state: DeliveryState = 'sending'
  let under: AbortController | null = null
  let number: string | undefined
  let cancel = () => {}
  let answer: (answered: Answered | null) => void
  const answered = new Promise<Answered | null>((resolve) => (answer = resolve))

  function put(next: DeliveryState): void {
    if (next !== state) changed((state = next), number)
  }
  function end(reply: Answered | null): void {
    stop()
    answer(reply)
  }
  function stop(): void {
    cancel()
    const was = under
    under = null
    was?.abort()
  }
  async function send(): Promise<void> {
    stop()
    const mine = (under = new AbortController())
    const timers = [
      clock.after(lateMs, () => state === 'sending' && put('late')),
      clock.after(timeoutMs, () => again(backoffMs(failures++, random))),
    ]
    cancel = () => timers.forEach((end) => end())
    const reply = await attempt(write, id, mine.signal).catch(() => null)
    if (under !== mine) return
    if (reply?.kind === 'answered') return end(reply)
    number = reply?.number
    again(reply?.afterMs ?? backoffMs(failures++, random))
  }
  function again(ms: number): void {
    stop()
    if (clock.now() - insistedAt > staleMs) return put('asking')
    put('offline')
    cancel = clock.after(ms, () => void send())
  }
  void send()
  return {
    answered,
    retry() {
      insistedAt = clock.now()
      failures = 0
      put('late')
      void send()
    },
    drop: () => end(null),
    wake: () => state === 'offline' && !under && void send(),
  }
}

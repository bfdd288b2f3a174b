import type { Write } from '../rest.ts'
import { lateMs, staleMs } from '../outbox/attempt.ts'
import type { Attempt, AttemptResult } from '../outbox/attempt.ts'
import type { Clock } from '../time/clock.ts'
import { backoffMs } from '../connection/connection-health.ts'

/**
 * - `sending`: the request is in progress
 * - `late`: not answered for 3 s
 * - `offline`: retried automatically
 * - `asking`: too old for automatic retries; a person has to confirm it
 */
export type DeliveryState = 'sending' | 'late' | 'offline' | 'asking'
export type RetriedRequest = {
  /** the server's answer; null if the delivery was dropped */
  answered: Promise<ServerAnswer | null>
  retry: () => void
  drop: () => void
  /** the network may be back */
  retryNow: () => void
}
export type ServerAnswer = Extract<AttemptResult, { kind: 'answered' }>
type Ports = {
  attempt: Attempt
  clock: Clock
  random: () => number
  /** `number`: the request number of the last server error, if there was one */
  changed: (state: DeliveryState, number: string | undefined) => void
}

const baseTimeoutMs = 10_000
/** a slow upload, so that a picture does not time out */
const bytesPerMs = 20

/**
 * Sends the content of a form until the server answers, always with the same idempotency key, so
 * that it has no second effect (P2). After a minute it is no longer retried automatically (ux 20).
 */
export function deliver(write: Write, id: string, ports: Ports): RetriedRequest {
  const { attempt, clock, random, changed } = ports
  const timeoutMs = baseTimeoutMs + JSON.stringify(write.body ?? '').length / bytesPerMs
  /** when a person last asked to send it */
  let requestedAt = clock.now()
  let failures = 0
  let state: DeliveryState = 'sending'
  let current: AbortController | null = null
  let number: string | undefined
  let cancelTimers = () => {}
  let resolveAnswer: (answer: ServerAnswer | null) => void
  const answered = new Promise<ServerAnswer | null>((resolve) => (resolveAnswer = resolve))

  function setState(next: DeliveryState): void {
    if (next !== state) changed((state = next), number)
  }
  function end(reply: ServerAnswer | null): void {
    stop()
    resolveAnswer(reply)
  }
  function stop(): void {
    cancelTimers()
    const previous = current
    current = null
    previous?.abort()
  }
  async function send(): Promise<void> {
    stop()
    const controller = (current = new AbortController())
    const cancels = [
      clock.after(lateMs, () => state === 'sending' && setState('late')),
      clock.after(timeoutMs, () => retryIn(backoffMs(failures++, random))),
    ]
    cancelTimers = () => cancels.forEach((cancel) => cancel())
    const reply = await attempt(write, id, controller.signal).catch(() => null)
    if (current !== controller) return
    if (reply?.kind === 'answered') return end(reply)
    number = reply?.number
    retryIn(reply?.afterMs ?? backoffMs(failures++, random))
  }
  function retryIn(ms: number): void {
    stop()
    if (clock.now() - requestedAt > staleMs) return setState('asking')
    setState('offline')
    cancelTimers = clock.after(ms, () => void send())
  }
  void send()
  return {
    answered,
    retry() {
      requestedAt = clock.now()
      failures = 0
      setState('late')
      void send()
    },
    drop: () => end(null),
    retryNow: () => state === 'offline' && !current && void send(),
  }
}

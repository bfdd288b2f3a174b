import type { Write } from '../rest.ts'
import type { Clock } from '../time/clock.ts'
import { backoffMs } from '../connection/connection-health.ts'
import type { Attempt, ServerAnswer } from './attempt.ts'
import { lateMs, staleMs } from './write-machine.ts'
import type { Signal } from './write-machine.ts'

export type SenderPorts = { attempt: Attempt; clock: Clock; random: () => number }
type Owner = SenderPorts & {
  /** whether a person has to decide before the next attempt; `ask` is then signalled */
  isOld: () => boolean
  /** `number`: the request number of the last server error */
  signal: (signal: Signal, number: string | undefined) => void
  answered: (answer: ServerAnswer) => void
}
export type Sender = {
  id: string
  /** sends unless an attempt is in progress or a busy server has asked for more time */
  sendNow: () => void
  /** ends the attempt and all retries; `sendNow` begins again */
  stop: () => void
}

const baseTimeoutMs = 10_000
/** a slow upload, so that a picture does not time out */
const bytesPerMs = 20

/**
 * Attempts one write until the server answers, always with the same idempotency key (P2), and
 * signals to the owner of its state what happens (`write-machine.ts`).
 */
export function newSender(write: Write, id: string, owner: Owner): Sender {
  const { attempt, clock, random, isOld, signal, answered } = owner
  const timeoutMs = baseTimeoutMs + JSON.stringify(write.body ?? '').length / bytesPerMs
  let current: AbortController | null = null
  let [failures, busyUntil] = [0, 0]
  let number: string | undefined
  let cancelTimer = () => {}
  let cancelSlow: (() => void) | undefined

  function endAttempt(): void {
    cancelTimer()
    const previous = current
    current = null
    previous?.abort()
  }
  function stop(): void {
    endAttempt()
    cancelSlow?.()
    cancelSlow = undefined
    failures = busyUntil = 0
  }
  function retryIn(ms: number, why: Signal): void {
    endAttempt()
    cancelTimer = clock.after(ms, () => void send())
    signal(why, number)
  }
  async function send(): Promise<void> {
    if (isOld()) return retryIn(staleMs, 'ask')
    cancelSlow ??= clock.after(lateMs, () => signal('slow', number))
    cancelTimer()
    cancelTimer = clock.after(timeoutMs, lost)
    const controller = (current = new AbortController())
    const reply = await attempt(write, id, controller.signal).catch(() => null)
    if (current !== controller) return
    number = reply?.kind === 'busy' ? reply.number : undefined
    if (!reply) return lost()
    if (reply.kind === 'answered') {
      stop()
      return answered(reply)
    }
    failures = 0
    busyUntil = clock.now() + reply.afterMs
    retryIn(reply.afterMs, 'busy')
  }
  const lost = () => retryIn(backoffMs(failures++, random), 'lost')
  function sendNow(): void {
    if (!current && clock.now() >= busyUntil) void send()
  }
  return { id, sendNow, stop }
}

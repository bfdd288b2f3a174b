import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { NoRespondersError } from '@nats-io/transport-node'
import type { Bus } from './bus.ts'

/** What one process at a time does, for each pair of streams. */
type Role = 'projector' | 'referee'
type Work = (pair: number, signal: AbortSignal) => Promise<void>
type Options = {
  bus: Pick<Bus, 'answer' | 'ask' | 'connected' | 'publish'>
  role: Role
  pairs: number
  signal: AbortSignal
  everyMs?: number
}
/** `isLeader`: it leads this pair as well, and asks nothing */
type Asked = { by: string; leads: number; isLeader?: boolean }
type Answered = { by: string; gives: boolean }

const usualMs = 500
/** Who leads and does not answer so often has died with its machine, or is frozen. */
const patience = 3

/**
 * Does the work of each pair that no other process of this role does, and takes over within seconds when
 * that one is gone. It saves work and is no lock: what two do at once for a moment is fenced elsewhere.
 * A process that leads two pairs more than one that asks gives one of them away.
 */
export async function lead(options: Options, work: Work): Promise<void> {
  const { bus, role, pairs, signal, everyMs = usualMs } = options
  const self = randomUUID()
  const led = new Set<number>()
  let gaveAt = -Infinity
  /** One pair after another: who asks does not know yet what it was given. */
  const mayGive = (leads: number) =>
    led.size - leads >= 2 && performance.now() - gaveAt > everyMs * patience

  async function leadOne(pair: number): Promise<void> {
    const giving = new AbortController()
    const answer = async (message: unknown): Promise<Answered> => {
      const { by, leads, isLeader = false } = message as Asked
      // Of two who began at once one goes on.
      const gives = by !== self && (isLeader ? by < self : mayGive(leads))
      if (gives) {
        gaveAt = performance.now()
        led.delete(pair)
        giving.abort()
      }
      return { by: self, gives }
    }
    led.add(pair)
    const subject = subjectOf(role, pair)
    const end = bus.answer(subject, answer)
    const said = { by: self, leads: led.size, isLeader: true }
    const timer = setInterval(() => bus.publish(subject, said), everyMs * patience)
    timer.unref()
    try {
      await work(pair, AbortSignal.any([signal, giving.signal]))
    } finally {
      led.delete(pair)
      clearInterval(timer)
      end()
    }
  }

  async function watch(pair: number): Promise<void> {
    let missed = 0
    while (!signal.aborted) {
      const said = await ask(bus, subjectOf(role, pair), { by: self, leads: led.size }, everyMs)
      missed = said === 'silent' ? missed + 1 : 0
      if (said === 'nobody' || said === 'given' || missed >= patience) {
        missed = 0
        await leadOne(pair)
        // Whom it was given to has to be there before this asks again.
        await pause(everyMs * patience, signal)
      } else if (said === 'led') await pause(everyMs, signal)
    }
  }

  await Promise.all(Array.from({ length: pairs }, (_, pair) => watch(pair)))
}

function subjectOf(role: Role, pair: number) {
  return `lead.${role}.${pair}` as const
}

async function ask(
  bus: Options['bus'],
  subject: ReturnType<typeof subjectOf>,
  asked: Asked,
  timeoutMs: number,
): Promise<'led' | 'given' | 'nobody' | 'silent'> {
  try {
    const { gives } = (await bus.ask(subject, asked, timeoutMs)) as Answered
    return gives ? 'given' : 'led'
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (isNobody(cause)) return 'nobody'
    // While it is cut off nobody is heard by it.
    if (!bus.connected()) await sleep(timeoutMs)
    return bus.connected() ? 'silent' : 'led'
  }
}

function isNobody(cause: unknown): boolean {
  if (cause instanceof NoRespondersError) return true
  return cause instanceof Error && cause.cause instanceof NoRespondersError
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}

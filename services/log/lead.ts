import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { NoRespondersError } from '@nats-io/transport-node'
import type { Bus } from './bus.ts'
import { pause } from './pause.ts'

/** The work that only one process at a time does for each pair of streams. */
type Role = 'projector' | 'referee'
type Work = (pair: number, signal: AbortSignal) => Promise<void>
type Options = {
  bus: Pick<Bus, 'answer' | 'ask' | 'connected' | 'publish'>
  role: Role
  pairs: number
  signal: AbortSignal
  everyMs?: number
}
/** `isLeader`: the sender leads this pair too; the message is an announcement without an answer */
type LeadRequest = { by: string; leads: number; isLeader?: boolean }
type LeadAnswer = { by: string; gives: boolean }

const defaultEveryMs = 500
/** A leader that misses this many requests is considered dead or frozen. */
const maxMissed = 3

/**
 * Does the work of each pair that no other process of this role does, and takes over within seconds
 * when that process is gone. It saves work but is not a lock: two leaders may overlap for a moment,
 * and their writes are fenced elsewhere. A process that leads two pairs more than a requester hands
 * one over.
 */
export async function lead(options: Options, work: Work): Promise<void> {
  const { bus, role, pairs, signal, everyMs = defaultEveryMs } = options
  const self = randomUUID()
  const led = new Set<number>()
  let gaveAt = -Infinity
  /** After a handover it waits, because the requester does not count the new pair yet. */
  const mayGive = (leads: number) =>
    led.size - leads >= 2 && performance.now() - gaveAt > everyMs * maxMissed

  async function leadOne(pair: number): Promise<void> {
    const handover = new AbortController()
    const answer = async (message: unknown): Promise<LeadAnswer> => {
      const { by, leads, isLeader = false } = message as LeadRequest
      // If two processes began to lead at once, the one with the smaller id continues.
      const gives = by !== self && (isLeader ? by < self : mayGive(leads))
      if (gives) {
        gaveAt = performance.now()
        led.delete(pair)
        handover.abort()
      }
      return { by: self, gives }
    }
    led.add(pair)
    const subject = subjectOf(role, pair)
    const stopAnswering = bus.answer(subject, answer)
    const announcement = { by: self, leads: led.size, isLeader: true }
    const timer = setInterval(() => bus.publish(subject, announcement), everyMs * maxMissed)
    timer.unref()
    try {
      await work(pair, AbortSignal.any([signal, handover.signal]))
    } finally {
      led.delete(pair)
      clearInterval(timer)
      stopAnswering()
    }
  }

  async function watch(pair: number): Promise<void> {
    let missed = 0
    while (!signal.aborted) {
      const state = await ask(bus, subjectOf(role, pair), { by: self, leads: led.size }, everyMs)
      missed = state === 'silent' ? missed + 1 : 0
      if (state === 'nobody' || state === 'given' || missed >= maxMissed) {
        missed = 0
        await leadOne(pair)
        // After a handover the new leader needs time to begin before this process asks again.
        await pause(everyMs * maxMissed, signal)
      } else if (state === 'led') await pause(everyMs, signal)
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
  request: LeadRequest,
  timeoutMs: number,
): Promise<'led' | 'given' | 'nobody' | 'silent'> {
  try {
    const { gives } = (await bus.ask(subject, request, timeoutMs)) as LeadAnswer
    return gives ? 'given' : 'led'
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (isNobody(cause)) return 'nobody'
    // While this process is disconnected, silence says nothing about the leader.
    if (!bus.connected()) await sleep(timeoutMs)
    return bus.connected() ? 'silent' : 'led'
  }
}

function isNobody(cause: unknown): boolean {
  if (cause instanceof NoRespondersError) return true
  return cause instanceof Error && cause.cause instanceof NoRespondersError
}

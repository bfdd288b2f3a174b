// Events that are not acknowledged yet, and the acknowledgement times of the others.
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'

export type CabinetName = { sceneName: string; cabinetName: string; token: string }

type Message = { text: string; firstMs: number; lastMs: number }
export type Stats = {
  sent: number
  resent: number
  acknowledged: number
  refused: number
  connects: number
  unacknowledged: number
  /** time from the first send to the acknowledgement, of the latest events */
  ackMs: number[]
}
export type PendingEvents = ReturnType<typeof newPendingEvents>

const maxTimes = 10_000

export function newPendingEvents(cabinet: CabinetName) {
  const waiting = new Map<string, Message>()
  const counts = { sent: 0, resent: 0, acknowledged: 0, refused: 0, connects: 0 }
  const ackMs: number[] = []
  let idlers: (() => void)[] = []

  function add(event: CabinetEvent): Message {
    const message = { text: JSON.stringify({ ...event, cabinet }), firstMs: 0, lastMs: 0 }
    waiting.set(event.eventID, message)
    counts.sent += 1
    return message
  }

  function sent(message: Message) {
    if (message.lastMs > 0) counts.resent += 1
    message.lastMs = performance.now()
    message.firstMs ||= message.lastMs
  }

  function overdue(ms: number): Message[] {
    const due = performance.now() - ms
    return all().filter((message) => message.lastMs > 0 && message.lastMs < due)
  }

  function all(): Message[] {
    return [...waiting.values()]
  }

  function acknowledge(eventID: string) {
    const message = waiting.get(eventID)
    if (!message) return
    waiting.delete(eventID)
    counts.acknowledged += 1
    ackMs.push(performance.now() - message.firstMs)
    if (ackMs.length > maxTimes) ackMs.splice(0, maxTimes / 2)
    if (waiting.size > 0) return
    for (const resolve of idlers) resolve()
    idlers = []
  }

  async function idle(): Promise<void> {
    if (waiting.size > 0) await new Promise<void>((resolve) => idlers.push(resolve))
  }

  function stats(): Stats {
    return { ...counts, unacknowledged: waiting.size, ackMs }
  }

  return { add, sent, overdue, all, acknowledge, idle, stats, counts }
}

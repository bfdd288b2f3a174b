import { randomUUID } from 'node:crypto'
import type { CabinetEvent } from '../../events/cabinet.ts'
import type { Log } from '../log/index.ts'

/**
 * Which cabinets have a client here. Coming and going are facts like any other. Who is online is
 * noted before it is said, so that an intake that died says on its next start who did not return.
 */
export type Presence = {
  /** resolves when it is among the cabinet's facts, before the client's first event */
  arrived(cabinet: number): Promise<void>
  left(cabinet: number): void
  start(): Promise<void>
  settled(): Promise<void>
  stop(): void
}
type Options = {
  /** differs between intakes that run at once, stays over restarts */
  name: string
  log: Pick<Log, 'notes' | 'publish' | 'subscribe'>
  say(cabinet: number, event: CabinetEvent, stored?: () => void): void
  comeBackMs?: number
  failed?(error: unknown): void
}

const leftSubject = 'intake.left'

export function openPresence(options: Options): Presence {
  const { name, log, say, comeBackMs = 10_000, failed } = options
  const sockets = new Map<number, number>()
  /** online before this intake began; they have some time to come back */
  const awaited = new Set<number>()
  const said = new Set<number>()
  const key = `intake.${name}`
  const self = randomUUID()
  let noted = ''
  let turn = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const isHere = (cabinet: number) => sockets.has(cabinet) || awaited.has(cabinet)

  async function note(): Promise<void> {
    const online = [...new Set([...sockets.keys(), ...awaited, ...said])].toSorted((a, b) => a - b)
    if (noted === online.join()) return
    try {
      await log.notes.put(key, online)
      noted = online.join()
    } catch (error) {
      failed?.(error)
    }
  }

  async function settle(): Promise<void> {
    await note()
    for (const cabinet of sockets.keys()) {
      if (said.has(cabinet)) continue
      said.add(cabinet)
      say(cabinet, presenceEvent('clientOnline'))
    }
    for (const cabinet of said) {
      if (isHere(cabinet)) continue
      said.delete(cabinet)
      const left = () => log.publish(leftSubject, { cabinet, intake: self })
      say(cabinet, presenceEvent('clientOffline'), left)
    }
    await note()
  }

  function next(): Promise<void> {
    turn = turn.then(settle).catch((error) => failed?.(error))
    return turn
  }

  // A client that went over to another intake is not away, whichever of the two spoke last.
  const unsubscribe = log.subscribe(leftSubject, (message) => {
    const { cabinet, intake } = message as { cabinet: number; intake: string }
    if (intake !== self && sockets.has(cabinet)) say(cabinet, presenceEvent('clientOnline'))
  })

  return {
    async arrived(cabinet) {
      sockets.set(cabinet, (sockets.get(cabinet) ?? 0) + 1)
      awaited.delete(cabinet)
      if (!said.has(cabinet)) await next()
    },
    left(cabinet) {
      const count = (sockets.get(cabinet) ?? 0) - 1
      if (count > 0) return void sockets.set(cabinet, count)
      sockets.delete(cabinet)
      void next()
    },
    async start() {
      const before = await log.notes.get(key)
      for (const cabinet of Array.isArray(before) ? before : []) {
        if (!sockets.has(cabinet)) awaited.add(cabinet)
        said.add(cabinet)
      }
      timer = setTimeout(() => {
        awaited.clear()
        void next()
      }, comeBackMs)
      timer.unref()
    },
    settled: next,
    stop() {
      clearTimeout(timer)
      unsubscribe()
    },
  }
}

function presenceEvent(type: 'clientOnline' | 'clientOffline'): CabinetEvent {
  const time = new Date().toISOString()
  return { gameID: null, eventID: randomUUID(), time, type, values: [] }
}

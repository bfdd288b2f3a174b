import type { LiveCabinet } from '#events/view/frames.ts'
import type { Log } from '../log/index.ts'
import type { GameMessage } from './games.ts'
import type { SignInMessage } from './sign-ins.ts'
import type { CabinetId } from '#events/ids.ts'

const everyMs = 100

/** Publishes live cabinets on core NATS: only the latest state, at most ten times a second each. */
export function openLiveCabinets(log: Log) {
  const lastAt = new Map<CabinetId, number>()
  const waiting = new Map<CabinetId, LiveCabinet>()

  function publish(cabinet: LiveCabinet): void {
    lastAt.set(cabinet.id, performance.now())
    log.publish(`live.${cabinet.id}`, cabinet)
  }

  function publishLater(id: CabinetId, inMs: number): void {
    const timer = setTimeout(() => {
      const latest = waiting.get(id)
      waiting.delete(id)
      if (latest) publish(latest)
    }, inMs)
    timer.unref()
  }

  return (live: LiveCabinet[], messages: (GameMessage | SignInMessage)[]): void => {
    for (const cabinet of live) {
      const since = performance.now() - (lastAt.get(cabinet.id) ?? -Infinity)
      const isWaiting = waiting.has(cabinet.id)
      if (since >= everyMs && !isWaiting) {
        publish(cabinet)
        continue
      }
      waiting.set(cabinet.id, cabinet)
      if (!isWaiting) publishLater(cabinet.id, Math.max(0, everyMs - since))
    }
    for (const message of messages) {
      const subject = 'gameId' in message ? 'game' : 'signin'
      log.publish(`${subject}.${message.cabinet}`, message)
    }
  }
}

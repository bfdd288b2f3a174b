import type { LiveCabinet } from '../../events/view/frames.ts'
import type { Log } from '../log/index.ts'
import type { GameNews } from './games.ts'
import type { SignInNews } from './sign-ins.ts'
import type { CabinetId } from '../../events/ids.ts'

const everyMs = 100

/** Live cabinets on core NATS: the latest only, at most ten times a second each. */
export function openLiveCabinets(log: Log) {
  const lastAt = new Map<CabinetId, number>()
  const waiting = new Map<CabinetId, LiveCabinet>()

  function say(cabinet: LiveCabinet): void {
    lastAt.set(cabinet.id, Date.now())
    log.publish(`live.${cabinet.id}`, cabinet)
  }

  function later(id: CabinetId, inMs: number): void {
    const timer = setTimeout(() => {
      const latest = waiting.get(id)
      waiting.delete(id)
      if (latest) say(latest)
    }, inMs)
    timer.unref()
  }

  return (live: LiveCabinet[], news: (GameNews | SignInNews)[]): void => {
    for (const cabinet of live) {
      const since = Date.now() - (lastAt.get(cabinet.id) ?? 0)
      const isWaiting = waiting.has(cabinet.id)
      if (since >= everyMs && !isWaiting) {
        say(cabinet)
        continue
      }
      waiting.set(cabinet.id, cabinet)
      if (!isWaiting) later(cabinet.id, Math.max(0, everyMs - since))
    }
    for (const one of news) {
      const subject = 'gameId' in one ? 'game' : 'signin'
      log.publish(`${subject}.${one.cabinet}`, one)
    }
  }
}

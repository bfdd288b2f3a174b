import type { LiveCabinet } from '#events/view/frames.ts'
import type { Log } from '../../log/index.ts'
import { encode } from '../socket/encode.ts'
import { Listeners } from '../socket/listeners.ts'
import type { CabinetId } from '#events/ids.ts'

/** The latest live state of every cabinet; older states are not stored. */
export type LiveCabinets = {
  /** live states in the order of `cabinets`; those not in the cache are read from the database */
  current(cabinets: Iterable<number>): Promise<LiveCabinet[]>
  latest(cabinet: CabinetId): LiveCabinet | undefined
  /** the frame for tournament viewers, encoded once for all of them */
  frame(cabinet: CabinetId): Buffer | undefined
  /** listens to every cabinet */
  listen(listener: (cabinet: LiveCabinet, before: LiveCabinet | undefined) => void): () => void
  listenTo(cabinet: CabinetId, listener: () => void): () => void
  /** clears the cache, because messages may have been lost; states are read again on demand */
  forget(): void
  stop(): void
}
type Read = (cabinets: CabinetId[]) => Promise<LiveCabinet[]>

export function openLiveCabinets(log: Pick<Log, 'subscribe'>, read: Read): LiveCabinets {
  const latest = new Map<number, LiveCabinet>()
  const frames = new Map<CabinetId, Buffer>()
  const listeners = new Set<(cabinet: LiveCabinet, before: LiveCabinet | undefined) => void>()
  const cabinetListeners = new Listeners<CabinetId, []>()

  const stop = log.subscribe('live.*', (message) => {
    const cabinet = message as LiveCabinet
    const before = latest.get(cabinet.id)
    latest.set(cabinet.id, cabinet)
    frames.delete(cabinet.id)
    for (const listener of listeners) listener(cabinet, before)
    cabinetListeners.notify(cabinet.id)
  })

  return {
    async current(cabinets) {
      const ids = [...cabinets]
      const missing = ids.filter((id) => !latest.has(id))
      for (const cabinet of missing.length > 0 ? await read(missing) : []) {
        // A message that arrived during the read is newer.
        if (!latest.has(cabinet.id)) latest.set(cabinet.id, cabinet)
      }
      return ids.flatMap((id) => latest.get(id) ?? [])
    },
    latest: (cabinet) => latest.get(cabinet),
    frame(id) {
      const cabinet = latest.get(id)
      if (!cabinet) return undefined
      const frame = frames.get(id) ?? encode({ type: 'live', cabinet })
      frames.set(id, frame)
      return frame
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listenTo: (cabinet, listener) => cabinetListeners.add(cabinet, listener),
    forget() {
      latest.clear()
      frames.clear()
    },
    stop,
  }
}

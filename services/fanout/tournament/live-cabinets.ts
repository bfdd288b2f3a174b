import type { LiveCabinet } from '../../../events/view/frames.ts'
import type { Log } from '../../log/index.ts'
import { encode } from '../socket/encode.ts'
import { Listeners } from '../socket/listeners.ts'
import type { CabinetId } from '../../../events/ids.ts'

/** The latest of every cabinet; what is older is nowhere kept. */
export type Live = {
  /** at once for those heard of, read for the others; in the order asked for */
  current(cabinets: Iterable<number>): Promise<LiveCabinet[]>
  latest(cabinet: CabinetId): LiveCabinet | undefined
  /** the frame for tournament viewers, made once however many there are */
  frame(cabinet: CabinetId): Buffer | undefined
  /** to every cabinet */
  listen(listener: (cabinet: LiveCabinet, before: LiveCabinet | undefined) => void): () => void
  listenTo(cabinet: CabinetId, listener: () => void): () => void
  /** what was heard may have been missed: read anew when it is asked for */
  forget(): void
  stop(): void
}
type Read = (cabinets: CabinetId[]) => Promise<LiveCabinet[]>

export function openLive(log: Pick<Log, 'subscribe'>, read: Read): Live {
  const latest = new Map<number, LiveCabinet>()
  const frames = new Map<CabinetId, Buffer>()
  const listeners = new Set<(cabinet: LiveCabinet, before: LiveCabinet | undefined) => void>()
  const ofOne = new Listeners<CabinetId, []>()

  const stop = log.subscribe('live.*', (message) => {
    const cabinet = message as LiveCabinet
    const before = latest.get(cabinet.id)
    latest.set(cabinet.id, cabinet)
    frames.delete(cabinet.id)
    for (const listener of listeners) listener(cabinet, before)
    ofOne.tell(cabinet.id)
  })

  return {
    async current(cabinets) {
      const wanted = [...cabinets]
      const unknown = wanted.filter((id) => !latest.has(id))
      for (const cabinet of unknown.length > 0 ? await read(unknown) : []) {
        // What was heard while it was read is newer.
        if (!latest.has(cabinet.id)) latest.set(cabinet.id, cabinet)
      }
      return wanted.flatMap((id) => latest.get(id) ?? [])
    },
    latest: (cabinet) => latest.get(cabinet),
    frame(id) {
      const cabinet = latest.get(id)
      if (!cabinet) return undefined
      const made = frames.get(id) ?? encode({ type: 'live', cabinet })
      frames.set(id, made)
      return made
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listenTo: (cabinet, listener) => ofOne.add(cabinet, listener),
    forget() {
      latest.clear()
      frames.clear()
    },
    stop,
  }
}

import { eventType } from '#events/game/evolve.ts'
import { publicTypes, publicValues } from '#events/game/public-event.ts'
import type { Facts } from '#events/schema/cabinet-facts.ts'
import type { CabinetId } from '#events/ids.ts'
import { openDedupe } from '../../log/dedupe.ts'
import type { Log } from '../../log/index.ts'
import type { Store } from '../../store/index.ts'
import { encode } from '../socket/encode.ts'
import type { Viewer } from '../socket/viewer.ts'

type WatchedCabinet = { viewers: Set<Viewer>; unsubscribe: () => void }
/** Clients resend events that were not acknowledged, a few seconds' worth. */
const maxRecent = 4_000

/** Relays the live events of a cabinet, each once (`/ws/event-relay/{scene}/{cabinet}`). */
export function openEventRelay({ log, store }: { log: Log; store: Store }) {
  const watched = new Map<CabinetId, WatchedCabinet>()

  /** Subscribes to the log's own subject, because the projector would batch the events first. */
  function watch(cabinet: CabinetId): WatchedCabinet {
    const viewers = new Set<Viewer>()
    const recent = openDedupe(maxRecent)
    const unsubscribe = log.subscribe(`cabinet.${cabinet}`, (message) => {
      for (const event of (message as Facts).events) {
        const { eventID: uuid, values } = event
        const type = eventType(event)
        if (!publicTypes.has(type) || recent.has(uuid)) continue
        recent.add(uuid)
        const bytes = encode({ event_type: type, values: publicValues({ type, values }), uuid })
        for (const viewer of viewers) viewer.send(bytes)
      }
    })
    return { viewers, unsubscribe }
  }

  return {
    /** resolves to false if there is no such cabinet */
    async add(viewer: Viewer, names: { scene: string; cabinet: string }): Promise<boolean> {
      const cabinet = await idOf(store, names)
      if (cabinet === undefined) return false
      if (!viewer.isOpen()) return true
      const entry = watched.get(cabinet) ?? watch(cabinet)
      watched.set(cabinet, entry)
      entry.viewers.add(viewer)
      return true
    },
    remove(viewer: Viewer): void {
      for (const [cabinet, { viewers, unsubscribe }] of watched) {
        if (!viewers.delete(viewer) || viewers.size > 0) continue
        unsubscribe()
        watched.delete(cabinet)
      }
    },
    stop(): void {
      for (const { unsubscribe } of watched.values()) unsubscribe()
    },
  }
}

async function idOf(
  { db }: Store,
  { scene, cabinet }: { scene: string; cabinet: string },
): Promise<CabinetId | undefined> {
  const row = await db
    .selectFrom('kept.cabinet')
    .innerJoin('kept.scene', 'kept.scene.id', 'kept.cabinet.scene')
    .select('kept.cabinet.id')
    .where('kept.scene.name', '=', scene.toLowerCase())
    .where('kept.cabinet.name', '=', cabinet.toLowerCase())
    .executeTakeFirst()
  return row?.id
}

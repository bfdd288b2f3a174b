import { kind } from '../../../events/game/evolve.ts'
import { publicTypes, publicValues } from '../../../events/game/public-event.ts'
import type { Facts } from '../../../events/schema/cabinet-facts.ts'
import type { CabinetId } from '../../../events/ids.ts'
import { openDedupe } from '../../log/dedupe.ts'
import type { Log } from '../../log/index.ts'
import type { Store } from '../../store/index.ts'
import { encode } from '../socket/encode.ts'
import type { Viewer } from '../socket/viewer.ts'

type Watched = { viewers: Set<Viewer>; end: () => void }
/** Clients send what was not acknowledged again, a few seconds' worth of events. */
const maxRecent = 4_000

/** The events of a cabinet as they come in, each once (`/ws/event-relay/{scene}/{cabinet}`). */
export function openEventRelay({ log, store }: { log: Log; store: Store }) {
  const watched = new Map<CabinetId, Watched>()

  /** Subscribed to where the log takes them: the projector would gather them first. */
  function watch(cabinet: CabinetId): Watched {
    const viewers = new Set<Viewer>()
    const recent = openDedupe(maxRecent)
    const end = log.subscribe(`cabinet.${cabinet}`, (message) => {
      for (const event of (message as Facts).events) {
        const { eventID: uuid, values } = event
        const type = kind(event)
        if (!publicTypes.has(type) || recent.has(uuid)) continue
        recent.add(uuid)
        const bytes = encode({ event_type: type, values: publicValues({ type, values }), uuid })
        for (const viewer of viewers) viewer.send(bytes)
      }
    })
    return { viewers, end }
  }

  return {
    /** false: there is no such cabinet */
    async add(viewer: Viewer, names: { scene: string; cabinet: string }): Promise<boolean> {
      const cabinet = await idOf(store, names)
      if (cabinet === undefined) return false
      if (!viewer.isOpen()) return true
      const found = watched.get(cabinet) ?? watch(cabinet)
      watched.set(cabinet, found)
      found.viewers.add(viewer)
      return true
    },
    remove(viewer: Viewer): void {
      for (const [cabinet, { viewers, end }] of watched) {
        if (!viewers.delete(viewer) || viewers.size > 0) continue
        end()
        watched.delete(cabinet)
      }
    },
    stop(): void {
      for (const { end } of watched.values()) end()
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

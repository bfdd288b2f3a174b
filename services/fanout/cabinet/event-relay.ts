import { kind } from '../../../events/game/evolve.ts'
import { publicTypes, publicValues } from '../../../events/game/public-event.ts'
import type { Facts } from '../../../events/schema/cabinet-facts.ts'
import type { CabinetId } from '../../../events/ids.ts'
import type { Log } from '../../log/index.ts'
import type { Store } from '../../store/index.ts'
import { encode } from '../socket/encode.ts'
import type { Viewer } from '../socket/viewer.ts'

/** The events of a cabinet as they come in, each once (`/ws/event-relay/{scene}/{cabinet}`). */
export type EventRelay = ReturnType<typeof openEventRelay>

type Watched = { viewers: Set<Viewer>; lately: Set<string> }
/** Clients send what was not acknowledged again, a few seconds' worth of events. */
const mostLately = 2_000

export function openEventRelay({ log, store }: { log: Log; store: Store }) {
  const watched = new Map<CabinetId, Watched>()
  // Heard where the log takes them: the projector would gather them first.
  let end: (() => void) | undefined

  function relay({ cabinet, events }: Facts): void {
    const { viewers, lately } = watched.get(cabinet) ?? { viewers: [], lately: new Set() }
    for (const event of events) {
      const { eventID: uuid, values } = event
      const type = kind(event)
      if (!publicTypes.has(type) || lately.has(uuid)) continue
      lately.add(uuid)
      const bytes = encode({ event_type: type, values: publicValues({ type, values }), uuid })
      for (const viewer of viewers) viewer.send(bytes)
    }
    for (const uuid of lately) {
      if (lately.size <= mostLately) break
      lately.delete(uuid)
    }
  }

  function remove(viewer: Viewer): void {
    for (const [cabinet, { viewers }] of watched) {
      if (viewers.delete(viewer) && viewers.size === 0) watched.delete(cabinet)
    }
    if (watched.size > 0) return
    end?.()
    end = undefined
  }

  return {
    /** false: there is no such cabinet */
    async add(viewer: Viewer, names: { scene: string; cabinet: string }): Promise<boolean> {
      const cabinet = await idOf(store, names)
      if (cabinet === undefined) return false
      if (!viewer.isOpen()) return true
      const found = watched.get(cabinet) ?? { viewers: new Set(), lately: new Set() }
      watched.set(cabinet, found)
      found.viewers.add(viewer)
      end ??= log.subscribe('cabinet.*', (message) => relay(message as Facts))
      return true
    },
    remove,
    stop: () => end?.(),
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

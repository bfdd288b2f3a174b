import type { LiveCabinet } from '../../../events/view/frames.ts'
import { liveEveryMs, openThrottle } from '../socket/throttle.ts'
import type { Live } from '../tournament/live-cabinets.ts'
import { encode } from '../socket/encode.ts'
import type { Viewer } from '../socket/viewer.ts'
import type { CabinetId } from '../../../events/ids.ts'

/** The running game of the cabinets a viewer asked for, again and again (`/ws/ingame_stats`). */
export type Ingame = {
  subscribe(viewer: Viewer, cabinet: CabinetId): Promise<void>
  unsubscribe(viewer: Viewer, cabinet: CabinetId): void
  remove(viewer: Viewer): void
  stop(): void
}

const maxCabinets = 100

export function openIngame(live: Live): Ingame {
  const watching = new Map<CabinetId, { viewers: Set<Viewer>; unlisten(): void }>()
  const chosen = new Map<Viewer, Set<CabinetId>>()

  const moved = openThrottle<number>(liveEveryMs, (cabinets) => {
    for (const id of cabinets) {
      const cabinet = live.latest(id)
      const bytes = cabinet && statsOf(cabinet)
      if (bytes) for (const viewer of watching.get(id)?.viewers ?? []) viewer.sendLatest(bytes)
    }
  })

  function watch(cabinet: CabinetId): Set<Viewer> {
    const known = watching.get(cabinet)
    if (known) return known.viewers
    const viewers = new Set<Viewer>()
    const unlisten = live.listenTo(cabinet, () => moved.mark(cabinet))
    watching.set(cabinet, { viewers, unlisten })
    return viewers
  }

  function unsubscribe(viewer: Viewer, cabinet: CabinetId): void {
    chosen.get(viewer)?.delete(cabinet)
    const watched = watching.get(cabinet)
    if (!watched?.viewers.delete(viewer) || watched.viewers.size > 0) return
    watched.unlisten()
    watching.delete(cabinet)
  }

  return {
    async subscribe(viewer, cabinet) {
      const own = chosen.get(viewer) ?? new Set()
      if (own.has(cabinet)) return
      if (own.size >= maxCabinets) return viewer.close(1008, 'too many cabinets')
      chosen.set(viewer, own.add(cabinet))
      watch(cabinet).add(viewer)
      const [now] = await live.current([cabinet])
      const bytes = now && statsOf(now)
      if (bytes) viewer.sendLatest(bytes)
    },
    unsubscribe,
    remove(viewer) {
      for (const cabinet of chosen.get(viewer) ?? []) unsubscribe(viewer, cabinet)
      chosen.delete(viewer)
    },
    stop() {
      moved.stop()
      for (const { unlisten } of watching.values()) unlisten()
    },
  }
}

function statsOf({ id, game }: LiveCabinet): Buffer | undefined {
  if (!game) return undefined
  const { gameID: _, asOf: __, ...stats } = game
  return encode({ cabinetId: id, ...stats })
}

import type { LiveCabinet } from '../../../events/view/frames.ts'
import { liveEveryMs, openThrottle } from '../socket/throttle.ts'
import type { Live } from '../tournament/live-cabinets.ts'
import { encode } from '../socket/encode.ts'
import type { Viewer } from '../socket/viewer.ts'
import type { CabinetId } from '../../../events/ids.ts'

/** The running game of the cabinets a viewer asked for, again and again (`/ws/ingame_stats`). */
type Ingame = {
  subscribe(viewer: Viewer, cabinet: CabinetId): Promise<void>
  /** every cabinet, until it subscribes to some */
  subscribeAll(viewer: Viewer): void
  unsubscribe(viewer: Viewer, cabinet: CabinetId): void
  remove(viewer: Viewer): void
  stop(): void
}

const maxCabinets = 100

type StatsFormat = (cabinet: LiveCabinet) => object | undefined

export function openIngame(live: Live, format: StatsFormat = statsOf): Ingame {
  const everywhere = new Set<Viewer>()
  const watching = new Map<CabinetId, { viewers: Set<Viewer>; unlisten(): void }>()
  const chosen = new Map<Viewer, Set<CabinetId>>()

  const moved = openThrottle<number>(liveEveryMs, (cabinets) => {
    for (const id of cabinets) {
      const cabinet = live.latest(id)
      const stats = cabinet && format(cabinet)
      if (!stats) continue
      const bytes = encode(stats)
      const own = watching.get(id)?.viewers ?? []
      for (const viewer of [...own, ...everywhere]) viewer.sendLatest(bytes)
    }
  })

  const unlistenAll = live.listen(({ id }) => {
    if (everywhere.size > 0) moved.mark(id)
  })

  function watch(cabinet: CabinetId): Set<Viewer> {
    const existing = watching.get(cabinet)
    if (existing) return existing.viewers
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
      everywhere.delete(viewer)
      const own = chosen.get(viewer) ?? new Set()
      if (own.has(cabinet)) return
      if (own.size >= maxCabinets) return viewer.close(1008, 'too many cabinets')
      chosen.set(viewer, own.add(cabinet))
      watch(cabinet).add(viewer)
      const [now] = await live.current([cabinet])
      const stats = now && format(now)
      if (stats) viewer.sendLatest(encode(stats))
    },
    subscribeAll: (viewer) => void everywhere.add(viewer),
    unsubscribe,
    remove(viewer) {
      for (const cabinet of chosen.get(viewer) ?? []) unsubscribe(viewer, cabinet)
      chosen.delete(viewer)
      everywhere.delete(viewer)
    },
    stop() {
      moved.stop()
      unlistenAll()
      for (const { unlisten } of watching.values()) unlisten()
    },
  }
}

function statsOf({ id, game }: LiveCabinet): object | undefined {
  if (!game) return undefined
  const { gameID: _, asOf: __, ...stats } = game
  return { cabinetId: id, ...stats }
}

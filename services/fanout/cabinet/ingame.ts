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

const mostCabinets = 100

export function openIngame(live: Live): Ingame {
  const watching = new Map<CabinetId, Set<Viewer>>()
  const counts = new Map<Viewer, number>()

  const moved = openThrottle<number>(liveEveryMs, (cabinets) => {
    for (const id of cabinets) {
      const cabinet = live.latest(id)
      const bytes = cabinet && statsOf(cabinet)
      if (bytes) for (const viewer of watching.get(id) ?? []) viewer.sendLatest(bytes)
    }
  })
  const unlisten = live.listen(({ id }) => {
    if (watching.has(id)) moved.mark(id)
  })

  function unsubscribe(viewer: Viewer, cabinet: CabinetId): void {
    const viewers = watching.get(cabinet)
    if (!viewers?.delete(viewer)) return
    counts.set(viewer, (counts.get(viewer) ?? 1) - 1)
    if (viewers.size === 0) watching.delete(cabinet)
  }

  return {
    async subscribe(viewer, cabinet) {
      const viewers = watching.get(cabinet) ?? new Set()
      const count = counts.get(viewer) ?? 0
      if (viewers.has(viewer)) return
      if (count >= mostCabinets) return viewer.close(1008, 'too many cabinets')
      counts.set(viewer, count + 1)
      viewers.add(viewer)
      watching.set(cabinet, viewers)
      const [now] = await live.current([cabinet])
      const bytes = now && statsOf(now)
      if (bytes) viewer.sendLatest(bytes)
    },
    unsubscribe,
    remove(viewer) {
      for (const cabinet of watching.keys()) unsubscribe(viewer, cabinet)
      counts.delete(viewer)
    },
    stop() {
      moved.stop()
      unlisten()
    },
  }
}

function statsOf({ id, game }: LiveCabinet): Buffer | undefined {
  if (!game) return undefined
  const { gameID: _, asOf: __, ...stats } = game
  return encode({ cabinetId: id, ...stats })
}

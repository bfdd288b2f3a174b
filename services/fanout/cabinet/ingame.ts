import type { LiveCabinet, LiveGame } from '#events/view/frames.ts'
import type { Log } from '../../log/index.ts'
import { liveEveryMs, openThrottle } from '../socket/throttle.ts'
import type { LiveCabinets } from '../tournament/live-cabinets.ts'
import { encode } from '../socket/encode.ts'
import type { Viewer } from '../socket/viewer.ts'
import type { CabinetId } from '#events/ids.ts'

/** Streams the running game of the cabinets a viewer subscribed to (`/ws/ingame_stats`). */
type Ingame = {
  subscribe(viewer: Viewer, cabinet: CabinetId): Promise<void>
  /** subscribes to every cabinet until the viewer subscribes to individual ones */
  subscribeAll(viewer: Viewer): void
  unsubscribe(viewer: Viewer, cabinet: CabinetId): void
  remove(viewer: Viewer): void
  stop(): void
}

const maxCabinets = 100

type StatsFormat = (cabinet: LiveCabinet) => object | undefined

type GameMessage = { cabinet: CabinetId; /** only at the end of a game */ final?: LiveGame }

export function openIngame(
  log: Pick<Log, 'subscribe'>,
  live: LiveCabinets,
  format: StatsFormat = statsOf,
): Ingame {
  const allCabinetViewers = new Set<Viewer>()
  /** the last game of each cabinet whose final state was sent, by gameID */
  const finals = new Map<CabinetId, string>()

  const changes = openThrottle<number>(liveEveryMs, (cabinets) => {
    for (const id of cabinets) {
      const cabinet = live.latest(id)
      // A running state that was delayed must not follow the final one.
      if (cabinet?.game && cabinet.game.gameID !== finals.get(id)) send(cabinet)
    }
  })
  const subscriptions = openSubscriptions(live, changes.touch)

  function send(cabinet: LiveCabinet): void {
    const stats = format(cabinet)
    if (!stats) return
    const bytes = encode(stats)
    for (const viewer of [...subscriptions.viewersOf(cabinet.id), ...allCabinetViewers]) {
      viewer.sendLatest(bytes)
    }
  }

  // The event that decides a game arrives together with its end, when the game is no longer live.
  const unsubscribeGames = log.subscribe('game.*', (message) => {
    const { cabinet: id, final: game } = message as GameMessage
    const hasViewers = subscriptions.viewersOf(id).size + allCabinetViewers.size > 0
    if (!game || !hasViewers) return
    const cabinet = live.latest(id)
    if (cabinet?.game && cabinet.game.gameID !== game.gameID) return
    finals.set(id, game.gameID)
    send({ id, clientStatus: 'online', since: null, ...cabinet, game })
  })

  const unlistenAll = live.listen(({ id }) => {
    if (allCabinetViewers.size > 0) changes.touch(id)
  })

  return {
    async subscribe(viewer, cabinet) {
      allCabinetViewers.delete(viewer)
      if (!subscriptions.add(viewer, cabinet)) return
      const [now] = await live.current([cabinet])
      const stats = now && format(now)
      if (stats) viewer.sendLatest(encode(stats))
    },
    subscribeAll: (viewer) => void allCabinetViewers.add(viewer),
    unsubscribe: subscriptions.remove,
    remove(viewer) {
      subscriptions.removeAll(viewer)
      allCabinetViewers.delete(viewer)
    },
    stop() {
      changes.stop()
      unsubscribeGames()
      unlistenAll()
      subscriptions.stop()
    },
  }
}

const nobody: ReadonlySet<Viewer> = new Set()

/** Who has subscribed to which cabinets; only their changes are listened to. */
function openSubscriptions(live: LiveCabinets, touch: (cabinet: CabinetId) => void) {
  const watched = new Map<CabinetId, { viewers: Set<Viewer>; unlisten(): void }>()
  const cabinetsOf = new Map<Viewer, Set<CabinetId>>()

  function watch(cabinet: CabinetId) {
    const watching = {
      viewers: new Set<Viewer>(),
      unlisten: live.listenTo(cabinet, () => touch(cabinet)),
    }
    watched.set(cabinet, watching)
    return watching
  }

  function remove(viewer: Viewer, cabinet: CabinetId): void {
    cabinetsOf.get(viewer)?.delete(cabinet)
    const watching = watched.get(cabinet)
    if (!watching?.viewers.delete(viewer) || watching.viewers.size > 0) return
    watching.unlisten()
    watched.delete(cabinet)
  }

  return {
    viewersOf: (cabinet: CabinetId) => watched.get(cabinet)?.viewers ?? nobody,
    /** True if it is new; a viewer with too many subscriptions is disconnected. */
    add(viewer: Viewer, cabinet: CabinetId): boolean {
      const cabinets = cabinetsOf.get(viewer) ?? new Set()
      if (cabinets.has(cabinet)) return false
      if (cabinets.size >= maxCabinets) {
        viewer.close(1008, 'too many cabinets')
        return false
      }
      cabinetsOf.set(viewer, cabinets.add(cabinet))
      const { viewers } = watched.get(cabinet) ?? watch(cabinet)
      viewers.add(viewer)
      return true
    },
    remove,
    removeAll(viewer: Viewer): void {
      for (const cabinet of cabinetsOf.get(viewer) ?? []) remove(viewer, cabinet)
      cabinetsOf.delete(viewer)
    },
    stop(): void {
      for (const { unlisten } of watched.values()) unlisten()
    },
  }
}

function statsOf({ id, game }: LiveCabinet): object | undefined {
  if (!game) return undefined
  const { gameID: _, asOf: __, ...stats } = game
  return { cabinetId: id, ...stats }
}

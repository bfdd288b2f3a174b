import type { LiveCabinet, LiveGame } from '../../../events/view/frames.ts'
import type { Log } from '../../log/index.ts'
import { liveEveryMs, openThrottle } from '../socket/throttle.ts'
import type { LiveCabinets } from '../tournament/live-cabinets.ts'
import { encode } from '../socket/encode.ts'
import type { Viewer } from '../socket/viewer.ts'
import type { CabinetId } from '../../../events/ids.ts'

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
  const watching = new Map<CabinetId, { viewers: Set<Viewer>; unlisten(): void }>()
  const subscriptions = new Map<Viewer, Set<CabinetId>>()

  /** the last game of each cabinet whose final state was sent, by gameID */
  const finals = new Map<CabinetId, string>()

  const changes = openThrottle<number>(liveEveryMs, (cabinets) => {
    for (const id of cabinets) {
      const cabinet = live.latest(id)
      // A running state that was delayed must not follow the final one.
      if (cabinet?.game && cabinet.game.gameID !== finals.get(id)) send(cabinet)
    }
  })

  function send(cabinet: LiveCabinet): void {
    const stats = format(cabinet)
    if (!stats) return
    const bytes = encode(stats)
    const subscribers = watching.get(cabinet.id)?.viewers ?? []
    for (const viewer of [...subscribers, ...allCabinetViewers]) viewer.sendLatest(bytes)
  }

  // The event that decides a game arrives together with its end, when the game is no longer live.
  const unsubscribeGames = log.subscribe('game.*', (message) => {
    const { cabinet: id, final: game } = message as GameMessage
    if (!game || (!watching.has(id) && allCabinetViewers.size === 0)) return
    const cabinet = live.latest(id)
    if (cabinet?.game && cabinet.game.gameID !== game.gameID) return
    finals.set(id, game.gameID)
    send({ id, clientStatus: 'online', since: null, ...cabinet, game })
  })

  const unlistenAll = live.listen(({ id }) => {
    if (allCabinetViewers.size > 0) changes.touch(id)
  })

  function watch(cabinet: CabinetId): Set<Viewer> {
    const existing = watching.get(cabinet)
    if (existing) return existing.viewers
    const viewers = new Set<Viewer>()
    const unlisten = live.listenTo(cabinet, () => changes.touch(cabinet))
    watching.set(cabinet, { viewers, unlisten })
    return viewers
  }

  function unsubscribe(viewer: Viewer, cabinet: CabinetId): void {
    subscriptions.get(viewer)?.delete(cabinet)
    const watched = watching.get(cabinet)
    if (!watched?.viewers.delete(viewer) || watched.viewers.size > 0) return
    watched.unlisten()
    watching.delete(cabinet)
  }

  return {
    async subscribe(viewer, cabinet) {
      allCabinetViewers.delete(viewer)
      const cabinets = subscriptions.get(viewer) ?? new Set()
      if (cabinets.has(cabinet)) return
      if (cabinets.size >= maxCabinets) return viewer.close(1008, 'too many cabinets')
      subscriptions.set(viewer, cabinets.add(cabinet))
      watch(cabinet).add(viewer)
      const [now] = await live.current([cabinet])
      const stats = now && format(now)
      if (stats) viewer.sendLatest(encode(stats))
    },
    subscribeAll: (viewer) => void allCabinetViewers.add(viewer),
    unsubscribe,
    remove(viewer) {
      for (const cabinet of subscriptions.get(viewer) ?? []) unsubscribe(viewer, cabinet)
      subscriptions.delete(viewer)
      allCabinetViewers.delete(viewer)
    },
    stop() {
      changes.stop()
      unsubscribeGames()
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

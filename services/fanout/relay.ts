import type { Change } from '../../events/frame.ts'
import type { Log } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import type { Live } from './live.ts'
import { openRoom } from './room.ts'
import type { Room } from './room.ts'
import { assignedCabinets, sourceOf, versions } from './source.ts'
import { textFrame } from './text-frame.ts'
import type { Viewer } from './viewer.ts'
import { wholeOf } from './whole.ts'

/** The rooms of the tournaments that are watched just now. */
export type Relay = {
  follow(tournament: number, viewer: Viewer, have: number): Promise<void>
  followPlain(tournament: number, viewer: Viewer): Promise<void>
  leave(tournament: number, viewer: Viewer): void
  stop(): void
}
type Options = { store: Store; log: Log; live: Live; failed(error: unknown): void }

const hereEveryMs = 5_000
/** After a reconnect the subscriptions are there a moment later than the connection. */
const afterReconnectMs = 200

export function openRelay({ store, log, live, failed }: Options): Relay {
  const rooms = new Map<number, { room: Room; entering: number }>()
  const whole = wholeOf(store)

  const unsubscribe = log.subscribe('frame.*', (message) => {
    const change = message as Change
    rooms.get(change.tournament)?.room.offer(change)
  })

  async function refresh(): Promise<void> {
    const known = await versions(store, [...rooms.keys()])
    const stale = [...rooms].filter(([id, { room }]) => known.get(id) !== room.version())
    await Promise.all(stale.map(([, { room }]) => room.refresh()))
  }

  const heartbeat = setInterval(async () => {
    await refresh().catch(failed)
    for (const { room } of rooms.values()) room.here()
  }, hereEveryMs)
  const offReconnect = log.onReconnect(() => {
    live.forget()
    setTimeout(() => void refresh().catch(failed), afterReconnectMs).unref()
  })

  /** A room stays while anybody enters it or is in it. */
  async function within(tournament: number, work: (room: Room) => Promise<void>): Promise<void> {
    let open = rooms.get(tournament)
    if (!open) {
      const source = sourceOf(store, tournament)
      const cabinets = () => assignedCabinets(store, tournament)
      const room = openRoom({ tournament, source, live, whole, cabinets, failed })
      open = { room, entering: 0 }
      rooms.set(tournament, open)
    }
    open.entering++
    try {
      await work(open.room)
    } finally {
      open.entering--
      tidy(tournament)
    }
  }

  function tidy(tournament: number): void {
    const open = rooms.get(tournament)
    if (!open || open.entering > 0 || !open.room.isEmpty()) return
    open.room.stop()
    rooms.delete(tournament)
  }

  /** False, and told so: there is no such tournament. */
  async function exists(tournament: number, viewer: Viewer): Promise<boolean> {
    if (rooms.has(tournament) || (await versions(store, [tournament])).size > 0) return true
    viewer.send(notFound)
    viewer.close(1008, 'not found')
    return false
  }

  return {
    async follow(tournament, viewer, have) {
      if (!(await exists(tournament, viewer))) return
      await within(tournament, (room) => room.follow(viewer, have))
    },
    async followPlain(tournament, viewer) {
      if (!(await exists(tournament, viewer)) || !viewer.isOpen()) return
      await within(tournament, async (room) => {
        room.followPlain(viewer)
        await room.refresh()
      })
    },
    leave(tournament, viewer) {
      rooms.get(tournament)?.room.leave(viewer)
      tidy(tournament)
    },
    stop() {
      clearInterval(heartbeat)
      unsubscribe()
      offReconnect()
      for (const { room } of rooms.values()) room.stop()
    },
  }
}

const notFound = textFrame({ type: 'error', detail: 'Not found.' })

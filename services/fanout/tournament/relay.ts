import type { Change } from '../../../events/view/frames.ts'
import type { Log } from '../../log/index.ts'
import type { Store } from '../../store/index.ts'
import type { EstimateFrames } from './estimates.ts'
import type { CabinetsInUse } from './in-use.ts'
import type { Live } from './live-cabinets.ts'
import { Room } from './room.ts'
import type { LegacyFormat } from './room.ts'
import { assignedCabinets, sourceOf, versions } from './source.ts'
import { encode } from '../socket/encode.ts'
import type { Viewer } from '../socket/viewer.ts'
import { legacyPayloadsOf } from './legacy-payloads.ts'
import type { TournamentId } from '../../../events/ids.ts'

type Options = {
  store: Store
  log: Log
  live: Live
  estimates: EstimateFrames
  inUse: CabinetsInUse
  failed(error: unknown): void
  /** how whole objects are told; left out, as they are */
  told?: LegacyFormat
}

const hereEveryMs = 5_000
/** After a reconnect the subscriptions are there a moment later than the connection. */
const afterReconnectMs = 200

/** The rooms of the tournaments that are watched just now. */
export class Relay {
  readonly #options: Options
  readonly #rooms = new Map<TournamentId, { room: Room; entering: number }>()
  readonly #ends: (() => void)[]

  constructor(options: Options) {
    const { log, live, estimates } = options
    this.#options = options
    const heartbeat = setInterval(() => void this.#heartbeat(), hereEveryMs)
    this.#ends = [
      () => clearInterval(heartbeat),
      log.subscribe('frame.*', (message) => {
        const change = message as Change
        this.#rooms.get(change.tournament)?.room.line.offer(change)
      }),
      log.onReconnect(() => {
        live.forget()
        estimates.forget()
        setTimeout(() => void this.#refresh(), afterReconnectMs).unref()
      }),
    ]
  }

  async follow(tournament: TournamentId, viewer: Viewer, have: number): Promise<void> {
    await this.#enter(tournament, viewer, (room) => room.follow(viewer, have))
  }

  async followPlain(tournament: TournamentId, viewer: Viewer): Promise<void> {
    await this.#enter(tournament, viewer, (room) => room.followPlain(viewer))
  }

  leave(tournament: TournamentId, viewer: Viewer): void {
    this.#rooms.get(tournament)?.room.leave(viewer)
    this.#tidy(tournament)
  }

  stop(): void {
    for (const end of this.#ends) end()
    for (const { room } of this.#rooms.values()) room.stop()
  }

  async #heartbeat(): Promise<void> {
    await Promise.all([this.#refresh(), this.#options.inUse.refresh()])
    for (const { room } of this.#rooms.values()) room.here()
  }

  /** Frames lost on the way are in the database. */
  async #refresh(): Promise<void> {
    const { store, failed } = this.#options
    try {
      const known = await versions(store, [...this.#rooms.keys()])
      const stale = [...this.#rooms].filter(
        ([id, { room }]) => known.get(id) !== room.line.version(),
      )
      await Promise.all(stale.map(([, { room }]) => room.line.refresh()))
    } catch (error) {
      failed(error)
    }
  }

  async #enter(
    tournament: TournamentId,
    viewer: Viewer,
    work: (room: Room) => Promise<void>,
  ): Promise<void> {
    const { store } = this.#options
    if (!this.#rooms.has(tournament) && (await versions(store, [tournament])).size === 0) {
      viewer.send(notFound)
      return viewer.close(1008, 'not found')
    }
    if (!viewer.isOpen()) return
    const open = this.#rooms.get(tournament) ?? { room: this.#open(tournament), entering: 0 }
    this.#rooms.set(tournament, open)
    open.entering++
    try {
      open.room.leave(viewer)
      await work(open.room)
    } finally {
      if (!viewer.isOpen()) open.room.leave(viewer)
      open.entering--
      this.#tidy(tournament)
    }
  }

  #open(tournament: TournamentId): Room {
    const { store, live, estimates, inUse, failed, told } = this.#options
    const source = sourceOf(store, tournament)
    const cabinets = () => assignedCabinets(store, tournament)
    const whole = legacyPayloadsOf(store)
    return new Room({ tournament, source, live, estimates, inUse, whole, cabinets, failed, told })
  }

  /** A room stays while anybody enters it or is in it. */
  #tidy(tournament: TournamentId): void {
    const open = this.#rooms.get(tournament)
    if (!open || open.entering > 0 || !open.room.isEmpty()) return
    open.room.stop()
    this.#rooms.delete(tournament)
  }
}

const notFound = encode({ type: 'error', detail: 'Not found.' })

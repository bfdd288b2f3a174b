import type { Change } from '../../../events/view/frames.ts'
import type { Log } from '../../log/index.ts'
import type { Store } from '../../store/index.ts'
import type { EstimateFrames } from './estimates.ts'
import type { CabinetsInUse } from './in-use.ts'
import type { Live } from './live-cabinets.ts'
import { Channel } from './channel.ts'
import type { LegacyFormat, Wanted } from './channel.ts'
import type { FrameLog } from './frame-log.ts'
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
  /** how whole objects are written; left out, as they are */
  format?: LegacyFormat
}

const hereEveryMs = 5_000
/** After a reconnect the subscriptions are there a moment later than the connection. */
const afterReconnectMs = 200

/** The channels of the tournaments that are watched just now. */
export class Relay {
  readonly #options: Options
  readonly #channels = new Map<TournamentId, { channel: Channel; held: number }>()
  readonly #ends: (() => void)[]

  constructor(options: Options) {
    const { log, live, estimates } = options
    this.#options = options
    const heartbeat = setInterval(() => void this.#heartbeat(), hereEveryMs)
    this.#ends = [
      () => clearInterval(heartbeat),
      log.subscribe('frame.*', (message) => {
        const change = message as Change
        this.#channels.get(change.tournament)?.channel.frames.offer(change)
      }),
      log.onReconnect(() => {
        live.forget()
        estimates.forget()
        setTimeout(() => void this.#refresh(), afterReconnectMs).unref()
      }),
    ]
  }

  async follow(tournament: TournamentId, viewer: Viewer, wanted: Wanted): Promise<void> {
    await this.#enter(tournament, viewer, (channel) => channel.follow(viewer, wanted))
  }

  async followPlain(tournament: TournamentId, viewer: Viewer): Promise<void> {
    await this.#enter(tournament, viewer, (channel) => channel.followPlain(viewer))
  }

  /** Its frames until they are released, once; null: there is no such tournament. */
  async hold(tournament: TournamentId): Promise<{ frames: FrameLog; release(): void } | null> {
    const held = await this.#hold(tournament)
    return held && { frames: held.channel.frames, release: held.release }
  }

  leave(tournament: TournamentId, viewer: Viewer): void {
    this.#channels.get(tournament)?.channel.leave(viewer)
    this.#tidy(tournament)
  }

  stop(): void {
    for (const end of this.#ends) end()
    for (const { channel } of this.#channels.values()) channel.stop()
  }

  async #heartbeat(): Promise<void> {
    await Promise.all([this.#refresh(), this.#options.inUse.refresh()])
    for (const { channel } of this.#channels.values()) channel.here()
  }

  /** Frames lost on the way are in the database. */
  async #refresh(): Promise<void> {
    const { store, failed } = this.#options
    try {
      const known = await versions(store, [...this.#channels.keys()])
      const stale = [...this.#channels].filter(
        ([id, { channel }]) => known.get(id) !== channel.frames.version(),
      )
      await Promise.all(stale.map(([, { channel }]) => channel.frames.refresh()))
    } catch (error) {
      failed(error)
    }
  }

  async #enter(
    tournament: TournamentId,
    viewer: Viewer,
    work: (channel: Channel) => Promise<void>,
  ): Promise<void> {
    const held = await this.#hold(tournament)
    if (!held) {
      viewer.send(notFound)
      return viewer.close(1008, 'not found')
    }
    const { channel, release } = held
    try {
      if (!viewer.isOpen()) return
      channel.leave(viewer)
      await work(channel)
    } finally {
      if (!viewer.isOpen()) channel.leave(viewer)
      release()
    }
  }

  async #hold(tournament: TournamentId) {
    const { store } = this.#options
    if (!this.#channels.has(tournament) && (await versions(store, [tournament])).size === 0) {
      return null
    }
    const open = this.#channels.get(tournament) ?? { channel: this.#open(tournament), held: 0 }
    this.#channels.set(tournament, open)
    open.held++
    const release = () => {
      open.held--
      this.#tidy(tournament)
    }
    return { channel: open.channel, release }
  }

  #open(tournament: TournamentId): Channel {
    const { store, live, estimates, inUse, failed, format } = this.#options
    const source = sourceOf(store, tournament)
    const cabinets = () => assignedCabinets(store, tournament)
    const payload = legacyPayloadsOf(store)
    return new Channel({
      tournament,
      source,
      live,
      estimates,
      inUse,
      payload,
      cabinets,
      failed,
      format,
    })
  }

  /** A channel stays while anybody holds it, as who enters it does, or is in it. */
  #tidy(tournament: TournamentId): void {
    const open = this.#channels.get(tournament)
    if (!open || open.held > 0 || !open.channel.isEmpty()) return
    open.channel.stop()
    this.#channels.delete(tournament)
  }
}

const notFound = encode({ type: 'error', detail: 'Not found.' })

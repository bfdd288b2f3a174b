import type { Change, OverlayFrame, OverlayState } from '../../../events/view/frames.ts'
import type { Log } from '../../log/index.ts'
import type { Store } from '../../store/index.ts'
import type { EstimateFrames } from './estimates.ts'
import type { CabinetsInUse } from './in-use.ts'
import type { Live } from './live-cabinets.ts'
import { Topic } from './topic.ts'
import type { LegacyFormat, Wanted } from './topic.ts'
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

/** The topics of the tournaments that are watched just now. */
export class Relay {
  readonly #options: Options
  readonly #topics = new Map<TournamentId, { topic: Topic; held: number }>()
  readonly #ends: (() => void)[]

  constructor(options: Options) {
    const { log, live, estimates } = options
    this.#options = options
    const heartbeat = setInterval(() => void this.#heartbeat(), hereEveryMs)
    this.#ends = [
      () => clearInterval(heartbeat),
      log.subscribe('frame.*', (message) => {
        const change = message as Change
        this.#topics.get(change.tournament)?.topic.frames.offer(change)
      }),
      log.subscribe('overlay.*', (message) => {
        const overlay = message as OverlayState
        const bytes = encode({ type: 'overlay', overlay } satisfies OverlayFrame)
        this.#topics.get(overlay.tournament)?.topic.tell(bytes)
      }),
      log.onReconnect(() => {
        live.forget()
        estimates.forget()
        setTimeout(() => void this.#refresh(), afterReconnectMs).unref()
      }),
    ]
  }

  async follow(tournament: TournamentId, viewer: Viewer, wanted: Wanted): Promise<void> {
    await this.#enter(tournament, viewer, (topic) => topic.follow(viewer, wanted))
  }

  async followPlain(tournament: TournamentId, viewer: Viewer): Promise<void> {
    await this.#enter(tournament, viewer, (topic) => topic.followPlain(viewer))
  }

  /** Its frames until they are released, once; null: there is no such tournament. */
  async hold(tournament: TournamentId): Promise<{ frames: FrameLog; release(): void } | null> {
    const held = await this.#hold(tournament)
    return held && { frames: held.topic.frames, release: held.release }
  }

  leave(tournament: TournamentId, viewer: Viewer): void {
    this.#topics.get(tournament)?.topic.leave(viewer)
    this.#tidy(tournament)
  }

  stop(): void {
    for (const end of this.#ends) end()
    for (const { topic } of this.#topics.values()) topic.stop()
  }

  async #heartbeat(): Promise<void> {
    await Promise.all([this.#refresh(), this.#options.inUse.refresh()])
    for (const { topic } of this.#topics.values()) topic.here()
  }

  /** Frames lost on the way are in the database. */
  async #refresh(): Promise<void> {
    const { store, failed } = this.#options
    try {
      const known = await versions(store, [...this.#topics.keys()])
      const stale = [...this.#topics].filter(
        ([id, { topic }]) => known.get(id) !== topic.frames.version(),
      )
      await Promise.all(stale.map(([, { topic }]) => topic.frames.refresh()))
    } catch (error) {
      failed(error)
    }
  }

  async #enter(
    tournament: TournamentId,
    viewer: Viewer,
    work: (topic: Topic) => Promise<void>,
  ): Promise<void> {
    const held = await this.#hold(tournament)
    if (!held) {
      viewer.send(notFound)
      return viewer.close(1008, 'not found')
    }
    const { topic, release } = held
    try {
      if (!viewer.isOpen()) return
      topic.leave(viewer)
      await work(topic)
    } finally {
      if (!viewer.isOpen()) topic.leave(viewer)
      release()
    }
  }

  async #hold(tournament: TournamentId) {
    const { store } = this.#options
    if (!this.#topics.has(tournament) && (await versions(store, [tournament])).size === 0) {
      return null
    }
    const open = this.#topics.get(tournament) ?? { topic: this.#open(tournament), held: 0 }
    this.#topics.set(tournament, open)
    open.held++
    const release = () => {
      open.held--
      this.#tidy(tournament)
    }
    return { topic: open.topic, release }
  }

  #open(tournament: TournamentId): Topic {
    const { store, live, estimates, inUse, failed, format } = this.#options
    const source = sourceOf(store, tournament)
    const cabinets = () => assignedCabinets(store, tournament)
    const payload = legacyPayloadsOf(store)
    return new Topic({
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

  /** A topic stays while anybody holds it, as who enters it does, or is in it. */
  #tidy(tournament: TournamentId): void {
    const open = this.#topics.get(tournament)
    if (!open || open.held > 0 || !open.topic.isEmpty()) return
    open.topic.stop()
    this.#topics.delete(tournament)
  }
}

const notFound = encode({ type: 'error', detail: 'Not found.' })

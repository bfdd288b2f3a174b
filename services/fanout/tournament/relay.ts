import type { Change, OverlayFrame, OverlayState } from '#events/view/frames.ts'
import type { Log } from '../../log/index.ts'
import type { Store } from '../../store/index.ts'
import type { EstimateFrames } from './estimates.ts'
import type { ActiveMatches } from './active-matches.ts'
import type { LiveCabinets } from './live-cabinets.ts'
import { Topic } from './topic.ts'
import type { ObjectFormat, FollowOptions } from './topic.ts'
import type { FrameLog } from './frame-log.ts'
import { assignedCabinets, sourceOf, versions } from './source.ts'
import { encode } from '../socket/encode.ts'
import type { Viewer } from '../socket/viewer.ts'
import type { TournamentId } from '#events/ids.ts'
import { withMatches, standingsWithNames } from '../../queries/index.ts'
import type { ObjectLoader } from './object-messages.ts'

type Options = {
  store: Store
  log: Log
  live: LiveCabinets
  estimates: EstimateFrames
  activeMatches: ActiveMatches
  onError(error: unknown): void
  /** converts messages with complete objects; by default they are sent unchanged */
  format?: ObjectFormat
}

const heartbeatMs = 5_000
/** After a reconnect the subscriptions are restored slightly later than the connection. */
const afterReconnectMs = 200

/** The topics of the tournaments that are currently watched. */
export class Relay {
  readonly #options: Options
  readonly #topics = new Map<TournamentId, { topic: Topic; holders: number }>()
  readonly #cleanups: (() => void)[]

  constructor(options: Options) {
    const { log, live, estimates } = options
    this.#options = options
    const heartbeat = setInterval(() => void this.#heartbeat(), heartbeatMs)
    this.#cleanups = [
      () => clearInterval(heartbeat),
      log.subscribe('frame.*', (message) => {
        const change = message as Change
        this.#topics.get(change.tournament)?.topic.frames.offer(change)
      }),
      log.subscribe('overlay.*', (message) => {
        const overlay = message as OverlayState
        const bytes = encode({ type: 'overlay', overlay } satisfies OverlayFrame)
        this.#topics.get(overlay.tournament)?.topic.broadcast(bytes)
      }),
      log.onReconnect(() => {
        live.forget()
        estimates.forget()
        setTimeout(() => void this.#refresh(), afterReconnectMs).unref()
      }),
    ]
  }

  async follow(tournament: TournamentId, viewer: Viewer, options: FollowOptions): Promise<void> {
    await this.#enter(tournament, viewer, (topic) => topic.follow(viewer, options))
  }

  /** `have` is the version at which the viewer connected. */
  async followObjects(
    tournament: TournamentId,
    viewer: Viewer,
    have: number | null,
  ): Promise<void> {
    await this.#enter(tournament, viewer, (topic) => topic.followObjects(viewer, have))
  }

  /** The current version; null if it cannot be known now. */
  async versionOf(tournament: TournamentId): Promise<number | null> {
    const { store, onError } = this.#options
    const inMemory = this.#topics.get(tournament)?.topic.frames.version() ?? -1
    if (inMemory >= 0) return inMemory
    try {
      return (await versions(store, [tournament])).get(tournament) ?? null
    } catch (error) {
      onError(error)
      return null
    }
  }

  /**
   * Keeps the tournament's topic open until `release` is called, which must happen exactly once.
   * Null if there is no such tournament.
   */
  async hold(tournament: TournamentId): Promise<{ frames: FrameLog; release(): void } | null> {
    const held = await this.#hold(tournament)
    return held && { frames: held.topic.frames, release: held.release }
  }

  leave(tournament: TournamentId, viewer: Viewer): void {
    this.#topics.get(tournament)?.topic.leave(viewer)
    this.#closeIfUnused(tournament)
  }

  stop(): void {
    for (const cleanup of this.#cleanups) cleanup()
    for (const { topic } of this.#topics.values()) topic.stop()
  }

  async #heartbeat(): Promise<void> {
    await Promise.all([this.#refresh(), this.#options.activeMatches.refresh()])
    for (const { topic } of this.#topics.values()) topic.sendHeartbeat()
  }

  /** Reads frames that were lost in transit from the database. */
  async #refresh(): Promise<void> {
    const { store, onError } = this.#options
    try {
      const latest = await versions(store, [...this.#topics.keys()])
      const stale = [...this.#topics].filter(
        ([id, { topic }]) => latest.get(id) !== topic.frames.version(),
      )
      await Promise.all(stale.map(([, { topic }]) => topic.frames.refresh()))
    } catch (error) {
      onError(error)
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
    const entry = this.#topics.get(tournament) ?? { topic: this.#open(tournament), holders: 0 }
    this.#topics.set(tournament, entry)
    entry.holders++
    const release = () => {
      entry.holders--
      this.#closeIfUnused(tournament)
    }
    return { topic: entry.topic, release }
  }

  #open(tournament: TournamentId): Topic {
    const { store, live, estimates, activeMatches, onError, format } = this.#options
    const source = sourceOf(store, tournament)
    const cabinets = () => assignedCabinets(store, tournament)
    const loader = objectLoaderOf(store)
    return new Topic({
      tournament,
      source,
      live,
      estimates,
      activeMatches,
      loader,
      cabinets,
      onError,
      format,
    })
  }

  /** Closes a topic that has no holders and no viewers. A viewer holds it while entering. */
  #closeIfUnused(tournament: TournamentId): void {
    const entry = this.#topics.get(tournament)
    if (!entry || entry.holders > 0 || !entry.topic.isEmpty()) return
    entry.topic.stop()
    this.#topics.delete(tournament)
  }
}

const notFound = encode({ type: 'error', detail: 'Not found.' })

/** Loads queues with their matches, and standings with all rows and team names. */
function objectLoaderOf(store: Store): ObjectLoader {
  return {
    queues: (rows) => withMatches(store, rows),
    async standings(brackets) {
      const standings = await standingsWithNames(store.db, brackets)
      return brackets.map((bracket) => ({ bracket, standings: standings(bracket) }))
    },
  }
}

import type { Change, ActiveMatchesFrame } from '#events/view/frames.ts'
import { calmEveryMs, liveEveryMs, openThrottle, swiftEveryMs } from '../socket/throttle.ts'
import type { Throttle } from '../socket/throttle.ts'
import { snapshotForm } from './source.ts'
import { CutOver } from './cut-over.ts'
import type { EstimateFrames } from './estimates.ts'
import { FrameLog } from './frame-log.ts'
import type { Frame, Source } from './frame-log.ts'
import type { ActiveMatches } from './active-matches.ts'
import type { LiveCabinets } from './live-cabinets.ts'
import { objectMessages } from './object-messages.ts'
import type { ObjectMessage, ObjectLoader } from './object-messages.ts'
import { encode, compressed } from '../socket/encode.ts'
import { batchedViewer } from '../socket/batched-viewer.ts'
import type { Viewer } from '../socket/viewer.ts'
import type { CabinetId, TournamentId } from '#events/ids.ts'

export type ObjectFormat = (messages: ObjectMessage[]) => Promise<object[]>
type Options = {
  tournament: TournamentId
  source: Source
  live: LiveCabinets
  estimates: EstimateFrames
  activeMatches: ActiveMatches
  loader: ObjectLoader
  /** the cabinets assigned to the tournament */
  cabinets(): Promise<number[]>
  onError(error: unknown): void
  format?: ObjectFormat | undefined
}

/**
 * `have` is the version to continue from, with rows of the form `form`. `calm` batches messages to
 * one a second, `swift` sends live state with the shortest delay.
 */
export type FollowOptions = {
  have: number
  form?: string | undefined
  calm: boolean
  swift?: boolean
}
type UpdateRate = 'swift' | 'prompt' | 'calm'
/** `out` carries, in order, the messages that must not be lost */
type Follower = { end: () => void; out: Viewer; rate: UpdateRate }

/** Sends one tournament to everyone who watches it. */
export class Topic {
  readonly frames: FrameLog
  readonly #options: Options
  readonly #cutOver: CutOver
  readonly #followers = new Map<Viewer, Follower>()
  readonly #objectViewers = new Set<Viewer>()
  /** viewers that have not yet read the last live frames */
  readonly #behind = new Set<Viewer>()
  readonly #throttles: Record<UpdateRate, Throttle<number>>
  readonly #unlisten: () => void
  #unlistenCabinets: (() => void)[] = []
  #assigned: Promise<number[]> | undefined
  /** the last `inUse` frame sent to the followers */
  #activeMatches: Buffer | undefined
  #objectQueue = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.frames = new FrameLog(options)
    this.#cutOver = new CutOver(this.frames, options.source)
    this.frames.listen((frame) => this.#onFrame(frame))
    this.#throttles = {
      swift: openThrottle(swiftEveryMs, (cabinets) => this.#sendLive(cabinets, 'swift')),
      prompt: openThrottle(liveEveryMs, (cabinets) => this.#sendLive(cabinets, 'prompt')),
      calm: openThrottle(calmEveryMs, (cabinets) => this.#sendLive(cabinets, 'calm')),
    }
    const { estimates, tournament } = options
    this.#unlisten = estimates.listenTo(tournament, (change) => this.#sendLatest(change))
  }

  isEmpty(): boolean {
    return this.#followers.size + this.#objectViewers.size === 0
  }

  /** Sends the frames after the viewer's version, then live frames until it leaves. */
  async follow(viewer: Viewer, { have, form, calm, swift }: FollowOptions): Promise<void> {
    const out = calm ? batchedViewer(viewer) : viewer
    const bytesOf = ({ bytes, message }: Frame) =>
      message.type === 'snapshot' ? compressedFor(viewer, bytes) : bytes
    const send = (frames: Frame[]) => out.send(concatenated(frames.map(bytesOf)))
    // A viewer of an earlier release lacks columns, and the changes it missed have only some rows.
    const from = form === snapshotForm ? have : 0
    const end = await this.#cutOver.follow({ isOpen: viewer.isOpen, send }, from)
    if (!end) return viewer.close(1013, 'try again later')
    if (!viewer.isOpen()) return end()
    this.#followers.get(viewer)?.end()
    this.#followers.set(viewer, { end, out, rate: calm ? 'calm' : swift ? 'swift' : 'prompt' })
    await this.#sendCurrent(viewer)
  }

  /** Sends the complete objects of the changes after the version `have`, then of live ones (wire 3.3). */
  async followObjects(viewer: Viewer, have: number | null): Promise<void> {
    await this.frames.refresh()
    if (!viewer.isOpen()) return
    const missed = have === null ? [] : (this.frames.since(have) ?? [])
    this.#objectViewers.add(viewer)
    for (const { message } of missed) {
      if (message.type === 'change') this.#sendObjects(message, [viewer])
    }
  }

  leave(viewer: Viewer): void {
    this.#followers.get(viewer)?.end()
    this.#followers.delete(viewer)
    this.#objectViewers.delete(viewer)
    this.#behind.delete(viewer)
  }

  /** Tells all followers the current version, so that they notice missed frames. */
  sendHeartbeat(): void {
    const { tournament } = this.#options
    const bytes = encode({ type: 'here', tournament, version: this.frames.version() })
    for (const { out } of this.#followers.values()) out.send(bytes)
    for (const viewer of this.#behind) void this.#sendCurrent(viewer)
    // Retries a failed read of the assigned cabinets.
    if (this.#followers.size > 0) void this.#cabinets()
  }

  /** Sends a message that is not part of the log; a follower that misses it has to request it. */
  broadcast(bytes: Buffer): void {
    for (const { out } of this.#followers.values()) out.send(bytes)
  }

  stop(): void {
    this.frames.stop()
    for (const throttle of Object.values(this.#throttles)) throttle.stop()
    this.#unlisten()
    this.#assigned = Promise.resolve([])
    this.#listenTo([])
  }

  #onFrame({ message }: Frame): void {
    if (message.type === 'snapshot' || message.rows.tournament) {
      this.#assigned = undefined
      for (const viewer of this.#followers.keys()) void this.#sendCurrent(viewer)
    }
    if (message.type === 'change' && this.#objectViewers.size > 0) {
      // Not those who join before it is their turn: they get it among what they have missed.
      this.#sendObjects(message, [...this.#objectViewers])
    }
  }

  /** Sends changes one after another, although each may have to query the database. */
  #sendObjects(change: Change, to: readonly Viewer[]): void {
    const { loader, onError, format } = this.#options
    const work = async () => {
      const messages = await objectMessages(change, loader)
      const bytes = concatenated((format ? await format(messages) : messages).map(encode))
      if (bytes.length === 0) return
      for (const viewer of to) if (this.#objectViewers.has(viewer)) viewer.send(bytes)
    }
    this.#objectQueue = this.#objectQueue.then(work).catch(onError)
  }

  #cabinets(): Promise<number[]> {
    if (this.#assigned) return this.#assigned
    const reading = this.#options.cabinets().then(
      (assigned) => {
        if (this.#assigned === reading) this.#listenTo(assigned)
        return assigned
      },
      (error) => {
        if (this.#assigned === reading) this.#assigned = undefined
        this.#options.onError(error)
        return []
      },
    )
    return (this.#assigned = reading)
  }

  #listenTo(cabinets: number[]): void {
    for (const unlisten of this.#unlistenCabinets) unlisten()
    const { live, activeMatches } = this.#options
    this.#unlistenCabinets = cabinets.flatMap((id) => [
      live.listenTo(id, () => this.#touch(id)),
      activeMatches.listenTo(id, () => this.#sendActiveMatches(cabinets)),
    ])
  }

  #touch(cabinet: CabinetId): void {
    for (const throttle of Object.values(this.#throttles)) throttle.touch(cabinet)
  }

  #sendLive(cabinets: Iterable<number>, rate: UpdateRate): void {
    const followers = [...this.#followers].filter(([, follower]) => follower.rate === rate)
    if (followers.length > 0)
      this.#sendLatest(
        this.#liveFrames(cabinets),
        followers.map(([viewer]) => viewer),
      )
  }

  #sendLatest(bytes: Buffer, to: Iterable<Viewer> = this.#followers.keys()): void {
    for (const viewer of to) {
      if (this.#behind.has(viewer)) void this.#sendCurrent(viewer)
      else if (!viewer.sendLatest(bytes)) this.#behind.add(viewer)
    }
  }

  async #sendCurrent(viewer: Viewer): Promise<void> {
    const { tournament, live, estimates, activeMatches, onError } = this.#options
    const cabinets = await this.#cabinets()
    const [fullEstimates] = await Promise.all([
      estimates.full(tournament).catch(onError),
      activeMatches.load(cabinets),
      live.current(cabinets).catch(onError),
    ])
    if (!this.#followers.has(viewer)) return
    this.#activeMatches = this.#encodeActiveMatches(cabinets)
    const estimateFrames = fullEstimates ? [compressedFor(viewer, fullEstimates)] : []
    const bytes = concatenated([this.#liveFrames(cabinets), ...estimateFrames, this.#activeMatches])
    if (viewer.sendLatest(bytes)) this.#behind.delete(viewer)
    else this.#behind.add(viewer)
  }

  /** Other tournaments' matches on its cabinets: starting a match there asks for confirmation. */
  #encodeActiveMatches(cabinets: number[]): Buffer {
    const { tournament, activeMatches } = this.#options
    const others = activeMatches.on(cabinets).filter((row) => row.tournament !== tournament)
    return encode({ type: 'inUse', inUse: others } satisfies ActiveMatchesFrame)
  }

  #sendActiveMatches(cabinets: number[]): void {
    const before = this.#activeMatches
    this.#activeMatches = this.#encodeActiveMatches(cabinets)
    if (before && this.#activeMatches.equals(before)) return
    this.#sendLatest(this.#activeMatches)
  }

  #liveFrames(cabinets: Iterable<number>): Buffer {
    return concatenated([...cabinets].flatMap((id) => this.#options.live.frame(id) ?? []))
  }
}

/** Compresses the long messages that every new viewer gets. */
function compressedFor({ supportsCompression }: Viewer, bytes: Buffer): Buffer {
  return supportsCompression ? compressed(bytes) : bytes
}

/** Writing many frames at once costs hardly more than one; a single frame is not copied. */
function concatenated(frames: Buffer[]): Buffer {
  return frames.length === 1 ? frames[0]! : Buffer.concat(frames)
}

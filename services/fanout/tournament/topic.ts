import type { Change, InUseFrame } from '../../../events/view/frames.ts'
import { calmEveryMs, liveEveryMs, openThrottle, swiftEveryMs } from '../socket/throttle.ts'
import type { Throttle } from '../socket/throttle.ts'
import { CutOver } from './cut-over.ts'
import type { EstimateFrames } from './estimates.ts'
import { FrameLog } from './frame-log.ts'
import type { Frame, Source } from './frame-log.ts'
import type { CabinetsInUse } from './in-use.ts'
import type { Live } from './live-cabinets.ts'
import { legacyMessages } from './legacy-messages.ts'
import type { LegacyMessage, LegacyPayload } from './legacy-messages.ts'
import { encode, packed } from '../socket/encode.ts'
import { batched } from '../socket/batched-viewer.ts'
import type { Viewer } from '../socket/viewer.ts'
import type { CabinetId, TournamentId } from '../../../events/ids.ts'

export type LegacyFormat = (messages: LegacyMessage[]) => Promise<object[]>
type Options = {
  tournament: TournamentId
  source: Source
  live: Live
  estimates: EstimateFrames
  inUse: CabinetsInUse
  payload: LegacyPayload
  /** those assigned to the tournament */
  cabinets(): Promise<number[]>
  failed(error: unknown): void
  format?: LegacyFormat | undefined
}

/** The version to go on from; `calm`: at most once a second; `swift`: live state as it comes. */
export type Wanted = { have: number; calm: boolean; swift?: boolean }
type Pace = 'swift' | 'prompt' | 'calm'
/** `out`: what must not be missed goes by it, in its order */
type Following = { end: () => void; out: Viewer; pace: Pace }

/** Everyone who watches one tournament. */
export class Topic {
  readonly frames: FrameLog
  readonly #options: Options
  readonly #cutOver: CutOver
  readonly #followers = new Map<Viewer, Following>()
  readonly #plain = new Set<Viewer>()
  /** have not read the last live frames */
  readonly #behind = new Set<Viewer>()
  readonly #moved: Record<Pace, Throttle<number>>
  readonly #unlisten: () => void
  #unlistenCabinets: (() => void)[] = []
  #assigned: Promise<number[]> | undefined
  /** as its followers have it */
  #inUse: Buffer | undefined
  #plainSent = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.frames = new FrameLog(options)
    this.#cutOver = new CutOver(this.frames, options.source)
    this.frames.listen((frame) => this.#heard(frame))
    this.#moved = {
      swift: openThrottle(swiftEveryMs, (cabinets) => this.#showMoved(cabinets, 'swift')),
      prompt: openThrottle(liveEveryMs, (cabinets) => this.#showMoved(cabinets, 'prompt')),
      calm: openThrottle(calmEveryMs, (cabinets) => this.#showMoved(cabinets, 'calm')),
    }
    const { estimates, tournament } = options
    this.#unlisten = estimates.listenTo(tournament, (change) => this.#showLatest(change))
  }

  isEmpty(): boolean {
    return this.#followers.size + this.#plain.size === 0
  }

  /** From the version the viewer has to live, until it leaves. */
  async follow(viewer: Viewer, { have, calm, swift }: Wanted): Promise<void> {
    const out = calm ? batched(viewer) : viewer
    const bytesOf = ({ bytes, message }: Frame) =>
      message.type === 'snapshot' ? fitFor(viewer, bytes) : bytes
    const send = (frames: Frame[]) => out.send(inOneWrite(frames.map(bytesOf)))
    const end = await this.#cutOver.follow({ isOpen: viewer.isOpen, send }, have)
    if (!end) return viewer.close(1013, 'come again')
    if (!viewer.isOpen()) return end()
    this.#followers.get(viewer)?.end()
    this.#followers.set(viewer, { end, out, pace: calm ? 'calm' : swift ? 'swift' : 'prompt' })
    await this.#showAll(viewer)
  }

  /** Whole objects from now on (wire 3.3). */
  async followPlain(viewer: Viewer): Promise<void> {
    this.#plain.add(viewer)
    await this.frames.refresh()
  }

  leave(viewer: Viewer): void {
    this.#followers.get(viewer)?.end()
    this.#followers.delete(viewer)
    this.#plain.delete(viewer)
    this.#behind.delete(viewer)
  }

  /** The heartbeat: what everybody should have by now. */
  here(): void {
    const { tournament } = this.#options
    const bytes = encode({ type: 'here', tournament, version: this.frames.version() })
    for (const { out } of this.#followers.values()) out.send(bytes)
    for (const viewer of this.#behind) void this.#showAll(viewer)
    // Where they could not be read, they are asked for again.
    if (this.#followers.size > 0) void this.#cabinets()
  }

  /** What is no part of the log, at once; who misses it asks. */
  tell(bytes: Buffer): void {
    for (const { out } of this.#followers.values()) out.send(bytes)
  }

  stop(): void {
    this.frames.stop()
    for (const moved of Object.values(this.#moved)) moved.stop()
    this.#unlisten()
    this.#assigned = Promise.resolve([])
    this.#listenTo([])
  }

  #heard({ message }: Frame): void {
    if (message.type === 'snapshot' || message.rows.tournament) {
      this.#assigned = undefined
      for (const viewer of this.#followers.keys()) void this.#showAll(viewer)
    }
    if (message.type === 'change' && this.#plain.size > 0) this.#tellPlain(message)
  }

  /** One change after the other, although each may need to read. */
  #tellPlain(change: Change): void {
    const { payload, failed, format } = this.#options
    const work = async () => {
      const messages = await legacyMessages(change, payload)
      const bytes = inOneWrite((format ? await format(messages) : messages).map(encode))
      if (bytes.length > 0) for (const viewer of this.#plain) viewer.send(bytes)
    }
    this.#plainSent = this.#plainSent.then(work).catch(failed)
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
        this.#options.failed(error)
        return []
      },
    )
    return (this.#assigned = reading)
  }

  #listenTo(cabinets: number[]): void {
    for (const unlisten of this.#unlistenCabinets) unlisten()
    const { live, inUse } = this.#options
    this.#unlistenCabinets = cabinets.flatMap((id) => [
      live.listenTo(id, () => this.#mark(id)),
      inUse.listenTo(id, () => this.#showInUse(cabinets)),
    ])
  }

  #mark(cabinet: CabinetId): void {
    for (const moved of Object.values(this.#moved)) moved.mark(cabinet)
  }

  #showMoved(cabinets: Iterable<number>, pace: Pace): void {
    const to = [...this.#followers].filter(([, one]) => one.pace === pace)
    if (to.length > 0)
      this.#showLatest(
        this.#joined(cabinets),
        to.map(([viewer]) => viewer),
      )
  }

  #showLatest(bytes: Buffer, to: Iterable<Viewer> = this.#followers.keys()): void {
    for (const viewer of to) {
      if (this.#behind.has(viewer)) void this.#showAll(viewer)
      else if (!viewer.sendLatest(bytes)) this.#behind.add(viewer)
    }
  }

  async #showAll(viewer: Viewer): Promise<void> {
    const { tournament, live, estimates, inUse, failed } = this.#options
    const cabinets = await this.#cabinets()
    const [found] = await Promise.all([
      estimates.whole(tournament).catch(failed),
      inUse.load(cabinets),
      live.current(cabinets).catch(failed),
    ])
    if (!this.#followers.has(viewer)) return
    this.#inUse = this.#inUseOn(cabinets)
    const whole = found ? [fitFor(viewer, found)] : []
    const bytes = inOneWrite([this.#joined(cabinets), ...whole, this.#inUse])
    if (viewer.sendLatest(bytes)) this.#behind.delete(viewer)
    else this.#behind.add(viewer)
  }

  /** What others play on its cabinets: nothing is started there unasked. */
  #inUseOn(cabinets: number[]): Buffer {
    const { tournament, inUse } = this.#options
    const others = inUse.on(cabinets).filter((one) => one.tournament !== tournament)
    return encode({ type: 'inUse', inUse: others } satisfies InUseFrame)
  }

  #showInUse(cabinets: number[]): void {
    const before = this.#inUse
    this.#inUse = this.#inUseOn(cabinets)
    if (before && this.#inUse.equals(before)) return
    this.#showLatest(this.#inUse)
  }

  #joined(cabinets: Iterable<number>): Buffer {
    return inOneWrite([...cabinets].flatMap((id) => this.#options.live.frame(id) ?? []))
  }
}

/** Of what all who come are sent and is long. */
function fitFor({ unpacks }: Viewer, bytes: Buffer): Buffer {
  return unpacks ? packed(bytes) : bytes
}

/** Many frames in one write cost hardly more than one; a single one stays the same for all. */
function inOneWrite(frames: Buffer[]): Buffer {
  return frames.length === 1 ? frames[0]! : Buffer.concat(frames)
}

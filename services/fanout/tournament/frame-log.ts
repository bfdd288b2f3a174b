import type { Change, Snapshot } from '#events/view/frames.ts'
import { count, isTraced, span } from '../../telemetry/index.ts'
import { encode } from '../socket/encode.ts'

/** Reads the read models of one tournament. */
export type Source = {
  /** null if there is no such tournament */
  version(): Promise<number | null>
  /** changes above `after` up to `upTo`, oldest first; the list may end early */
  changes(after: number, upTo?: number): Promise<Change[]>
  snapshot(): Promise<Snapshot>
}
export type Frame = { version: number; bytes: Buffer; message: Change | Snapshot }
/** Receives every frame from the moment the listener is added. */
type Listener = (frame: Frame) => void

type Options = {
  source: Source
  maxInMemory?: number
  retryMs?: number
  onError?(error: unknown): void
}

/**
 * The frames of one tournament in order, without gaps or repeats (P5), even if core NATS loses or
 * repeats messages. The latest frames stay in memory, which is enough for most viewers that
 * reconnect. Older frames are read from the database, up to the first one in memory.
 */
export class FrameLog {
  readonly #options: Options
  readonly #listeners = new Set<Listener>()
  readonly #maxInMemory: number
  #memory: Frame[] = []
  /** -1 until the first read */
  #version = -1
  /** the newest version announced; it and any missing versions before it are in the database */
  #announced = -1
  /** how many times in a row the database was behind */
  #behind = 0
  #refreshing: Promise<void> | undefined
  #nextRefresh: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: Options) {
    this.#options = options
    this.#maxInMemory = options.maxInMemory ?? 256
  }

  version(): number {
    return this.#version
  }

  /** The oldest version in memory, or the next one. */
  first(): number {
    return this.#memory[0]?.version ?? this.#version + 1
  }

  /** Frames above a version; undefined where they are not all in memory. */
  since(after: number): Frame[] | undefined {
    if (after > this.#version || this.#version < 0) return undefined
    if (after === this.#version) return []
    return after + 1 < this.first() ? undefined : this.#memory.slice(after + 1 - this.first())
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  offer(change: Change): void {
    this.#announced = Math.max(this.#announced, change.version)
    if (this.#version >= 0 && change.version === this.#version + 1) this.#push(change)
    else if (this.#version < change.version) this.#fill()
  }

  /**
   * Reads missing frames; resolves when the log has everything that is in the database at the time
   * of the call. A call during a read waits for another read, because the first began earlier.
   */
  refresh(): Promise<void> {
    if (this.#refreshing) {
      this.#nextRefresh ??= this.#refreshing.then(ignore, ignore).then(() => {
        this.#nextRefresh = undefined
        return this.refresh()
      })
      return this.#nextRefresh
    }
    this.#refreshing = this.#catchUp().finally(() => {
      this.#refreshing = undefined
      // The database was unreachable.
      if (this.#announced > this.#version && !this.#stopped) {
        this.#retry ??= setTimeout(() => this.#fill(), this.#options.retryMs ?? 500)
      }
    })
    return this.#refreshing
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#retry)
    this.#listeners.clear()
  }

  #fill(): void {
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.refresh().catch((error) => this.#options.onError?.(error))
  }

  async #catchUp(): Promise<void> {
    const { source } = this.#options
    if (this.#version < 0) await this.#begin()
    for (;;) {
      const version = this.#version
      const latest = (await source.version()) ?? 0
      if (latest < version) {
        // Rows lost in a crash are soon projected again; after restoring a backup they stay lost.
        if (++this.#behind < 2) break
        await this.#restart()
      } else if (this.#version >= latest || this.#stopped) {
        break
      } else {
        const changes = await source.changes(version)
        if (changes[0]?.version !== version + 1) await this.#restart()
        for (const change of changes) if (change.version === this.#version + 1) this.#push(change)
      }
      this.#behind = 0
    }
  }

  /** Loads the latest frames into memory without sending them. */
  async #begin(): Promise<void> {
    const { source } = this.#options
    const latest = (await source.version()) ?? 0
    const changes = await source.changes(Math.max(0, latest - this.#maxInMemory))
    this.#version = (changes[0]?.version ?? latest + 1) - 1
    for (const change of changes) if (change.version === this.#version + 1) this.#remember(change)
  }

  async #restart(): Promise<void> {
    const snapshot = await this.#options.source.snapshot()
    this.#version = snapshot.version
    this.#announced = snapshot.version
    this.#memory = []
    this.#notify({ version: this.#version, bytes: encode(snapshot), message: snapshot })
  }

  #remember(change: Change): Frame {
    const frame = { version: change.version, bytes: encode(change), message: change }
    this.#version = change.version
    this.#memory.push(frame)
    if (this.#memory.length > this.#maxInMemory) this.#memory.shift()
    return frame
  }

  #push(change: Change): void {
    const startMs = performance.now()
    this.#notify(this.#remember(change))
    count('waggle_frames_total')
    if (!isTraced()) return
    const { commit, version } = change
    const endMs = performance.now()
    span(commit.id, { name: 'fan-out frame', startMs, endMs, attributes: { version } })
  }

  #notify(frame: Frame): void {
    for (const listener of this.#listeners) listener(frame)
  }
}

function ignore(): void {}

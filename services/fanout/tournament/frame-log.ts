import type { Change, Snapshot } from '../../../events/view/frames.ts'
import { count, isTraced, span } from '../../telemetry/index.ts'
import { encode } from '../socket/encode.ts'

/** What stands in the read models of one tournament. */
export type Source = {
  /** null: no such tournament */
  version(): Promise<number | null>
  /** oldest first; those above `after`, up to `upTo`, perhaps not all of them */
  changes(after: number, upTo?: number): Promise<Change[]>
  snapshot(): Promise<Snapshot>
}
export type Frame = { version: number; bytes: Buffer; message: Change | Snapshot }
/** Who gets every frame of the log from the moment it is added. */
type Listener = (frame: Frame) => void

type Options = { source: Source; kept?: number; retryMs?: number; failed?(error: unknown): void }

/**
 * The frames of one tournament in order, without gap or repeat (P5), whatever core NATS loses or
 * repeats. The latest are kept in memory, which is enough for most viewers that come back. Older
 * ones are read from the database, up to the first one in memory.
 */
export class FrameLog {
  readonly #options: Options
  readonly #listeners = new Set<Listener>()
  readonly #kept: number
  #memory: Frame[] = []
  /** -1: nothing read yet */
  #version = -1
  /** the newest that was heard of; what is missing before it stands in the database, like itself */
  #heard = -1
  /** how often the database was found to be behind */
  #behind = 0
  #refreshing: Promise<void> | undefined
  #again: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: Options) {
    this.#options = options
    this.#kept = options.kept ?? 256
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
    this.#heard = Math.max(this.#heard, change.version)
    if (this.#version >= 0 && change.version === this.#version + 1) this.#push(change)
    else if (this.#version < change.version) this.#fill()
  }

  /**
   * Reads what is missing; resolves when the log has all that is in the database by now. Who
   * asks while it is being read needs another reading: that one began before.
   */
  refresh(): Promise<void> {
    if (this.#refreshing) {
      this.#again ??= this.#refreshing.then(nothing, nothing).then(() => {
        this.#again = undefined
        return this.refresh()
      })
      return this.#again
    }
    this.#refreshing = this.#catchUp().finally(() => {
      this.#refreshing = undefined
      // The database was away.
      if (this.#heard > this.#version && !this.#stopped) {
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
    this.refresh().catch((error) => this.#options.failed?.(error))
  }

  async #catchUp(): Promise<void> {
    const { source } = this.#options
    if (this.#version < 0) await this.#begin()
    for (;;) {
      const had = this.#version
      const latest = (await source.version()) ?? 0
      if (latest < had) {
        // Unflushed rows lost in a crash come back the same in a moment; a restored backup stays.
        if (++this.#behind < 2) break
        await this.#restart()
      } else if (this.#version >= latest || this.#stopped) {
        break
      } else {
        const found = await source.changes(had)
        if (found[0]?.version !== had + 1) await this.#restart()
        for (const change of found) if (change.version === this.#version + 1) this.#push(change)
      }
      this.#behind = 0
    }
  }

  /** Frames from before the first reading are not sent. */
  async #begin(): Promise<void> {
    const { source } = this.#options
    const latest = (await source.version()) ?? 0
    const before = await source.changes(Math.max(0, latest - this.#kept))
    this.#version = (before[0]?.version ?? latest + 1) - 1
    for (const change of before) if (change.version === this.#version + 1) this.#remember(change)
  }

  async #restart(): Promise<void> {
    const snapshot = await this.#options.source.snapshot()
    this.#version = snapshot.version
    this.#heard = snapshot.version
    this.#memory = []
    this.#tell({ version: this.#version, bytes: encode(snapshot), message: snapshot })
  }

  #remember(change: Change): Frame {
    const frame = { version: change.version, bytes: encode(change), message: change }
    this.#version = change.version
    this.#memory.push(frame)
    if (this.#memory.length > this.#kept) this.#memory.shift()
    return frame
  }

  #push(change: Change): void {
    const startMs = performance.now()
    this.#tell(this.#remember(change))
    count('waggle_frames_total')
    if (!isTraced()) return
    const { commit, version } = change
    const endMs = performance.now()
    span(commit.id, { name: 'fan-out frame', startMs, endMs, attributes: { version } })
  }

  #tell(frame: Frame): void {
    for (const listener of this.#listeners) listener(frame)
  }
}

function nothing(): void {}

import type { Frame, FrameLog, Source } from './frame-log.ts'
import { encode } from '../socket/encode.ts'

/** A subscriber of a tournament's frames. */
type Follower = { isOpen(): boolean; send(frames: Frame[]): void }

/** Above this many changes a snapshot is smaller. */
const maxReplayed = 500
const maxRounds = 8

/**
 * Sends a follower the frames it missed and then every new frame, without a gap. Followers need no
 * buffer of their own, because the frame log keeps frames that arrive while history is read.
 */
export class CutOver {
  readonly #frameLog: FrameLog
  readonly #source: Source
  #cached: Frame | undefined
  #reading: Promise<Frame> | undefined

  constructor(frameLog: FrameLog, source: Source) {
    this.#frameLog = frameLog
    this.#source = source
    frameLog.listen((frame) => {
      if (frame.message.type === 'snapshot') this.#cached = frame
    })
  }

  /**
   * Resolves with a function that ends the subscription, once the follower is live. Resolves with
   * undefined if the follower left or history could not catch up with the frame log.
   */
  async follow(follower: Follower, fromVersion: number): Promise<(() => void) | undefined> {
    if (this.#frameLog.version() < 0) await this.#frameLog.refresh()
    let sent = fromVersion > 0 ? fromVersion : undefined
    for (let round = 0; round < maxRounds && follower.isOpen(); round++) {
      const frames = sent === undefined ? undefined : this.#frameLog.since(sent)
      if (frames) {
        if (frames.length > 0) follower.send(frames)
        return this.#frameLog.listen((frame) => follower.send([frame]))
      }
      if (sent !== undefined && sent > this.#frameLog.version()) {
        await this.#frameLog.refresh()
        if (this.#frameLog.since(sent)) continue
      }
      const older = sent === undefined ? [] : await this.#history(sent)
      const next = older.length > 0 ? older : [await this.#snapshot()]
      if (!follower.isOpen()) return undefined
      follower.send(next)
      sent = next.at(-1)?.version
    }
    return undefined
  }

  /** The changes between the last one sent and the frame log; empty if any of them is missing. */
  async #history(sent: number): Promise<Frame[]> {
    const upTo = this.#frameLog.first() - 1
    if (sent >= upTo || this.#frameLog.version() - sent > maxReplayed) return []
    const changes = await this.#source.changes(sent, upTo)
    const isDense = changes.every((change, i) => change.version === sent + 1 + i)
    return isDense ? changes.map(toFrame) : []
  }

  /** A snapshot is reused for all followers while the frame log has every frame after it. */
  #snapshot(): Promise<Frame> | Frame {
    if (this.#cached && this.#frameLog.since(this.#cached.version)) return this.#cached
    this.#reading ??= this.#source
      .snapshot()
      .then((snapshot) => (this.#cached = toFrame(snapshot)))
      .finally(() => {
        this.#reading = undefined
      })
    return this.#reading
  }
}

function toFrame(message: Frame['message']): Frame {
  return { version: message.version, bytes: encode(message), message }
}

import type { Frame, FrameLog, Source } from './frame-log.ts'
import { encode } from '../socket/encode.ts'

/** Who follows a tournament. */
type Follower = { isOpen(): boolean; send(frames: Frame[]): void }

/** Beyond this many changes a snapshot is smaller. */
const maxReplayed = 500
const maxRounds = 8

/**
 * From history to live: sends what a follower missed and then every new frame, without a gap. No
 * buffer per follower is needed, because the frame log keeps what arrives while history is read.
 */
export class CutOver {
  readonly #line: FrameLog
  readonly #source: Source
  #whole: Frame | undefined
  #reading: Promise<Frame> | undefined

  constructor(line: FrameLog, source: Source) {
    this.#line = line
    this.#source = source
    line.listen((frame) => {
      if (frame.message.type === 'snapshot') this.#whole = frame
    })
  }

  /**
   * Resolves, following, with the function that ends it; undefined when the follower left or
   * history could not be brought to meet the line.
   */
  async follow(follower: Follower, have: number): Promise<(() => void) | undefined> {
    if (this.#line.version() < 0) await this.#line.refresh()
    let sent = have > 0 ? have : undefined
    for (let round = 0; round < maxRounds && follower.isOpen(); round++) {
      const frames = sent === undefined ? undefined : this.#line.since(sent)
      if (frames) {
        if (frames.length > 0) follower.send(frames)
        return this.#line.listen((frame) => follower.send([frame]))
      }
      if (sent !== undefined && sent > this.#line.version()) {
        await this.#line.refresh()
        if (this.#line.since(sent)) continue
      }
      const older = sent === undefined ? [] : await this.#history(sent)
      const next = older.length > 0 ? older : [await this.#snapshot()]
      if (!follower.isOpen()) return undefined
      follower.send(next)
      sent = next.at(-1)?.version
    }
    return undefined
  }

  /** The changes between what was sent and what the frame log has; empty where any is missing. */
  async #history(sent: number): Promise<Frame[]> {
    const upTo = this.#line.first() - 1
    if (sent >= upTo || this.#line.version() - sent > maxReplayed) return []
    const found = await this.#source.changes(sent, upTo)
    const dense = found.every((change, i) => change.version === sent + 1 + i)
    return dense ? found.map(prepared) : []
  }

  /** One snapshot serves every follower as long as the frame log still has all frames after it. */
  #snapshot(): Promise<Frame> | Frame {
    if (this.#whole && this.#line.since(this.#whole.version)) return this.#whole
    this.#reading ??= this.#source
      .snapshot()
      .then((snapshot) => (this.#whole = prepared(snapshot)))
      .finally(() => {
        this.#reading = undefined
      })
    return this.#reading
  }
}

function prepared(message: Frame['message']): Frame {
  return { version: message.version, bytes: encode(message), message }
}

import type { Snapshot } from '../../events/frame.ts'
import type { Frame, Line, Source } from './line.ts'
import { textFrame } from './text-frame.ts'

/** Who follows a tournament: `sent` is the last version that went to it. */
export type Follower = { isOpen(): boolean; send(frame: Frame): void }

/** More than this many single changes cost more than the whole. */
const mostReplayed = 500
const mostRounds = 8

/**
 * From history to live: what a follower missed, then every frame of the line, with nothing between
 * them. No buffer per follower is needed: the line remembers what comes while history is read.
 * Resolves, following, with the function that ends it; undefined when the follower left or history
 * could not be brought to meet the line.
 */
export function openCutOver(line: Line, source: Source) {
  let whole: Promise<Frame> | undefined
  let reading = false
  line.listen((frame) => {
    if (frame.message.type === 'snapshot') whole = Promise.resolve(frame)
  })

  /** One snapshot serves all who come while the line's memory still leads on from it. */
  async function snapshot(): Promise<Frame> {
    const last = reading ? undefined : await whole?.catch(() => undefined)
    if (last && line.since(last.version)) return last
    if (!reading) {
      reading = true
      whole = source.snapshot().then(prepared).finally(() => {
        reading = false
      })
    }
    return whole!
  }

  return async function follow(
    follower: Follower,
    have: number,
  ): Promise<(() => void) | undefined> {
    if (line.version() < 0) await line.refresh()
    let sent = have > 0 ? have : undefined
    for (let round = 0; round < mostRounds && follower.isOpen(); round++) {
      const frames = sent === undefined ? undefined : line.since(sent)
      if (frames) {
        for (const frame of frames) follower.send(frame)
        return line.listen((frame) => follower.send(frame))
      }
      if (sent !== undefined && sent > line.version()) {
        await line.refresh()
        if (line.since(sent)) continue
      }
      const older = sent === undefined ? [] : await history(sent)
      if (!follower.isOpen()) return undefined
      if (older.length > 0) {
        for (const frame of older) follower.send(frame)
      } else {
        const frame = await snapshot()
        follower.send(frame)
        older.push(frame)
      }
      sent = older.at(-1)!.version
    }
    return undefined
  }

  /** The changes between what is sent and what the line remembers; empty where any is missing. */
  async function history(sent: number): Promise<Frame[]> {
    const upTo = line.first() - 1
    if (sent >= upTo || line.version() - sent > mostReplayed) return []
    const found = await source.changes(sent, upTo)
    const dense = found.every((change, i) => change.version === sent + 1 + i)
    return dense ? found.map(prepared) : []
  }
}

function prepared(message: Frame['message'] | Snapshot): Frame {
  return { version: message.version, bytes: textFrame(message), message }
}

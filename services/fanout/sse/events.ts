import type { Change, Snapshot } from '#events/view/frames.ts'
import { openPause } from '../../log/index.ts'
import type { FrameLog, Source } from '../tournament/frame-log.ts'

type Message = Change | Snapshot
type StreamOptions = {
  frames: FrameLog
  source: Source
  /** the version that the reader has; null sends only new changes */
  from: number | null
  signal: AbortSignal
  heartbeatMs: number
}

const batchSize = 50
/** Each message is serialized once for all readers. */
const texts = new WeakMap<Message, string>()

/**
 * A tournament's changes above a version as server-sent events, in order and without gaps or
 * repeats (P5). The reader sets the speed: nothing is buffered for a slow reader, which gets older
 * changes from the database (P14). A snapshot replaces changes that are no longer stored.
 */
export async function* eventsOf(options: StreamOptions): AsyncGenerator<string> {
  const { frames, signal, heartbeatMs } = options
  const arrival = openPause()
  const unlisten = frames.listen(arrival.wake)
  signal.addEventListener('abort', arrival.wake)
  try {
    yield 'retry: 3000\n\n'
    if (frames.version() < 0) await frames.refresh()
    let sent = options.from ?? frames.version()
    if (options.from === null) yield `id: ${sent}\n\n`
    while (!signal.aborted) {
      const next = frames.since(sent) ?? (await older(options, sent))
      for (let at = 0; at < next.length && !signal.aborted; at += batchSize) {
        const batch = next.slice(at, at + batchSize)
        yield batch.map(({ message }) => textOf(message)).join('')
        sent = batch.at(-1)!.version
      }
      if (next.length === 0 && !(await arrival.wait(heartbeatMs))) yield ': here\n\n'
    }
  } finally {
    unlisten()
    signal.removeEventListener('abort', arrival.wake)
  }
}

type VersionedMessage = { version: number; message: Message }

async function older({ frames, source }: StreamOptions, sent: number): Promise<VersionedMessage[]> {
  if (sent > frames.version()) {
    // The reader may have got this version from another process, before this one received it.
    await frames.refresh()
    if (frames.since(sent)) return []
  } else {
    const changes = await source.changes(sent)
    const isDense = changes.every(({ version }, index) => version === sent + 1 + index)
    if (isDense && changes.length > 0) {
      return changes.map((message) => ({ version: message.version, message }))
    }
  }
  const snapshot = await source.snapshot()
  return [{ version: snapshot.version, message: snapshot }]
}

function textOf(message: Message): string {
  const cached = texts.get(message)
  if (cached !== undefined) return cached
  const { version, type } = message
  const text = `id: ${version}\nevent: ${type}\ndata: ${JSON.stringify(message)}\n\n`
  texts.set(message, text)
  return text
}

import type { Change, Snapshot } from '../../../events/view/frames.ts'
import type { FrameLog, Source } from '../tournament/frame-log.ts'

type Told = Change | Snapshot
type Reading = {
  frames: FrameLog
  source: Source
  /** the version that the reader has; null: whatever comes from now on */
  from: number | null
  signal: AbortSignal
  heartbeatMs: number
}

const atOnce = 50
/** Made once for all who read it. */
const texts = new WeakMap<Told, string>()

/**
 * A tournament's changes above a version, in order and without gap or repeat (P5), as server-sent
 * events. It is read as fast as the reader takes it: nothing is kept for a slow one, who reads older
 * changes from the database (P14). Where they are not all there any more, a snapshot replaces them.
 */
export async function* eventsOf(reading: Reading): AsyncGenerator<string> {
  const { frames, signal } = reading
  const news = newsOf(reading)
  try {
    yield 'retry: 3000\n\n'
    if (frames.version() < 0) await frames.refresh()
    let sent = reading.from ?? frames.version()
    if (reading.from === null) yield `id: ${sent}\n\n`
    while (!signal.aborted) {
      const next = frames.since(sent) ?? (await older(reading, sent))
      for (let at = 0; at < next.length && !signal.aborted; at += atOnce) {
        const some = next.slice(at, at + atOnce)
        yield some.map(({ message }) => textOf(message)).join('')
        sent = some.at(-1)!.version
      }
      if (next.length === 0 && (await news.wait()) === 'silent') yield ': here\n\n'
    }
  } finally {
    news.stop()
  }
}

type Version = { version: number; message: Told }

async function older({ frames, source }: Reading, sent: number): Promise<Version[]> {
  if (sent > frames.version()) {
    // Another process may have told of it before this one heard.
    await frames.refresh()
    if (frames.since(sent)) return []
  } else {
    const found = await source.changes(sent)
    const isDense = found.every(({ version }, index) => version === sent + 1 + index)
    if (isDense && found.length > 0) {
      return found.map((message) => ({ version: message.version, message }))
    }
  }
  const snapshot = await source.snapshot()
  return [{ version: snapshot.version, message: snapshot }]
}

function textOf(message: Told): string {
  const known = texts.get(message)
  if (known !== undefined) return known
  const { version, type } = message
  const text = `id: ${version}\nevent: ${type}\ndata: ${JSON.stringify(message)}\n\n`
  texts.set(message, text)
  return text
}

/** Waits for the next frame; what came since the last wait counts, so that none is overlooked. */
function newsOf({ frames, signal, heartbeatMs }: Reading) {
  let hasCome = false
  let wake = () => {}
  const come = () => {
    hasCome = true
    wake()
  }
  const unlisten = frames.listen(come)
  signal.addEventListener('abort', come)
  return {
    async wait(): Promise<'news' | 'silent'> {
      if (!hasCome) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, heartbeatMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      const found = hasCome ? 'news' : 'silent'
      hasCome = false
      return found
    },
    stop() {
      unlisten()
      signal.removeEventListener('abort', come)
    },
  }
}

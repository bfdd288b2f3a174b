import { Readable } from 'node:stream'
import { z } from 'zod'
import type { FastifyReply } from 'fastify'
import type { Store } from '../../store/index.ts'
import { ConnectionCount, Rejection, notFound } from '../../web/index.ts'
import type { Web } from '../../web/index.ts'
import type { Relay } from '../tournament/relay.ts'
import { sourceOf } from '../tournament/source.ts'
import type { Change, Snapshot } from '#events/view/frames.ts'
import { openPause } from '../../log/index.ts'
import type { FrameLog, Source } from '../tournament/frame-log.ts'

const batchSize = 50

/** Each message is serialized once for all readers. */
const texts = new WeakMap<Message, string>()

/** The programs of a scene share an address; phones use sockets instead. */
const maxPerAddress = 50
const heartbeatMs = 15_000
/** A client that reads nothing for this long is disconnected. */
const stalledMs = 60_000

const Version = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const schema = {
  summary: 'Stream the changes of a tournament as server-sent events',
  params: z.object({ id: z.coerce.number().int().positive() }),
  querystring: z.object({ from: Version.optional() }),
  headers: z.looseObject({ 'last-event-id': z.string().optional() }),
  response: {
    200: z.custom<Readable>().meta({ type: 'string', contentTypes: ['text/event-stream'] }),
  },
}
/**
 * The second address is the earlier one. It is not in the document, where it would be ambiguous
 * with paths such as `/api/tournament/match/{id}/`.
 */
const paths = [
  ['/api/tournament/tournament/:id/events/', false],
  ['/api/tournament/:id/events/', true],
] as const
const config = { access: 'readPublic', isStream: true } as const
const options = { schema, config, exposeHeadRoute: false }
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Tells proxies not to buffer.
  'x-accel-buffering': 'no',
}

type Options = { relay: Relay; store: Store; admit(from: { ip: string }): Promise<void> }
type Streams = { size(): number; stop(): void }

/** Streams a tournament's changes to programs: replayed from a version, then live (wire 3.4). */
export function registerEvents(app: Web, { relay, store, admit }: Options): Streams {
  const open = new Set<AbortController>()
  const byAddress = new ConnectionCount()

  for (const [path, hide] of paths) {
    app.get(path, { ...options, schema: { ...schema, hide } }, async (request, reply) => {
      const { ip, params, query } = request
      await admit(request)
      if (byAddress.of(ip) >= maxPerAddress) throw tooMany()
      byAddress.add(ip, 1)
      const controller = new AbortController()
      const { signal } = controller
      open.add(controller)
      signal.addEventListener('abort', () => {
        open.delete(controller)
        byAddress.add(ip, -1)
      })
      reply.raw.once('close', () => controller.abort())
      const held = await relay.hold(params.id)
      if (!held) throw notFound()
      if (signal.aborted) held.release()
      else signal.addEventListener('abort', held.release)
      const last = Version.safeParse(request.headers['last-event-id'])
      const from = last.success ? last.data : (query.from ?? null)
      const source = sourceOf(store, params.id)
      const events = eventsOf({ frames: held.frames, source, from, signal, heartbeatMs })
      return reply.headers(headers).send(Readable.from(untilStalled(events, reply)))
    })
  }

  return {
    size: () => open.size,
    stop() {
      for (const controller of open) controller.abort()
    },
  }
}

function tooMany(): Rejection {
  const detail = `${maxPerAddress} streams are open from this address. Close one first.`
  return new Rejection(429, { detail, code: 'TOO_MANY_STREAMS' })
}

async function* untilStalled(events: AsyncIterable<string>, { raw }: FastifyReply) {
  for await (const text of events) {
    const timer = setTimeout(() => raw.destroy(), stalledMs)
    yield text
    clearTimeout(timer)
  }
}

type Message = Change | Snapshot

type StreamOptions = {
  frames: FrameLog
  source: Source
  /** the version that the reader has; null sends only new changes */
  from: number | null
  signal: AbortSignal
  heartbeatMs: number
}

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

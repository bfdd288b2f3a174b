import { Readable } from 'node:stream'
import { z } from 'zod'
import type { FastifyReply } from 'fastify'
import type { Store } from '../../store/index.ts'
import { ConnectionCount, Rejection, notFound } from '../../web/index.ts'
import type { Web } from '../../web/index.ts'
import type { Relay } from '../tournament/relay.ts'
import { sourceOf } from '../tournament/source.ts'
import { eventsOf } from './events.ts'

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

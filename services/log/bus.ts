import { Kvm } from '@nats-io/kv'
import type { KV } from '@nats-io/kv'
import { PermissionViolationError } from '@nats-io/transport-node'
import type { NatsConnection } from '@nats-io/transport-node'
import type { JetStreamManager } from '@nats-io/jetstream'
import { alterStream } from './streams/replicas.ts'
import type { Subject } from './subjects.ts'
import { Unavailable, unavailable } from './streams/unavailable.ts'

/** Messages that are not stored, requests between services, and a few shared notes. */
export type Bus = {
  publish(subject: Subject, message: unknown): void
  /** answers the function that ends the subscription */
  subscribe(subject: Subject, each: (message: unknown, subject: string) => void): () => void
  ask(subject: Subject, message: unknown, timeoutMs: number): Promise<unknown>
  /** `queue`: of all who answer by that name, one is asked */
  answer(
    subject: Subject,
    reply: (message: unknown) => Promise<unknown>,
    queue?: string,
  ): () => void
  /** called after each reconnect to the server */
  onReconnect(again: () => void): () => void
  connected(): boolean
  notes: Notes
}
export type Notes = {
  get(key: string): Promise<unknown>
  put(key: string, note: unknown): Promise<void>
  keys(prefix: string): Promise<string[]>
}

type BusOptions = { jsm: JetStreamManager; prefix: string; replicas: number; pairs: number }

export async function openBus(
  nc: NatsConnection,
  { jsm, prefix, replicas, pairs }: BusOptions,
): Promise<Bus & { stop(): void }> {
  const name = `${prefix}notes`
  // Read from the leader: a copy may lag behind.
  const options = { history: 1, replicas, allow_direct: false }
  const kv = await new Kvm(nc).create(name, options).catch(unavailable)
  await alterStream(jsm, { name: `KV_${name}`, num_replicas: replicas })
  const again = new Set<() => void>()
  let up = true
  const status = nc.status()
  void (async () => {
    for await (const change of status) {
      if (change.type === 'disconnect') up = false
      if (change.type === 'error') sayForbidden(change.error)
      if (change.type === 'reconnect') {
        up = true
        for (const call of again) call()
      }
    }
  })()

  const heard = new Map<string, Heard>()
  const subscribe: Bus['subscribe'] = (subject, each) => {
    const all = heard.get(subject) ?? listenTo(nc, prefix, heardAs(subject, pairs))
    heard.set(subject, all)
    all.listeners.add(each)
    return () => {
      if (!all.listeners.delete(each) || all.listeners.size > 0) return
      all.end()
      if (heard.get(subject) === all) heard.delete(subject)
    }
  }
  return {
    publish: (subject, message) => {
      // What is said while leaving is lost, as it may be at any time.
      if (!nc.isClosed() && !nc.isDraining()) nc.publish(prefix + subject, JSON.stringify(message))
    },
    subscribe,
    ask: async (subject, message, timeoutMs) => {
      try {
        const options = { timeout: timeoutMs }
        return (await nc.request(prefix + subject, JSON.stringify(message), options)).json()
      } catch (cause) {
        throw new Unavailable(`nobody answered ${subject}`, { cause })
      }
    },
    answer: (subject, reply, queue) => {
      const subscription = nc.subscribe(prefix + subject, {
        ...(queue === undefined ? {} : { queue }),
        callback: (error, m) => {
          if (error) return
          reply(m.json()).then(
            (answer) => m.respond(JSON.stringify(answer)),
            () => {}, // no answer: who asked asks again
          )
        },
      })
      return () => subscription.unsubscribe()
    },
    onReconnect: (call) => {
      again.add(call)
      return () => again.delete(call)
    },
    connected: () => up && !nc.isClosed(),
    notes: openNotes(kv),
    stop: () => again.clear(),
  }
}

/** What a room has no right to does not end its process, and would be missed by nobody. */
function sayForbidden(error: Error): void {
  if (!(error instanceof PermissionViolationError)) return
  console.error(`NATS does not let this user ${error.operation} ${error.subject}.`)
}

type Listener = Parameters<Bus['subscribe']>[1]
type Heard = { listeners: Set<Listener>; end(): void }

/** However many listen in this process, a message comes and is read once. */
function listenTo(nc: NatsConnection, prefix: string, subject: string): Heard {
  const listeners = new Set<Listener>()
  const subscription = nc.subscribe(prefix + subject, {
    callback: (error, m) => {
      if (error) return
      const message = m.json()
      for (const each of listeners) each(message, saidAs(m.subject.slice(prefix.length)))
    },
  })
  return { listeners, end: () => subscription.unsubscribe() }
}

/** What streams take has its shard in its subject, where they are several. */
function heardAs(subject: string, pairs: number): string {
  return pairs > 1 ? subject.replace(/^cabinet\./, 'cabinet.*.') : subject
}

function saidAs(subject: string): string {
  return subject.replace(/^cabinet\.\d+\.(?=\d)/, 'cabinet.')
}

function openNotes(kv: KV): Notes {
  return {
    get: async (key) => {
      const entry = await kv.get(key)
      return entry && entry.operation === 'PUT' ? entry.json() : null
    },
    put: async (key, note) => {
      await kv.put(key, JSON.stringify(note))
    },
    keys: async (start) => {
      const found: string[] = []
      for await (const key of await kv.keys(`${start}>`)) found.push(key)
      return found
    },
  }
}

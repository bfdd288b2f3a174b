import { Kvm } from '@nats-io/kv'
import type { KV } from '@nats-io/kv'
import { PermissionViolationError, createInbox } from '@nats-io/transport-node'
import type { NatsConnection } from '@nats-io/transport-node'
import type { JetStreamManager } from '@nats-io/jetstream'
import { alterStream } from './streams/replicas.ts'
import type { Subject } from './subjects.ts'
import { Unavailable, unavailable } from './streams/unavailable.ts'

/** Messages that are not stored, requests between services, and a small shared key-value store. */
export type Bus = {
  /** listeners of this process get the message at once, without the way through the server */
  publish(subject: Subject, message: unknown): void
  /** returns the function that ends the subscription */
  subscribe(subject: Subject, each: (message: unknown, subject: string) => void): () => void
  ask(subject: Subject, message: unknown, timeoutMs: number): Promise<unknown>
  /** `queue`: each request goes to only one of the responders with the same queue name */
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

type BusOptions = {
  jsm: JetStreamManager
  prefix: string
  replicas: number
  pairs: number
  isChecked?: boolean
}

export async function openBus(
  nc: NatsConnection,
  { jsm, prefix, replicas, pairs, isChecked }: BusOptions,
): Promise<Bus & { stop(): void }> {
  const name = `${prefix}notes`
  // Reads go to the leader, because a replica may lag behind.
  const options = { history: 1, replicas, allow_direct: false }
  const kv = await new Kvm(nc).create(name, options).catch(unavailable)
  await alterStream(jsm, notesOptions(name, replicas), { isChecked })
  const reconnectListeners = new Set<() => void>()
  let isUp = true
  const status = nc.status()
  void (async () => {
    for await (const change of status) {
      if (change.type === 'disconnect') isUp = false
      if (change.type === 'error') logForbidden(change.error)
      if (change.type === 'reconnect') {
        isUp = true
        for (const listener of reconnectListeners) listener()
      }
    }
  })()

  return {
    ...openMessages(nc, { prefix, pairs }),
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
            () => {}, // no answer: the caller retries after its timeout
          )
        },
      })
      return () => subscription.unsubscribe()
    },
    onReconnect: (listener) => {
      reconnectListeners.add(listener)
      return () => reconnectListeners.delete(listener)
    },
    connected: () => isUp && !nc.isClosed(),
    notes: openNotes(kv),
    stop: () => reconnectListeners.clear(),
  }
}

/** What the client creates a bucket with: the last value of each key. */
function notesOptions(name: string, replicas: number) {
  return {
    name: `KV_${name}`,
    subjects: [`$KV.${name}.>`],
    max_msgs_per_subject: 1,
    allow_rollup_hdrs: true,
    num_replicas: replicas,
  }
}

/** Logs a missing permission, which would otherwise go unnoticed. It does not end the process. */
function logForbidden(error: Error): void {
  if (!(error instanceof PermissionViolationError)) return
  console.error(`NATS does not let this user ${error.operation} ${error.subject}.`)
}

type Listener = Parameters<Bus['subscribe']>[1]
type SharedSubscription = { listeners: Set<Listener>; deliver: Listener; end(): void }

/** One NATS subscription for all listeners of a process, so that a message is parsed only once. */
function openMessages(
  nc: NatsConnection,
  { prefix, pairs }: Pick<BusOptions, 'prefix' | 'pairs'>,
): Pick<Bus, 'publish' | 'subscribe'> {
  const shared = new Map<string, SharedSubscription>()
  /** Marks the messages that this process has delivered to its own listeners already. */
  const self = createInbox()

  function deliverHere(subject: string, text: string): boolean {
    const names = new Set([subject, patternOf(subject)])
    const found = [...names].flatMap((name) => shared.get(name) ?? [])
    for (const { deliver } of found) queueMicrotask(() => deliver(JSON.parse(text), subject))
    return found.length > 0
  }

  function listenTo(subject: string): SharedSubscription {
    const listeners = new Set<Listener>()
    const deliver: Listener = (message, plain) => {
      for (const each of listeners) {
        try {
          each(message, plain)
        } catch (error) {
          // Otherwise it would end the process, or the connection for all others.
          console.error(`A message of ${plain} could not be handled.`, error)
        }
      }
    }
    const subscription = nc.subscribe(prefix + natsSubjectOf(subject, pairs), {
      callback: (error, m) => {
        if (error || m.reply === self) return
        deliver(m.json(), plainSubjectOf(m.subject.slice(prefix.length)))
      },
    })
    return { listeners, deliver, end: () => subscription.unsubscribe() }
  }

  return {
    publish: (subject, message) => {
      // During shutdown messages are dropped; they may get lost at any time anyway.
      if (nc.isClosed() || nc.isDraining()) return
      const text = JSON.stringify(message)
      nc.publish(prefix + subject, text, deliverHere(subject, text) ? { reply: self } : {})
    },
    subscribe: (subject, each) => {
      const subscription = shared.get(subject) ?? listenTo(subject)
      shared.set(subject, subscription)
      subscription.listeners.add(each)
      return () => {
        if (!subscription.listeners.delete(each) || subscription.listeners.size > 0) return
        subscription.end()
        if (shared.get(subject) === subscription) shared.delete(subject)
      }
    },
  }
}

/** The pattern that matches a subject: `frame.*` for `frame.5`, and `log.mended` for itself. */
function patternOf(subject: string): string {
  return subject.replace(/\.\d+$/, '.*')
}

/** With several pairs of streams the subjects of facts include the shard. */
function natsSubjectOf(subject: string, pairs: number): string {
  return pairs > 1 ? subject.replace(/^cabinet\./, 'cabinet.*.') : subject
}

function plainSubjectOf(subject: string): string {
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

import { DeliverPolicy, JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream'
import { headers } from '@nats-io/transport-node'
import type { MsgHdrs } from '@nats-io/transport-node'
import { openBus } from './bus.ts'
import type { Notes } from './bus.ts'
import { connected } from './connect.ts'
import { readMended } from './mended.ts'
import type { Mended } from './mended.ts'
import { replicasFrom, requireCluster } from './streams/replicas.ts'
import { sceneIn } from './streams/directory.ts'
import { firstOf, shardOfScene } from './streams/numbers.ts'
import { spreadPairs } from './spread.ts'
import { createPairs } from './streams/pairs.ts'
import { openStream, placesOf, pulling } from './streams/stream.ts'
import { takenAt, timeHeader } from './streams/taken-at.ts'
import { Unavailable, unavailable } from './streams/unavailable.ts'

/** A message as the log stores it: the key of its subject, when it was stored, its exact text. */
export type StoredMessage = {
  seq: number
  key: string
  time: string
  headers?: Record<string, string[]>
  text: string
}
type ArchivedStream = {
  tail(): Promise<number>
  /** every message up to a position, one after the other; throws where one is missing */
  read(upTo: number): AsyncGenerator<StoredMessage>
  /** each at the very position it had, or none any more (P22) */
  write(messages: AsyncIterable<StoredMessage>): Promise<void>
}
/** Reads and writes the log message by message, for backups only; services use `openLog`. */
export type Archive = {
  server: string
  /** of each pair of streams */
  pairs(): readonly { commits: ArchivedStream; facts: ArchivedStream }[]
  notes: Notes
  /** throws all of it away; one pair of streams is left, which takes everything */
  clear(): Promise<void>
  /** over so many pairs, once the first has what was in it */
  spread(pairs: number): Promise<void>
  close(): Promise<void>
}
type StreamAddress = {
  js: JetStreamClient
  jsm: JetStreamManager
  name: string
  subjects: string
  replicas: number
  first: number
}

const silenceMs = 5_000
const inFlight = 64
/** Headers that say what a publish expected; they are not part of the message. */
const expectation = /^Nats-Expected-/i

export async function openArchive(options: { url: string; streams?: string }): Promise<Archive> {
  const prefix = options.streams ?? ''
  const replicas = replicasFrom(process.env)
  const nc = await connected(options.url)
  requireCluster(nc, replicas)
  const js = jetstream(nc, { timeout: 10_000 })
  const jsm = await jetstreamManager(nc, { timeout: 10_000 })
  let count = await createPairs(jsm, { prefix, replicas })
  let bus = await openBus(nc, { jsm, prefix, replicas, pairs: count })
  const pairOf = (index: number) => {
    const { commits, facts } = placesOf(prefix, index)
    const address = { js, jsm, replicas, first: firstOf(index) }
    return {
      commits: archived({ ...address, ...commits }, () => readMended(bus)),
      facts: archived({ ...address, ...facts }),
    }
  }
  return {
    server: nc.info?.version ?? '',
    pairs: () => Array.from({ length: count }, (_, index) => pairOf(index)),
    notes: {
      get: (key) => bus.notes.get(key),
      put: (key, note) => bus.notes.put(key, note),
      keys: (start) => bus.notes.keys(start),
    },
    async clear() {
      const places = Array.from({ length: count }, (_, pair) => placesOf(prefix, pair))
      const streams = places.flatMap(({ commits, facts }) => [commits.name, facts.name])
      for (const name of [...streams, `KV_${prefix}notes`]) {
        await jsm.streams.delete(name).catch(unavailable)
      }
      bus.stop()
      count = await createPairs(jsm, { prefix, replicas })
      bus = await openBus(nc, { jsm, prefix, replicas, pairs: count })
    },
    async spread(pairs) {
      await spreadPairs(jsm, { prefix, replicas, from: count, pairs }, async () => {})
      count = pairs
    },
    async close() {
      bus.stop()
      await nc.drain()
    },
  }
}

/** `mended`: what stands for messages that are damaged, so that a backup is whole. */
function archived(
  place: StreamAddress,
  mended: () => Promise<Mended[]> = async () => [],
): ArchivedStream {
  const { jsm, name } = place
  return {
    tail: async () => (await jsm.streams.info(name).catch(unavailable)).state.last_seq,
    read: (upTo) => read(place, upTo, mended),
    write: (messages) => write(place, messages),
  }
}

async function* read(
  place: StreamAddress,
  upTo: number,
  mended: () => Promise<Mended[]>,
): AsyncGenerator<StoredMessage> {
  const { js, name, subjects, first } = place
  if (upTo < first) return
  const put = new Map((await mended()).map((one) => [one.seq, one]))
  const start = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: first }
  const consumer = await js.consumers.get(name, start).catch(unavailable)
  const messages = await consumer.consume(pulling)
  let silence = setTimeout(() => messages.stop(), silenceMs)
  let next = first
  try {
    for await (const m of messages) {
      clearTimeout(silence)
      for (let lost = put.get(next); lost && next < m.seq; lost = put.get(++next)) {
        const { seq, commit } = lost
        const time = takenAt(m.time, m.headers)
        yield { seq, key: await keyOfLost(place, lost), time, text: JSON.stringify(commit) }
      }
      if (m.seq !== next) break
      const damaged = put.get(m.seq)
      const stored = messageOf(m, subjects)
      yield damaged ? { ...stored, text: JSON.stringify(damaged.commit) } : stored
      if (next++ === upTo) return
      silence = setTimeout(() => messages.stop(), silenceMs)
    }
  } finally {
    clearTimeout(silence)
    // Not waited for: one that is left before its end never says that it has closed.
    messages.stop()
    consumer.delete().catch(() => {})
  }
  throw new Unavailable(`${name} lacks ${next} of ${upTo}`)
}

/** With its shard, where the log was spread by then: others of its tournament before it say so. */
async function keyOfLost(place: StreamAddress, { seq, commit }: Mended): Promise<string> {
  const key = `${commit.tournament}`
  const isFirstPair = place.first === firstOf(0)
  const spread = await openStream(place).next(`*.${key}`, place.first - 1)
  if (spread && (spread.seq < seq || !isFirstPair)) return `${spread.shard}.${key}`
  const scene = sceneIn(commit)
  return isFirstPair || scene === null ? key : `${shardOfScene(scene)}.${key}`
}

function messageOf(m: JsMsg, subjects: string): StoredMessage {
  const own = (m.headers?.keys() ?? []).filter(
    (key) => key !== timeHeader && !expectation.test(key),
  )
  const all = Object.fromEntries(own.map((key) => [key, m.headers?.values(key) ?? []]))
  return {
    seq: m.seq,
    key: m.subject.slice(subjects.length + 1),
    time: takenAt(m.time, m.headers),
    ...(own.length > 0 ? { headers: all } : {}),
    text: m.string(),
  }
}

async function write(
  { js, name, subjects }: StreamAddress,
  messages: AsyncIterable<StoredMessage>,
): Promise<void> {
  let waiting: Promise<void>[] = []
  for await (const message of messages) {
    // Only behind the one before it: a position that is taken, or left out, stops everything.
    const expect = { lastSequence: message.seq - 1, streamName: name }
    const sent = js.publish(`${subjects}.${message.key}`, message.text, {
      headers: headersOf(message),
      expect,
    })
    const taken = sent.then(({ seq }) => expectAt(message.seq, seq), refused(name, message.seq))
    // It is waited for below, perhaps after the next one has been read.
    taken.catch(() => {})
    waiting.push(taken)
    if (waiting.length < inFlight) continue
    await Promise.all(waiting)
    waiting = []
  }
  await Promise.all(waiting)
}

function headersOf(message: StoredMessage): MsgHdrs {
  const made = headers()
  for (const [key, values] of Object.entries(message.headers ?? {})) {
    for (const value of values) made.append(key, value)
  }
  made.set(timeHeader, message.time)
  return made
}

function expectAt(wanted: number, seq: number): void {
  if (seq !== wanted) throw new Error(`${wanted} was stored at ${seq}`)
}

function refused(name: string, seq: number) {
  return (error: unknown): never => {
    if (!(error instanceof JetStreamApiError)) return unavailable(error)
    throw new Error(`${name}: ${seq} was not taken: ${error.message}`, { cause: error })
  }
}

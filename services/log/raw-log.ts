import { DeliverPolicy, JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream'
import { headers } from '@nats-io/transport-node'
import type { MsgHdrs } from '@nats-io/transport-node'
import { openBus } from './bus.ts'
import type { Notes } from './bus.ts'
import { connectToNats } from './connect.ts'
import { readReplacements } from './replacements.ts'
import type { Replacement } from './replacements.ts'
import { replicasFrom, requireCluster } from './streams/replicas.ts'
import { sceneIn } from './streams/directory.ts'
import { firstOf, shardOfScene } from './streams/shards.ts'
import { spreadPairs } from './spread.ts'
import { createPairs } from './streams/pairs.ts'
import { openStream, streamNamesOf, pullOptions } from './streams/stream.ts'
import { storedAt, timeHeader } from './streams/stored-at.ts'
import { Unavailable, unavailable } from './streams/unavailable.ts'

/** A message as stored in the log: position, key of its subject, time and exact text. */
export type StoredMessage = {
  seq: number
  key: string
  time: string
  headers?: Record<string, string[]>
  text: string
}
type RawStream = {
  tail(): Promise<number>
  /** every message up to a position, in order; throws if one is missing */
  read(upTo: number): AsyncGenerator<StoredMessage>
  /** writes each message at its original position, and stops at the first that cannot be (P22) */
  write(messages: AsyncIterable<StoredMessage>): Promise<void>
}
/** Reads and writes the log message by message. For backups only; services use `openLog`. */
export type RawLog = {
  server: string
  /** the streams of each pair */
  pairs(): readonly { commits: RawStream; facts: RawStream }[]
  notes: Notes
  /** deletes everything and creates one empty pair of streams for all shards */
  clear(): Promise<void>
  /** spreads the log over this many pairs, after the first one has been restored */
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
/** JetStream has no more room for messages. */
const noResources = 10023
const inFlight = 64
/** Headers with the expectations of a publish; they are not part of the message. */
const expectation = /^Nats-Expected-/i

export async function openRawLog(options: { url: string; streams?: string }): Promise<RawLog> {
  const prefix = options.streams ?? ''
  const replicas = replicasFrom(process.env)
  const nc = await connectToNats(options.url)
  requireCluster(nc, replicas)
  const js = jetstream(nc, { timeout: 10_000 })
  const jsm = await jetstreamManager(nc, { timeout: 10_000 })
  // Backups are made of streams with any settings, and a restore creates them anew.
  const any = { prefix, replicas, isChecked: false }
  let count = await createPairs(jsm, any)
  let bus = await openBus(nc, { jsm, ...any, pairs: count })
  const pairOf = (index: number) => {
    const { commits, facts } = streamNamesOf(prefix, index)
    const address = { js, jsm, replicas, first: firstOf(index) }
    return {
      commits: archived({ ...address, ...commits }, () => readReplacements(bus)),
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
      const names = Array.from({ length: count }, (_, pair) => streamNamesOf(prefix, pair))
      const streams = names.flatMap(({ commits, facts }) => [commits.name, facts.name])
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

/** `replacements`: the commits that replace damaged messages, so that a backup is complete. */
function archived(
  address: StreamAddress,
  replacements: () => Promise<Replacement[]> = async () => [],
): RawStream {
  const { jsm, name } = address
  return {
    tail: async () => (await jsm.streams.info(name).catch(unavailable)).state.last_seq,
    read: (upTo) => read(address, upTo, replacements),
    write: (messages) => write(address, messages),
  }
}

async function* read(
  address: StreamAddress,
  upTo: number,
  replacements: () => Promise<Replacement[]>,
): AsyncGenerator<StoredMessage> {
  const { js, name, subjects, first } = address
  if (upTo < first) return
  const replaced = new Map((await replacements()).map((commit) => [commit.seq, commit]))
  const start = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: first }
  const consumer = await js.consumers.get(name, start).catch(unavailable)
  const messages = await consumer.consume(pullOptions)
  let silence = setTimeout(() => messages.stop(), silenceMs)
  let next = first
  try {
    for await (const m of messages) {
      clearTimeout(silence)
      for (let lost = replaced.get(next); lost && next < m.seq; lost = replaced.get(++next)) {
        const { seq, commit } = lost
        const time = storedAt(m.time, m.headers)
        yield { seq, key: await keyOfLost(address, lost), time, text: JSON.stringify(commit) }
      }
      if (m.seq !== next) break
      const replacement = replaced.get(m.seq)
      const stored = messageOf(m, subjects)
      yield replacement ? { ...stored, text: JSON.stringify(replacement.commit) } : stored
      if (next++ === upTo) return
      silence = setTimeout(() => messages.stop(), silenceMs)
    }
  } finally {
    clearTimeout(silence)
    // Not awaited: an iterator that is left before its end never reports that it has closed.
    messages.stop()
    consumer.delete().catch(() => {})
  }
  throw new Unavailable(
    `the stream ${name} gave no message at position ${next}, but ends at ${upTo}: npm run verify shows what is missing`,
  )
}

/**
 * The subject key of a lost message. It includes the shard if the log had been spread by then,
 * which earlier messages of the same tournament show.
 */
async function keyOfLost(address: StreamAddress, { seq, commit }: Replacement): Promise<string> {
  const key = `${commit.tournament}`
  const isFirstPair = address.first === firstOf(0)
  const spread = await openStream(address).next(`*.${key}`, address.first - 1)
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
    time: storedAt(m.time, m.headers),
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
    // Each message is expected right behind the previous one: an occupied or skipped position
    // fails.
    const expect = { lastSequence: message.seq - 1, streamName: name }
    const sent = js.publish(`${subjects}.${message.key}`, message.text, {
      headers: headersOf(message),
      expect,
    })
    const stored = sent.then(({ seq }) => expectAt(message.seq, seq), rethrow(name, message.seq))
    // It is awaited below, perhaps only after the next message has been read.
    stored.catch(() => {})
    waiting.push(stored)
    if (waiting.length < inFlight) continue
    await Promise.all(waiting)
    waiting = []
  }
  await Promise.all(waiting)
}

function headersOf(message: StoredMessage): MsgHdrs {
  const all = headers()
  for (const [key, values] of Object.entries(message.headers ?? {})) {
    for (const value of values) all.append(key, value)
  }
  all.set(timeHeader, message.time)
  return all
}

function expectAt(expected: number, seq: number): void {
  if (seq !== expected) throw new Error(`${expected} was stored at ${seq}`)
}

function rethrow(name: string, seq: number) {
  return (error: unknown): never => {
    if (!(error instanceof JetStreamApiError)) return unavailable(error)
    const why = error.code === noResources ? 'the disk of the NATS server is full' : error.message
    throw new Error(`${name}: ${seq} was not taken: ${why}`, { cause: error })
  }
}

import {
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import type { ConsumerMessages, JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import { NoRespondersError, TimeoutError } from '@nats-io/transport-node'
import { follow } from './follow.ts'
import { messageOf, placeOf } from './message.ts'
import type { Message } from './message.ts'
import { compressionOf, makeStream } from './replicas.ts'
import { firstOf, shardsOf } from './numbers.ts'
import { takenAt } from './taken-at.ts'
import { ChoosingLeader, unavailable } from './unavailable.ts'

/** One stream of JSON messages, a subject an aggregate. */
export type Stream = {
  append(key: string, message: unknown, expected?: Expected): Promise<{ seq: number } | 'conflict'>
  read(key: string, afterSeq: number): Promise<Message[]>
  at(seq: number): Promise<Message | null>
  tail(): Promise<number>
  /** on disk, and when its first message was taken (null: it is empty) */
  size(): Promise<StreamSize>
  /** position of the last message under a key; 0: there is none */
  last(key: string): Promise<number>
  /** the first message under a key after a position, or under any of several keys: `*.5` */
  next(key: string, after: number): Promise<Message | null>
  follow(
    after: number,
    each: (batch: Message[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
}
type StreamSize = { bytes: number; since: number | null }
/** Stored only where these are still the last positions: of the subject, of the whole stream. */
type Expected = { lastSeq: number; lastOfAll?: number | undefined }
type StreamAddress = {
  js: JetStreamClient
  jsm: JetStreamManager
  name: string
  subjects: string
  replicas: number
}
type Query = { seq: number; next_by_subj?: string } | { last_by_subj: string }

const wrongLastSequence = 10071
const noMessage = 10037
/** Below this, single look-ups beat making a consumer. */
const fewMessages = 4
const silenceMs = 2_000
/**
 * In a cluster the first request for messages is lost where a server does not know the consumer yet that
 * another has just made. After two heartbeats without a word it is sent again; by default that is 30 s.
 * `expires`: as long, give or take half, the client waits before it asks again for a consumer whose
 * server has died; by default 30 s too.
 */
export const pulling = { max_messages: 1_000, idle_heartbeat: 500, expires: 1_500 }
/** One whose process was killed. Who follows asks for more twice as often. */
const forgottenAfterMs = 60_000

/** What is stored where, and what comes before the keys of its subjects. */
type Place = { name: string; subjects: string }
type PairPlaces = { commits: Place; facts: Place }

/** The two streams of a pair; the first pair is all there is, unless the log has been spread. */
export function placesOf(prefix: string, pair = 0): PairPlaces {
  const end = pair === 0 ? '' : `-${pair}`
  return {
    commits: { name: `${prefix}tournaments${end}`, subjects: `${prefix}tournament` },
    facts: { name: `${prefix}facts${end}`, subjects: `${prefix}cabinet` },
  }
}

/** `pair`, `pairs`: which of how many. */
export async function createStream(
  jsm: JetStreamManager,
  place: Place,
  { replicas, pair = 0, pairs = 1 }: { replicas: number; pair?: number; pairs?: number },
): Promise<void> {
  await makeStream(jsm, {
    name: place.name,
    subjects: subjectsOf(place, pair, pairs),
    ...(pair > 0 && { first_seq: firstOf(pair) }),
    ...(pair === 0 && pairs > 1 && { metadata: { [pairsKey]: `${pairs}` } }),
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    deny_delete: true,
    deny_purge: true,
    compression: compressionOf(replicas),
    duplicate_window: 0,
    // What decides is read from the leader: a copy may lag behind.
    allow_direct: false,
    num_replicas: replicas,
  })
}

/** Of the first stream of commits: over how many pairs the log is spread. */
export const pairsKey = 'waggle-pairs'

/** A stream takes what is of its own shards: who does not know that there are several stores nothing. */
export function subjectsOf({ subjects }: Place, pair: number, pairs: number): string[] {
  if (pairs === 1) return [`${subjects}.>`]
  return shardsOf(pair, pairs).map((shard) => `${subjects}.${shard}.*`)
}

export function openStream(place: StreamAddress): Stream {
  const { jsm, name, subjects } = place
  const failed = failedAt(place)
  // Only the leader answers, so no copy that lags behind is taken for the end.
  const info = async () => (await jsm.streams.info(name).catch(failed)).state
  const tail = async () => (await info()).last_seq
  return {
    append: (key, message, expected) => append(place, { key, message, expected }),
    read: (key, afterSeq) => read(place, `${subjects}.${key}`, afterSeq),
    at: (seq) => get(place, { seq }),
    tail,
    async size() {
      const { bytes, messages, first_ts: first } = await info()
      return { bytes, since: messages === 0 ? null : Date.parse(first) }
    },
    last: async (key) => (await get(place, { last_by_subj: `${subjects}.${key}` }))?.seq ?? 0,
    next: (key, after) => get(place, { seq: after + 1, next_by_subj: `${subjects}.${key}` }),
    follow: async (after, each, signal) => {
      if (signal.aborted) return
      const { messages, forget } = await consume(place, after)
      await follow(messages, { after, each, signal, tail }).finally(forget)
    },
  }
}

/** Without a leader nobody answers, or says that nobody is there. */
const leaderless = new Set([10_008, 10_009])

function failedAt({ replicas }: StreamAddress) {
  return (error: unknown): never => {
    const isLeaderless =
      error instanceof TimeoutError ||
      error instanceof NoRespondersError ||
      (error instanceof Error && error.name === 'JetStreamNotEnabled') ||
      (error instanceof JetStreamApiError && leaderless.has(error.code))
    if (replicas > 1 && isLeaderless)
      throw new ChoosingLeader('the log is choosing a leader', { cause: error })
    return unavailable(error)
  }
}

async function append(
  place: StreamAddress,
  { key, message, expected }: { key: string; message: unknown; expected: Expected | undefined },
): Promise<{ seq: number } | 'conflict'> {
  const { js, subjects } = place
  try {
    const options = { timeout: 1_000, ...(expected ? { expect: expectOf(expected) } : {}) }
    const ack = await js.publish(`${subjects}.${key}`, JSON.stringify(message), options)
    return { seq: ack.seq }
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === wrongLastSequence) return 'conflict'
    return failedAt(place)(error)
  }
}

function expectOf({ lastSeq, lastOfAll }: Expected) {
  const ofSubject = { lastSubjectSequence: lastSeq }
  return lastOfAll === undefined ? ofSubject : { ...ofSubject, lastSequence: lastOfAll }
}

async function get(place: StreamAddress, query: Query): Promise<Message | null> {
  const { jsm, name } = place
  try {
    const found = await jsm.streams.getMessage(name, query)
    if (!found) return null
    const { seq, subject } = found
    const time = takenAt(found.time, found.header)
    return { seq, ...placeOf(subject), time, json: () => found.json() }
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === noMessage) return null
    return failedAt(place)(error)
  }
}

async function read(place: StreamAddress, subject: string, afterSeq: number): Promise<Message[]> {
  const found: Message[] = []
  let after = afterSeq
  for (let i = 0; i < fewMessages; i++) {
    const next = await get(place, { seq: after + 1, next_by_subj: subject })
    if (!next) return found
    found.push(next)
    after = next.seq
  }
  const last = await get(place, { last_by_subj: subject })
  if (!last || last.seq <= after) return found
  return [...found, ...(await readOn(place, subject, { after, upTo: last.seq }))]
}

async function readOn(
  place: StreamAddress,
  subject: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<Message[]> {
  const found: Message[] = []
  const { messages, forget } = await consume(place, after, subject)
  // A consumer waits for a server that is away for as long as it takes; who reads does not.
  let silence = setTimeout(() => messages.stop(), silenceMs)
  try {
    for await (const m of messages) {
      clearTimeout(silence)
      found.push(messageOf(m))
      if (m.seq >= upTo) return found
      silence = setTimeout(() => messages.stop(), silenceMs)
    }
  } catch (error) {
    return unavailable(error)
  } finally {
    clearTimeout(silence)
    await messages.close()
    forget()
  }
  return unavailable(new Error(`${subject} could not be read to its end`))
}

type Consuming = { messages: ConsumerMessages; forget: () => void }

/** `forget` says that it is over: a server has room for 1,000 consumers of a stream. */
async function consume(place: StreamAddress, after: number, subject?: string): Promise<Consuming> {
  const filter = subject ? { filter_subjects: [subject] } : {}
  try {
    const consumer = await place.js.consumers.get(place.name, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: after + 1,
      inactive_threshold: forgottenAfterMs,
      ...filter,
    })
    const messages = await consumer.consume(pulling)
    return { messages, forget: () => void consumer.delete().catch(() => {}) }
  } catch (error) {
    return failedAt(place)(error)
  }
}

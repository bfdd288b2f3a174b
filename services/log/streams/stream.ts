import {
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import type {
  ConsumerMessages,
  JetStreamClient,
  JetStreamManager,
  PeerInfo,
  StreamConfig,
} from '@nats-io/jetstream'
import { NoRespondersError, TimeoutError } from '@nats-io/transport-node'
import { follow } from './follow.ts'
import { messageOf, parseSubject } from './message.ts'
import type { Message } from './message.ts'
import { compressionOf } from './replicas.ts'
import { firstOf, shardsOf } from './shards.ts'
import { storedAt } from './stored-at.ts'
import { ChoosingLeader, unavailable } from './unavailable.ts'

/** One stream of JSON messages, with one subject for each aggregate. */
export type Stream = {
  append(key: string, message: unknown, expected?: Expected): Promise<{ seq: number } | 'conflict'>
  read(key: string, afterSeq: number): Promise<Message[]>
  at(seq: number): Promise<Message | null>
  tail(): Promise<number>
  /** bytes on disk, and the time of its first message in ms (null: it is empty) */
  size(): Promise<StreamSize>
  /** names of the servers whose replica is away or behind */
  awayServers(): Promise<string[]>
  /** position of the last message with a key; 0: there is none */
  last(key: string): Promise<number>
  /** the first message with a key after a position; the key may be a pattern: `*.5` */
  next(key: string, after: number): Promise<Message | null>
  follow(
    after: number,
    each: (batch: Message[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
}
export type StreamSize = { bytes: number; since: number | null }
/**
 * A message is stored only if these are the last positions of its subject and of the whole stream.
 */
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
/** For fewer messages single requests are faster than creating a consumer. */
const fewMessages = 4
const silenceMs = 2_000
const awayAfterMs = 5_000
/**
 * In a cluster the first pull request may get lost, because a server does not know a consumer that
 * another server has just created. The client repeats it after two missed heartbeats (by default
 * after 30 s). `expires`: after about this time (give or take half) the client asks again for a
 * consumer whose server has died (by default 30 s too).
 */
export const pullOptions = { max_messages: 1_000, idle_heartbeat: 500, expires: 1_500 }
/** The server deletes a consumer after this time without a request, if its process was killed. */
const forgottenAfterMs = 60_000

/** The name of a stream, and the prefix of its subjects. */
type StreamName = { name: string; subjects: string }
type PairStreams = { commits: StreamName; facts: StreamName }

/** The names of the two streams of a pair. */
export function streamNamesOf(prefix: string, pair = 0): PairStreams {
  const end = pair === 0 ? '' : `-${pair}`
  return {
    commits: { name: `${prefix}tournaments${end}`, subjects: `${prefix}tournament` },
    facts: { name: `${prefix}facts${end}`, subjects: `${prefix}cabinet` },
  }
}

/** `pair`: the number of this pair; `pairs`: how many there are. */
type Place = { replicas: number; pair?: number; pairs?: number }

/** What a stream is created with. Its messages have no ids, so its window for duplicates is unused. */
export function streamOptions(stream: StreamName, { replicas, pair = 0, pairs = 1 }: Place) {
  return {
    name: stream.name,
    subjects: subjectsOf(stream, pair, pairs),
    ...(pair > 0 && { first_seq: firstOf(pair) }),
    ...(pair === 0 && pairs > 1 && { metadata: { [pairsKey]: `${pairs}` } }),
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    deny_delete: true,
    deny_purge: true,
    compression: compressionOf(replicas),
    // Reads that decide something go to the leader, because a replica may lag behind.
    allow_direct: false,
    num_replicas: replicas,
  } satisfies Partial<StreamConfig>
}

/** Metadata key of the first stream of commits: the number of pairs of the log. */
export const pairsKey = 'waggle-pairs'

/**
 * A stream accepts only the subjects of its own shards, so that a process which does not know about
 * the other pairs cannot store anything.
 */
export function subjectsOf({ subjects }: StreamName, pair: number, pairs: number): string[] {
  if (pairs === 1) return [`${subjects}.>`]
  return shardsOf(pair, pairs).map((shard) => `${subjects}.${shard}.*`)
}

export function openStream(address: StreamAddress): Stream {
  const { jsm, name, subjects } = address
  const throwError = throwUnavailable(address)
  // Only the leader answers; the end of a replica that lags behind would be wrong.
  const info = () => jsm.streams.info(name).catch(throwError)
  const tail = async () => (await info()).state.last_seq
  return {
    append: (key, message, expected) => append(address, { key, message, expected }),
    read: (key, afterSeq) => read(address, `${subjects}.${key}`, afterSeq),
    at: (seq) => get(address, { seq }),
    tail,
    async size() {
      const { bytes, messages, first_ts: first } = (await info()).state
      return { bytes, since: messages === 0 ? null : Date.parse(first) }
    },
    async awayServers() {
      const { replicas = [] } = (await info()).cluster ?? {}
      return replicas.filter(isAway).map((replica) => replica.name)
    },
    last: async (key) => (await get(address, { last_by_subj: `${subjects}.${key}` }))?.seq ?? 0,
    next: (key, after) => get(address, { seq: after + 1, next_by_subj: `${subjects}.${key}` }),
    follow: async (after, each, signal) => {
      if (signal.aborted) return
      const { messages, forget } = await consume(address, after)
      const hasMore = async (seq: number) =>
        (await get(address, { seq: seq + 1, next_by_subj: `${subjects}.>` })) !== null
      await follow(messages, { after, each, signal, tail, hasMore }).finally(forget)
    },
  }
}

/**
 * The server itself says that a replica is offline only after minutes. Replicas answer their leader
 * every second.
 */
function isAway({ current, active: sinceHeardNanos }: PeerInfo): boolean {
  return !current || sinceHeardNanos > awayAfterMs * 1e6
}

/** Without a leader requests time out, or fail with one of these codes. */
const leaderless = new Set([10_008, 10_009])

function throwUnavailable({ replicas }: StreamAddress) {
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
  address: StreamAddress,
  { key, message, expected }: { key: string; message: unknown; expected: Expected | undefined },
): Promise<{ seq: number } | 'conflict'> {
  const { js, subjects } = address
  try {
    const options = { timeout: 1_000, ...(expected ? { expect: expectOf(expected) } : {}) }
    const ack = await js.publish(`${subjects}.${key}`, JSON.stringify(message), options)
    return { seq: ack.seq }
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === wrongLastSequence) return 'conflict'
    return throwUnavailable(address)(error)
  }
}

function expectOf({ lastSeq, lastOfAll }: Expected) {
  const ofSubject = { lastSubjectSequence: lastSeq }
  return lastOfAll === undefined ? ofSubject : { ...ofSubject, lastSequence: lastOfAll }
}

async function get(address: StreamAddress, query: Query): Promise<Message | null> {
  const { jsm, name } = address
  try {
    const found = await jsm.streams.getMessage(name, query)
    if (!found) return null
    const { seq, subject } = found
    const time = storedAt(found.time, found.header)
    return { seq, ...parseSubject(subject), time, json: () => found.json() }
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === noMessage) return null
    return throwUnavailable(address)(error)
  }
}

async function read(address: StreamAddress, subject: string, afterSeq: number): Promise<Message[]> {
  const messages = await readSingly(address, subject, { after: afterSeq, most: fewMessages })
  if (messages.length < fewMessages) return messages
  const after = messages.at(-1)?.seq ?? afterSeq
  const last = await get(address, { last_by_subj: subject })
  // There are messages, so the last one is damaged: where the others end is not known.
  if (!last) {
    return [...messages, ...(await readSingly(address, subject, { after, most: Infinity }))]
  }
  if (last.seq <= after) return messages
  return [...messages, ...(await readRest(address, subject, { after, upTo: last.seq }))]
}

async function readSingly(
  address: StreamAddress,
  subject: string,
  { after, most }: { after: number; most: number },
): Promise<Message[]> {
  const found: Message[] = []
  while (found.length < most) {
    const seq = (found.at(-1)?.seq ?? after) + 1
    const next = await get(address, { seq, next_by_subj: subject })
    if (!next) break
    found.push(next)
  }
  return found
}

async function readRest(
  address: StreamAddress,
  subject: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<Message[]> {
  const found: Message[] = []
  const { messages, forget } = await consume(address, after, subject)
  // A consumer waits for an unreachable server without a limit; a read must not.
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

type ActiveConsumer = { messages: ConsumerMessages; forget: () => void }

/** `forget` deletes the consumer: a server allows only 1,000 consumers of a stream. */
async function consume(
  address: StreamAddress,
  after: number,
  subject?: string,
): Promise<ActiveConsumer> {
  // Not as an array: nats-server 2.10 then reads a compressed block again for each message of it.
  const filter = subject ? { filter_subjects: subject } : {}
  try {
    const consumer = await address.js.consumers.get(address.name, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: after + 1,
      inactive_threshold: forgottenAfterMs,
      ...filter,
    })
    const messages = await consumer.consume(pullOptions)
    return { messages, forget: () => void consumer.delete().catch(() => {}) }
  } catch (error) {
    return throwUnavailable(address)(error)
  }
}

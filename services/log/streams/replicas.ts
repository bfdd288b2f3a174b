import {
  JetStreamApiError,
  StoreCompression,
  DiscardPolicy,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import type { JetStreamManager, StreamConfig } from '@nats-io/jetstream'
import { PermissionViolationError } from '@nats-io/transport-node'
import type { NatsConnection } from '@nats-io/transport-node'
import { unavailable } from './unavailable.ts'

/**
 * With these settings a stream stores every message once, as it was sent, before it acknowledges
 * it, and keeps all of them. A stream that somebody else has created may differ.
 */
const keepsEverything = {
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.New,
  max_age: 0,
  max_msgs: -1,
  max_bytes: -1,
  max_msgs_per_subject: -1,
  max_msg_size: -1,
  max_consumers: -1,
  discard_new_per_subject: false,
  // The asynchronous mode acknowledges before the disk has the message, whatever the server syncs.
  persist_mode: 'default',
  no_ack: false,
  sealed: false,
  allow_rollup_hdrs: false,
  allow_msg_ttl: false,
  allow_msg_counter: false,
  // Reads that decide something go to the leader, because a replica may lag behind.
  allow_direct: false,
  mirror_direct: false,
  mirror: undefined,
  sources: undefined,
  republish: undefined,
  subject_transform: undefined,
  first_seq: 1,
} satisfies Fields

/** What the server refuses to change on a stream that exists, or what would move its messages. */
const lasting = new Set<string>([
  'storage',
  'retention',
  'max_consumers',
  'persist_mode',
  'sealed',
  'allow_msg_counter',
  'mirror',
  'sources',
  'first_seq',
  // Moved by spreading the log only.
  'subjects',
])

/** The values that the server leaves out. */
const absent: Fields = { persist_mode: 'default', max_age: 0, first_seq: 1 }

const maxShown = 60

const otherConfig = 10_058
/** Error codes of a single server, or of a cluster with fewer servers than replicas. */
const tooFewServers = new Set([10_005, 10_023, 10_074])
/** JetStream is off, for the server or for the account. */
const noJetStream = new Set([10_039, 10_076])

type StreamOptions = Partial<StreamConfig> & { name: string; num_replicas: number }

/** The replicas of each stream, from `LOG_REPLICAS`: 1 by default, 3 or 5 in a cluster. */
export function replicasFrom({ LOG_REPLICAS: text }: NodeJS.ProcessEnv): number {
  if (!text) return 1
  if (['1', '3', '5'].includes(text)) return Number(text)
  throw new Error(`LOG_REPLICAS is ${text}: it must be 1, 3 or 5`)
}

/** Checks the server before the first request, so that the error message is clear. */
export function requireCluster({ info }: NatsConnection, replicas: number): void {
  if (info && !info.jetstream) throw new Error('the NATS server of NATS_URL runs without JetStream')
  if (replicas === 1 || info?.cluster) return
  throw new Error(
    `LOG_REPLICAS is ${replicas}, but the NATS server runs alone: copies need a cluster of ${replicas}`,
  )
}

/**
 * In a cluster a compressed block may be unreadable after its server was killed (nats-server
 * 2.15.1), so replicated streams are not compressed. A single server compresses.
 */
export function compressionOf(replicas: number): StoreCompression {
  return replicas === 1 ? StoreCompression.S2 : StoreCompression.None
}

/** Creates a stream. If it exists with other options, they are corrected as far as they can be. */
export async function createReplicated(
  jsm: JetStreamManager,
  options: StreamOptions,
  { isChecked = true } = {},
): Promise<void> {
  try {
    await jsm.streams.add(options)
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== otherConfig) {
      return throwClear(error, options.num_replicas)
    }
    await alterStream(jsm, options, { isChecked })
  }
}

/**
 * Makes an existing stream what `options` say, and refuses one that would lose messages and cannot
 * be changed. `isChecked` is false for backups, which have to read such a stream too.
 */
export async function alterStream(
  jsm: JetStreamManager,
  options: StreamOptions,
  { isChecked = true } = {},
): Promise<void> {
  const { config } = await jsm.streams.info(options.name).catch(unavailable)
  if (isChecked) await correct(jsm, config, options)
  await replicate(jsm, config, options)
}

async function correct(
  jsm: JetStreamManager,
  config: StreamConfig,
  options: StreamOptions,
): Promise<void> {
  const { name } = options
  const found = differences(config, options)
  const lasting = found.filter(({ isLasting }) => isLasting)
  if (lasting.some(({ field }) => field === 'subjects')) {
    const advice = 'if `npm run log-pairs` was interrupted, run it again to its end'
    throw new Error(`${name} has other settings: ${described(found)}; ${advice}`)
  }
  if (lasting.length > 0) {
    const advice =
      'This cannot be changed: save the data with `npm run backup`, and restore it with `npm run restore`, which creates the stream anew'
    throw new Error(`${name} would lose messages: ${described(found)}. ${advice}`)
  }
  if (found.length === 0) return
  const corrected = Object.fromEntries(found.map(({ field, wanted }) => [field, wanted]))
  await jsm.streams.update(name, corrected).catch((error: unknown) => {
    if (!isForbidden(error)) return throwClear(error, options.num_replicas)
    throw new Error(`${name} would lose messages: ${described(found)}, and ${forbidden}`, {
      cause: error,
    })
  })
  console.warn(`${name} had settings that lose messages, and was corrected: ${described(found)}`)
}

const forbidden =
  'this user may not change that: run `npm run log-replicas` with the NATS_URL of a user who may'

/** Changes the number of replicas and the compression of an existing stream, if they differ. */
async function replicate(
  jsm: JetStreamManager,
  config: StreamConfig,
  { name, num_replicas: replicas, compression = config.compression }: StreamOptions,
): Promise<void> {
  const hasReplicas = config.num_replicas === replicas
  if (hasReplicas && config.compression === compression) return
  const altered = { num_replicas: replicas, compression }
  await jsm.streams.update(name, altered).catch((error: unknown) => {
    if (!isForbidden(error)) return throwClear(error, replicas)
    if (hasReplicas) return console.warn(`${name} must be without compression, and ${forbidden}`)
    const found = `LOG_REPLICAS is ${replicas}, but ${name} has ${config.num_replicas}`
    throw new Error(`${found}, and ${forbidden}`, { cause: error })
  })
}

/** The error of a request has the permission error as its cause. */
function isForbidden(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof PermissionViolationError
}

function throwClear(error: unknown, replicas: number): never {
  if (error instanceof JetStreamApiError && tooFewServers.has(error.code)) {
    const why = `the NATS servers have no room for so many copies (${error.message})`
    throw new Error(`LOG_REPLICAS is ${replicas}, but ${why}`, { cause: error })
  }
  if (error instanceof JetStreamApiError && noJetStream.has(error.code)) {
    throw new Error(`the NATS server refuses JetStream: ${error.message}`, { cause: error })
  }
  return unavailable(error)
}

type Fields = Partial<Record<keyof StreamConfig, unknown>>
type Difference = { field: string; found: unknown; wanted: unknown; isLasting: boolean }

/**
 * The settings in which a stream differs from those it is created with. Those that only concern the
 * operator, such as its placement, may differ, and so may the replicas, which are altered.
 */
function differences(config: StreamConfig, wanted: Partial<StreamConfig>): Difference[] {
  const { num_replicas: _, compression: __, name: ___, metadata: ____, ...own } = wanted
  const all: Fields = { ...keepsEverything, ...own }
  return Object.entries(all).flatMap(([field, value]) => {
    // A quota that refuses new messages loses none (P16).
    if (field === 'max_bytes' && config.discard === DiscardPolicy.New) return []
    const found = (config as Fields)[field as keyof Fields] ?? absent[field as keyof Fields]
    if (canonical(found) === canonical(value)) return []
    return [{ field, found, wanted: value, isLasting: lasting.has(field) }]
  })
}

/** Left out, off and empty are the same to the server. */
function canonical(value: unknown): string {
  const isEmpty = value === undefined || value === null || value === false || value === ''
  if (isEmpty || (Array.isArray(value) && value.length === 0)) return 'off'
  return JSON.stringify(Array.isArray(value) ? value.map(String).sort() : value)
}

function described(all: readonly Difference[]): string {
  const texts = all.map(({ field, found, wanted }) => {
    return `${field} is ${shown(found)} and must be ${shown(wanted)}`
  })
  return texts.join('; ')
}

function shown(value: unknown): string {
  const text = canonical(value)
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}

import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import type { StreamConfig } from '@nats-io/jetstream'

type Fields = Partial<Record<keyof StreamConfig, unknown>>

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

type Difference = { field: string; found: unknown; wanted: unknown; isLasting: boolean }

/**
 * The settings in which a stream differs from those it is created with. Those that only concern the
 * operator, such as its placement, may differ, and so may the replicas, which are altered.
 */
export function differences(config: StreamConfig, wanted: Partial<StreamConfig>): Difference[] {
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

export function described(all: readonly Difference[]): string {
  const texts = all.map(({ field, found, wanted }) => {
    return `${field} is ${shown(found)} and must be ${shown(wanted)}`
  })
  return texts.join('; ')
}

const maxShown = 60

function shown(value: unknown): string {
  const text = canonical(value)
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}

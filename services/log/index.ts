// The only room that knows JetStream: commits of tournaments, facts of cabinets, and messages that
// are stored nowhere.
import { setTimeout as sleep } from 'node:timers/promises'
import { jetstream } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Facts } from '../../events/schema/cabinet-facts.ts'
import type { Commit } from '../../events/schema/commit.ts'
import { readCommit } from '../../events/schema/upcast.ts'
import { openBus } from './bus.ts'
import type { Bus } from './bus.ts'
import { connectedInTime } from './connect.ts'
import { replicasFrom, requireCluster } from './replicas.ts'
import { createStream, openStream, placesOf } from './stream.ts'
import type { Stream } from './stream.ts'
import { openMended } from './mended.ts'
import type { Message } from './message.ts'
import { Unavailable } from './unavailable.ts'
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../events/canonical-json.ts'

export { natsAddress } from './address.ts'
export { openArchive } from './archive.ts'
export type { Archive, StoredMessage } from './archive.ts'
export { WritingStopped, openGate } from './gate.ts'
export type { Verdict, VerifyRequest } from './gate.ts'
export { TournamentHalted, damageReasons, saidOf, unlessHalted } from './halted.ts'
export type { Damage } from './halted.ts'
export { mend } from './mended.ts'
export type { Mended } from './mended.ts'
export { requireSyncAlways } from './connect.ts'
export { natsRooms, subjects } from './subjects.ts'
export type { NatsRoom } from './subjects.ts'
export { Unavailable } from './unavailable.ts'

/** A commit and its position in the stream; of one that cannot be read the version is 0. */
export type Stored = { commit: Commit; seq: number }
/** Facts, their position, and when the log's own clock took them (ISO, UTC). */
export type StoredFacts = { facts: Facts; seq: number; at: string }

/** The log, over JetStream. Every method throws `Unavailable` if the server cannot be reached. */
export type Log = Bus &
  Commits &
  CabinetFacts & {
    /** on disk, and when the first message was taken, in ms (null: there is none) */
    size(): Promise<LogSize>
    close(): Promise<void>
  }
type LogSize = { bytes: number; since: number | null }

type Commits = {
  /** commits of a tournament after a position, oldest first */
  load(tournament: number, afterSeq?: number): Promise<Stored[]>
  /**
   * Stores a commit if `lastSeq` is still the tournament's last position (P3, P4), and with
   * `lastOfAll` only if that is still the last position of all tournaments.
   */
  append(commit: Commit, lastSeq: number, lastOfAll?: number): Promise<{ seq: number } | 'conflict'>
  /** calls `each` with all that has arrived, in order, until the signal; waits for `each` */
  follow(
    after: number,
    each: (batch: Stored[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
  at(seq: number): Promise<Stored | null>
  tail(): Promise<number>
}

type CabinetFacts = {
  appendFacts(facts: Facts): Promise<number>
  /** stores them if `lastSeq` is still the cabinet's last position */
  appendFactsBehind(facts: Facts, lastSeq: number): Promise<{ seq: number } | 'conflict'>
  /** position of a cabinet's last facts; 0: it has none */
  lastFacts(cabinet: number): Promise<number>
  followFacts(
    after: number,
    each: (batch: StoredFacts[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
  factsAt(seq: number): Promise<StoredFacts | null>
  factsTail(): Promise<number>
}

const againMs = 500

type LogOptions = {
  url: string
  /** prefix of stream names */
  streams?: string
  /** copies of each stream; left out, what the environment says */
  replicas?: number
}

/** However long the servers are away, or choose a leader; what is set wrongly is refused at once. */
export async function openLog(options: LogOptions): Promise<Log> {
  const replicas = options.replicas ?? replicasFrom(process.env)
  for (let isSaid = false; ; isSaid = true) {
    const nc = await connectedInTime(options.url)
    try {
      requireCluster(nc, replicas)
      return await openOn(nc, options.streams ?? '', replicas)
    } catch (error) {
      await nc.close()
      if (!(error instanceof Unavailable)) throw error
      if (!isSaid) console.warn(`Waiting: ${error.message}`)
      await sleep(againMs)
    }
  }
}

async function openOn(nc: NatsConnection, prefix: string, replicas: number): Promise<Log> {
  const js = jetstream(nc, { timeout: 2_000 })
  const jsm = await js.jetstreamManager(false)
  const making = await jetstream(nc, { timeout: 5_000 }).jetstreamManager(false)
  const { commits, facts } = placesOf(prefix)
  for (const stream of [commits, facts]) await createStream(making, stream, replicas)
  const bus = await openBus(nc, { jsm: making, prefix, replicas })
  const [ofCommits, ofFacts] = [commits, facts].map((at) =>
    openStream({ js, jsm, replicas, ...at }),
  )
  const mended = openMended(bus, ofCommits!)
  const close = async () => {
    mended.stop()
    bus.stop()
    // Nothing can be drained into a server that is away.
    if (!bus.connected()) return nc.close()
    await nc.drain().catch(() => nc.close())
  }
  return {
    ...bus,
    ...commitsIn(mended),
    ...factsIn(ofFacts!),
    size: () => sizeOf([ofCommits!, ofFacts!]),
    close,
  }
}

async function sizeOf(streams: Stream[]): Promise<LogSize> {
  const sizes = await Promise.all(streams.map((stream) => stream.size()))
  const since = sizes.flatMap((each) => each.since ?? [])
  const bytes = sizes.reduce((sum, each) => sum + each.bytes, 0)
  return { bytes, since: since.length === 0 ? null : Math.min(...since) }
}

function commitsIn(stream: Stream): Commits {
  return {
    load: async (tournament, afterSeq = 0) =>
      (await stream.read(`${tournament}`, afterSeq)).map(stored),
    append: (commit, lastSeq, lastOfAll) =>
      stream.append(`${commit.tournament}`, commit, { lastSeq, lastOfAll }),
    follow: (after, each, signal) =>
      stream.follow(after, (batch) => each(batch.map(stored)), signal),
    at: async (seq) => {
      const message = await stream.at(seq)
      return message && stored(message)
    },
    tail: stream.tail,
  }
}

function factsIn(stream: Stream): CabinetFacts {
  return {
    appendFacts: async (facts) => {
      const answer = await stream.append(`${facts.cabinet}`, facts)
      if (answer === 'conflict') throw new Unavailable('the log refused cabinet facts')
      return answer.seq
    },
    appendFactsBehind: (facts, lastSeq) => stream.append(`${facts.cabinet}`, facts, { lastSeq }),
    lastFacts: (cabinet) => stream.last(`${cabinet}`),
    followFacts: (after, each, signal) =>
      stream.follow(after, (batch) => each(batch.map(storedFacts)), signal),
    factsAt: async (seq) => {
      const message = await stream.at(seq)
      return message && storedFacts(message)
    },
    factsTail: stream.tail,
  }
}

function stored(message: Message): Stored {
  return { commit: readable(message) ?? unreadable(Number(message.key)), seq: message.seq }
}

/** Null: it is damaged, or of another tournament than its subject says. */
function readable({ key, json }: Message): Commit | null {
  try {
    const commit = readCommit(json())
    const { tournament, version, chain, events } = commit
    const isWhole = version > 0 && typeof chain === 'string' && Array.isArray(events)
    return isWhole && `${tournament}` === key ? commit : null
  } catch {
    return null
  }
}

/** In the place of a commit that cannot be read: it has no effect, and follows no other. */
function unreadable(tournament: number): Commit {
  const by = { kind: 'service', name: 'log' } as const
  const command = { type: 'ChangeTournament' } as const
  return { id: '', tournament, version: 0, at: '', by, command, events: [], chain: '' }
}

function storedFacts(message: Message): StoredFacts {
  return { facts: message.json() as Facts, seq: message.seq, at: message.time }
}

export const firstChain = '0'.repeat(64)

/** sha256(previous chain + the commit without its own chain), hex: an altered commit breaks all after it. */
export function chainOf(previous: string, commit: Omit<Commit, 'chain'>): string {
  const { chain: _, ...body } = commit as Commit
  return createHash('sha256').update(previous).update(canonicalJson(body)).digest('hex')
}

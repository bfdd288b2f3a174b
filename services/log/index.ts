import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import type { Facts } from '../../events/cabinet.ts'
import type { Commit } from '../../events/commit.ts'
import { readCommit } from '../../events/past.ts'
import { openBus } from './bus.ts'
import type { Bus } from './bus.ts'
import { openStream } from './stream.ts'
import { Unavailable } from './unavailable.ts'

export { chainOf, firstChain } from './chain.ts'
export { Halted, openGate } from './gate.ts'
export type { Verdict } from './gate.ts'
export { Unavailable } from './unavailable.ts'

/** A commit and its position in the stream. */
export type Stored = { commit: Commit; seq: number }
/** Facts, their position, and when the log's own clock took them (ISO, UTC). */
export type StoredFacts = { facts: Facts; seq: number; at: string }

/** The log: the only room that knows JetStream. Every method throws `Unavailable` when it is away. */
export type Log = Bus & {
  /** commits of a tournament after a position, oldest first */
  load(tournament: number, afterSeq?: number): Promise<Stored[]>
  /** stores a commit if `lastSeq` is still the tournament's last position (P3, P4) */
  append(commit: Commit, lastSeq: number): Promise<{ seq: number } | 'conflict'>
  /** calls `each` with all that has arrived, in order, until the signal; waits for `each` */
  follow(after: number, each: (batch: Stored[]) => Promise<void>, signal: AbortSignal): Promise<void>
  at(seq: number): Promise<Stored | null>
  tail(): Promise<number>
  appendFacts(facts: Facts): Promise<number>
  followFacts(
    after: number,
    each: (batch: StoredFacts[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
  factsTail(): Promise<number>
  close(): Promise<void>
}

const oldestServer = [2, 10]

export async function openLog(options: { url: string; streams?: string }): Promise<Log> {
  const prefix = options.streams ?? ''
  const nc = await connect({
    servers: options.url,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    reconnectJitter: 100,
    pingInterval: 5_000,
    maxPingOut: 2,
    timeout: 2_000,
  }).catch((cause: unknown) => {
    throw new Unavailable(`no NATS server answers at ${options.url}`, { cause })
  })
  const [major = 0, minor = 0] = (nc.info?.version ?? '').split('.').map(Number)
  if (major < oldestServer[0]! || (major === oldestServer[0] && minor < oldestServer[1]!)) {
    await nc.close()
    throw new Error(`nats-server ${nc.info?.version} is too old: 2.10 or newer is needed`)
  }
  const js = jetstream(nc, { timeout: 2_000 })
  const jsm = await jetstreamManager(nc, { timeout: 5_000 })
  const commits = await openStream({ js, jsm, name: `${prefix}tournaments`, subjects: `${prefix}tournament` })
  const facts = await openStream({ js, jsm, name: `${prefix}facts`, subjects: `${prefix}cabinet` })
  const bus = await openBus(nc, prefix)

  const stored = (message: { seq: number; json(): unknown }): Stored => ({
    commit: readCommit(message.json()),
    seq: message.seq,
  })
  return {
    ...bus,
    load: async (tournament, afterSeq = 0) =>
      (await commits.read(`${tournament}`, afterSeq)).map(stored),
    append: (commit, lastSeq) => commits.append(`${commit.tournament}`, commit, lastSeq),
    follow: (after, each, signal) =>
      commits.follow(after, (batch) => each(batch.map(stored)), signal),
    at: async (seq) => {
      const message = await commits.at(seq)
      return message ? stored(message) : null
    },
    tail: commits.tail,
    appendFacts: async (message) => {
      const answer = await facts.append(`${message.cabinet}`, message)
      if (answer === 'conflict') throw new Unavailable('the log refused cabinet facts')
      return answer.seq
    },
    followFacts: (after, each, signal) =>
      facts.follow(
        after,
        (batch) =>
          each(batch.map((m) => ({ facts: m.json() as Facts, seq: m.seq, at: m.time }))),
        signal,
      ),
    factsTail: facts.tail,
    close: async () => {
      bus.stop()
      if (!nc.isClosed()) await nc.drain().catch(() => nc.close())
    },
  }
}

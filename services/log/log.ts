import type { Facts } from '#events/schema/cabinet-facts.ts'
import type { Commit } from '#events/schema/commit.ts'
import type { Bus } from './bus.ts'
import type { StoredCommit, StoredFacts } from './commits.ts'
import type { StreamSize } from './streams/stream.ts'

/** The log, in JetStream. Every method throws `Unavailable` if the server cannot be reached. */
export type Log = Bus &
  Commits &
  CabinetFacts &
  // The first pair, which is the only one unless the log has been spread.
  LogPair & {
    /** Messages of different pairs have no order. All data of a scene is in one pair. */
    pairs: readonly LogPair[]
    pairOfScene(scene: number): LogPair
    pairOfTournament(tournament: number): Promise<LogPair>
    pairOfCabinet(cabinet: number): Promise<LogPair>
    /** bytes on disk, and the time of the first message in ms (null: there is none) */
    size(): Promise<StreamSize>
    /** names of the servers of the cluster whose copy is away or behind */
    awayServers(): Promise<string[]>
    close(): Promise<void>
  }
export type Commits = {
  /** commits of a tournament after a position, oldest first */
  load(tournament: number, afterSeq?: number): Promise<StoredCommit[]>
  /**
   * Stores a commit if `lastSeq` is still the tournament's last position (P3, P4), and with
   * `lastOfAll` only if that is still the last position of its pair.
   */
  append(commit: Commit, lastSeq: number, lastOfAll?: number): Promise<{ seq: number } | 'conflict'>
  at(seq: number): Promise<StoredCommit | null>
}

export type CabinetFacts = {
  appendFacts(facts: Facts): Promise<number>
  /** stores them if `lastSeq` is still the cabinet's last position */
  appendFactsBehind(facts: Facts, lastSeq: number): Promise<{ seq: number } | 'conflict'>
  /** position of a cabinet's last facts; 0: it has none */
  lastFacts(cabinet: number): Promise<number>
  factsAt(seq: number): Promise<StoredFacts | null>
}

/** A pair of streams: one of commits and one of facts. */
export type LogPair = {
  /** 0, 1 … */
  index: number
  /** the first position of both of its streams; pairs have disjoint positions */
  first: number
  /**
   * Calls `each` with batches of commits, in order, until the signal; waits for each call. `upTo`
   * is the last position of the batch, also if the batch has no commits that belong to this pair
   * now.
   */
  follow(
    after: number,
    each: (batch: StoredCommit[], upTo: number) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
  tail(): Promise<number>
  followFacts(
    after: number,
    each: (batch: StoredFacts[], upTo: number) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
  factsTail(): Promise<number>
}

// The only room that knows JetStream: commits of tournaments, facts of cabinets, and messages that
// are not stored.
import { setTimeout as sleep } from 'node:timers/promises'
import { jetstream } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { CabinetFacts, Commits, Log, LogPair } from './log.ts'
import { openBus } from './bus.ts'
import { parseCommit, parseFacts } from './commits.ts'
import { connectEventually } from './connect.ts'
import { replicasFrom, requireCluster } from './streams/replicas.ts'
import { openStream, streamNamesOf } from './streams/stream.ts'
import type { Stream, StreamSize } from './streams/stream.ts'
import { withReplacements } from './replacements.ts'
import { sceneIn, shardOfCabinet, shardOfTournament } from './streams/directory.ts'
import type { SceneOfCabinet } from './streams/directory.ts'
import { firstOf, pairAt, pairOfShard, shardOfScene } from './streams/shards.ts'
import { createPairs } from './streams/pairs.ts'
import { openSharded } from './streams/sharded.ts'
import type { Sharded } from './streams/sharded.ts'
import { Unavailable } from './streams/unavailable.ts'
import { sayWaiting } from './waiting.ts'

export type { Log, LogPair } from './log.ts'
export { natsAddress } from './address.ts'
export { openRawLog } from './raw-log.ts'
export type { RawLog, StoredMessage } from './raw-log.ts'
export { chainOf, firstChain } from './commits.ts'
export type { StoredCommit, StoredFacts } from './commits.ts'
export { WritingStopped, openGate } from './gate.ts'
export type { PairWitnessCheck, VerifyRequest, WitnessCheck } from './gate.ts'
export { TournamentHalted, damageReasons, haltedMessage, nullIfHalted } from './halted.ts'
export type { Damage } from './halted.ts'
export { replaceCommits } from './replacements.ts'
export type { Replacement } from './replacements.ts'
export { streamNamesOf } from './streams/stream.ts'
export { requireSyncAlways } from './connect.ts'
export { lead } from './lead.ts'
export { openPause, pause } from './pause.ts'
export { firstOf, nameForPair, olderPairs, pairAt, pairCounts } from './streams/shards.ts'
export { spreadLog } from './spread.ts'
export { natsRooms, subjects } from './subjects.ts'
export type { NatsRoom } from './subjects.ts'
export { DiskFull, LostEnd, Unavailable } from './streams/unavailable.ts'

const retryMs = 500

type LogOptions = {
  url: string
  /** prefix of stream names */
  streams?: string
  /** replicas of each stream; `LOG_REPLICAS` by default */
  replicas?: number
  /** finds the scene of a cabinet without facts; needed if the log is spread over several pairs */
  sceneOfCabinet?: SceneOfCabinet
}

const noScenes: SceneOfCabinet = async () => null

/** Waits while the servers are unavailable or elect a leader. Wrong settings throw at once. */
export async function openLog(options: LogOptions): Promise<Log> {
  const { url, streams: prefix = '', sceneOfCabinet = noScenes } = options
  const replicas = options.replicas ?? replicasFrom(process.env)
  for (;;) {
    const nc = await connectEventually(url)
    try {
      requireCluster(nc, replicas)
      return await openOn(nc, { prefix, replicas, sceneOfCabinet })
    } catch (error) {
      await nc.close()
      if (!(error instanceof Unavailable)) throw error
      sayWaiting(error)
      await sleep(retryMs)
    }
  }
}

type OpenOptions = { prefix: string; replicas: number; sceneOfCabinet: SceneOfCabinet }

async function openOn(
  nc: NatsConnection,
  { prefix, replicas, sceneOfCabinet }: OpenOptions,
): Promise<Log> {
  const js = jetstream(nc, { timeout: 2_000 })
  const jsm = await js.jetstreamManager(false)
  const creatingJsm = await jetstream(nc, { timeout: 5_000 }).jetstreamManager(false)
  const count = await createPairs(creatingJsm, { prefix, replicas })
  const bus = await openBus(nc, { jsm: creatingJsm, prefix, replicas, pairs: count })
  const streamsOfPairs = Array.from({ length: count }, (_, pair) => streamNamesOf(prefix, pair))
  const open = (stream: { name: string; subjects: string }) =>
    openStream({ js, jsm, replicas, ...stream })
  const commitStreams = streamsOfPairs.map(({ commits }, pair) =>
    withReplacements(bus, open(commits), (seq) => pairAt(seq) === pair),
  )
  const factStreams = streamsOfPairs.map(({ facts }) => open(facts))
  const commits = openSharded({
    streams: commitStreams,
    shardOf: (id) => shardOfTournament(commitStreams, id),
  })
  const facts = openSharded({
    streams: factStreams,
    shardOf: (id) => shardOfCabinet(factStreams, sceneOfCabinet, id),
  })
  const pairs = streamsOfPairs.map((_, index) => pairIn({ commits, facts }, index))
  const all = [...commitStreams, ...factStreams]
  const close = async () => {
    for (const stream of commitStreams) stream.stop()
    bus.stop()
    // Draining would wait for a server that is not reachable.
    if (!bus.connected()) return nc.close()
    await nc.drain().catch(() => nc.close())
  }
  return {
    ...bus,
    ...pairs[0]!,
    ...commitsIn(commits),
    ...factsIn(facts),
    pairs,
    pairOfScene: (scene) => pairs[pairOfShard(shardOfScene(scene), count)]!,
    pairOfTournament: async (id) => pairs[await commits.pairOf(id)]!,
    pairOfCabinet: async (id) => pairs[await facts.pairOf(id)]!,
    size: () => sizeOf(all),
    awayServers: async () => {
      const names = await Promise.all(all.map((stream) => stream.awayServers()))
      return [...new Set(names.flat())].toSorted()
    },
    close,
  }
}

async function sizeOf(streams: Stream[]): Promise<StreamSize> {
  const sizes = await Promise.all(streams.map((stream) => stream.size()))
  const since = sizes.flatMap((each) => each.since ?? [])
  const bytes = sizes.reduce((sum, each) => sum + each.bytes, 0)
  return { bytes, since: since.length === 0 ? null : Math.min(...since) }
}

function pairIn({ commits, facts }: { commits: Sharded; facts: Sharded }, index: number): LogPair {
  return {
    index,
    first: firstOf(index),
    follow: (after, each, signal) =>
      commits.follow({
        pair: index,
        after,
        each: (batch, upTo) => each(batch.map(parseCommit), upTo),
        signal,
      }),
    tail: () => commits.tail(index),
    followFacts: (after, each, signal) =>
      facts.follow({
        pair: index,
        after,
        each: (batch, upTo) => each(batch.map(parseFacts), upTo),
        signal,
      }),
    factsTail: () => facts.tail(index),
  }
}

function commitsIn(streams: Sharded): Commits {
  return {
    load: async (tournament, afterSeq = 0) =>
      (await streams.read(tournament, afterSeq)).map(parseCommit),
    append: (commit, lastSeq, lastOfAll) => {
      const scene = sceneIn(commit) ?? undefined
      return streams.append(commit.tournament, commit, { expected: { lastSeq, lastOfAll }, scene })
    },
    at: async (seq) => {
      const message = await streams.at(seq)
      return message && parseCommit(message)
    },
  }
}

function factsIn(streams: Sharded): CabinetFacts {
  return {
    appendFacts: async (facts) => {
      const answer = await streams.append(facts.cabinet, facts)
      if (answer === 'conflict') throw new Unavailable('the log refused cabinet facts')
      return answer.seq
    },
    appendFactsBehind: (facts, lastSeq) =>
      streams.append(facts.cabinet, facts, { expected: { lastSeq } }),
    lastFacts: (cabinet) => streams.last(cabinet),
    factsAt: async (seq) => {
      const message = await streams.at(seq)
      return message && parseFacts(message)
    },
  }
}

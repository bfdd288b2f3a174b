import { jetstreamManager } from '@nats-io/jetstream'
import type { JetStreamManager } from '@nats-io/jetstream'
import { connectToNats } from './connect.ts'
import { replicasFrom, requireCluster } from './streams/replicas.ts'
import { pairsKey, streamNamesOf, subjectsOf } from './streams/stream.ts'
import { unavailable } from './streams/unavailable.ts'
import { pairCounts } from './streams/shards.ts'
import { countPairs, createPair, createPairs } from './streams/pairs.ts'

type SpreadOptions = {
  url: string
  streams?: string
  pairs: number
  /** replicas of each stream; `LOG_REPLICAS` by default */
  replicas?: number
  /** moves the data that belongs to the shards; called before services can see the new pairs */
  moving(from: number): Promise<void>
}

/**
 * Spreads the log over more pairs of streams, while Waggle is stopped. Stored messages stay where
 * they are; new ones go to the pair that their shard has now. If interrupted, the same call
 * completes it.
 */
export async function spreadLog(options: SpreadOptions): Promise<{ from: number }> {
  const { url, streams: prefix = '', pairs, moving } = options
  if (!pairCounts.some((count) => count === pairs)) {
    throw new Error(`${pairs} pairs of streams are not possible: use 1, 2, 4 or 8`)
  }
  const replicas = options.replicas ?? replicasFrom(process.env)
  const nc = await connectToNats(url)
  try {
    requireCluster(nc, replicas)
    const jsm = await jetstreamManager(nc, { timeout: 10_000 })
    // Subjects differ if an earlier call was interrupted.
    const from = await createPairs(jsm, { prefix, replicas, isChecked: false })
    if (pairs < from) {
      throw new Error(
        `The log is spread over ${from} pairs of streams, and cannot be spread over fewer.`,
      )
    }
    if (pairs === from) return { from }
    await spreadPairs(jsm, { prefix, replicas, from, pairs }, () => moving(from))
    return { from }
  } finally {
    await nc.drain()
  }
}

/** `moving` is called before services can see the new pairs. */
export async function spreadPairs(
  jsm: JetStreamManager,
  { from, ...options }: { prefix: string; replicas: number; from: number; pairs: number },
  moving: () => Promise<void>,
): Promise<void> {
  const { prefix, pairs } = options
  // The old pairs give up their moved subjects first, because no two streams may share a subject.
  for (let pair = 0; pair < from; pair++) await narrow(jsm, { prefix, pair, pairs })
  for (let pair = from; pair < pairs; pair++) await createPair(jsm, { ...options, pair })
  await moving()
  const { name } = streamNamesOf(prefix).commits
  const metadata = { [pairsKey]: `${pairs}` }
  await jsm.streams.update(name, { metadata }).catch(unavailable)
  if ((await countPairs(jsm, prefix)) !== pairs) throw new Error(`${name} was not altered`)
}

async function narrow(
  jsm: JetStreamManager,
  { prefix, pair, pairs }: { prefix: string; pair: number; pairs: number },
): Promise<void> {
  for (const stream of Object.values(streamNamesOf(prefix, pair))) {
    const subjects = subjectsOf(stream, pair, pairs)
    await jsm.streams.update(stream.name, { subjects }).catch(unavailable)
  }
}

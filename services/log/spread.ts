import { jetstreamManager } from '@nats-io/jetstream'
import type { JetStreamManager } from '@nats-io/jetstream'
import { connected } from './connect.ts'
import { replicasFrom, requireCluster } from './streams/replicas.ts'
import { pairsKey, placesOf, subjectsOf } from './streams/stream.ts'
import { unavailable } from './streams/unavailable.ts'
import { pairCounts } from './streams/numbers.ts'
import { countPairs, createPair, createPairs } from './streams/pairs.ts'

type Spreading = {
  url: string
  streams?: string
  pairs: number
  /** copies of each stream; left out, what the environment says */
  replicas?: number
  /** what else goes with the shards; before anybody sees that there are more pairs */
  moving(from: number): Promise<void>
}

/**
 * Spreads the log over more pairs of streams, while Waggle is stopped. Every message stays where it is;
 * what comes next goes to the pair that its shard has now. Broken off, it is done by the same call.
 */
export async function spreadLog(wanted: Spreading): Promise<{ from: number }> {
  const { url, streams: prefix = '', pairs, moving } = wanted
  if (!pairCounts.some((count) => count === pairs)) {
    throw new Error(`${pairs} pairs of streams are not possible: 1, 2, 4 or 8 are`)
  }
  const replicas = wanted.replicas ?? replicasFrom(process.env)
  const nc = await connected(url)
  try {
    requireCluster(nc, replicas)
    const jsm = await jetstreamManager(nc, { timeout: 10_000 })
    const from = await createPairs(jsm, { prefix, replicas })
    if (pairs < from) {
      throw new Error(`The log is spread over ${from} pairs of streams, and cannot be over fewer.`)
    }
    if (pairs === from) return { from }
    await spreadPairs(jsm, { prefix, replicas, from, pairs }, () => moving(from))
    return { from }
  } finally {
    await nc.drain()
  }
}

/** `moving`: before anybody sees that there are more. */
export async function spreadPairs(
  jsm: JetStreamManager,
  { from, ...made }: { prefix: string; replicas: number; from: number; pairs: number },
  moving: () => Promise<void>,
): Promise<void> {
  const { prefix, pairs } = made
  // First they let go what others will take: until then nobody can write it.
  for (let pair = 0; pair < from; pair++) await narrow(jsm, { prefix, pair, pairs })
  for (let pair = from; pair < pairs; pair++) await createPair(jsm, { ...made, pair })
  await moving()
  const { name } = placesOf(prefix).commits
  const metadata = { [pairsKey]: `${pairs}` }
  await jsm.streams.update(name, { metadata }).catch(unavailable)
  if ((await countPairs(jsm, prefix)) !== pairs) throw new Error(`${name} was not altered`)
}

async function narrow(
  jsm: JetStreamManager,
  { prefix, pair, pairs }: { prefix: string; pair: number; pairs: number },
): Promise<void> {
  for (const place of Object.values(placesOf(prefix, pair))) {
    const subjects = subjectsOf(place, pair, pairs)
    await jsm.streams.update(place.name, { subjects }).catch(unavailable)
  }
}

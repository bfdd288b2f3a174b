import { JetStreamApiError } from '@nats-io/jetstream'
import type { JetStreamManager } from '@nats-io/jetstream'
import { alterStream, compressionOf } from './replicas.ts'
import { createStream, pairsKey, streamNamesOf } from './stream.ts'
import { unavailable } from './unavailable.ts'

const noStream = 10059

/** The number of pairs of streams; 0 if there are none yet. */
export async function countPairs(jsm: JetStreamManager, prefix: string): Promise<number> {
  try {
    const { config } = await jsm.streams.info(streamNamesOf(prefix).commits.name)
    return Number(config.metadata?.[pairsKey] ?? 1)
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === noStream) return 0
    return unavailable(error)
  }
}

type CreateOptions = { prefix: string; replicas: number }

/** Creates the first pair if it does not exist, and returns the number of pairs. */
export async function createPairs(
  jsm: JetStreamManager,
  { prefix, replicas }: CreateOptions,
): Promise<number> {
  const pairs = (await countPairs(jsm, prefix)) || 1
  await createPair(jsm, { prefix, replicas, pair: 0, pairs })
  // The other pairs were created by spreading the log, which needs more permissions.
  for (let pair = 1; pair < pairs; pair++) {
    for (const { name } of Object.values(streamNamesOf(prefix, pair))) {
      const compression = compressionOf(replicas)
      await alterStream(jsm, { name, num_replicas: replicas, compression })
    }
  }
  return pairs
}

export async function createPair(
  jsm: JetStreamManager,
  { prefix, replicas, pair, pairs }: CreateOptions & { pair: number; pairs: number },
): Promise<void> {
  for (const stream of Object.values(streamNamesOf(prefix, pair))) {
    await createStream(jsm, stream, { replicas, pair, pairs })
  }
}

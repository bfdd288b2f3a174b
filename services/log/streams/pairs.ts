import { JetStreamApiError } from '@nats-io/jetstream'
import type { JetStreamManager } from '@nats-io/jetstream'
import { alterStream, compressionOf } from './replicas.ts'
import { createStream, pairsKey, placesOf } from './stream.ts'
import { unavailable } from './unavailable.ts'

const noStream = 10059

/** How many pairs of streams there are; 0: none yet. */
export async function countPairs(jsm: JetStreamManager, prefix: string): Promise<number> {
  try {
    const { config } = await jsm.streams.info(placesOf(prefix).commits.name)
    return Number(config.metadata?.[pairsKey] ?? 1)
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === noStream) return 0
    return unavailable(error)
  }
}

type Creating = { prefix: string; replicas: number }

/** Makes the first pair where it is not there, and says over how many the log is spread. */
export async function createPairs(
  jsm: JetStreamManager,
  { prefix, replicas }: Creating,
): Promise<number> {
  const pairs = (await countPairs(jsm, prefix)) || 1
  await createPair(jsm, { prefix, replicas, pair: 0, pairs })
  // The others were made when it was spread, by somebody with more rights.
  for (let pair = 1; pair < pairs; pair++) {
    for (const { name } of Object.values(placesOf(prefix, pair))) {
      const compression = compressionOf(replicas)
      await alterStream(jsm, { name, num_replicas: replicas, compression })
    }
  }
  return pairs
}

export async function createPair(
  jsm: JetStreamManager,
  { prefix, replicas, pair, pairs }: Creating & { pair: number; pairs: number },
): Promise<void> {
  for (const place of Object.values(placesOf(prefix, pair))) {
    await createStream(jsm, place, { replicas, pair, pairs })
  }
}

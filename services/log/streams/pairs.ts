import { JetStreamApiError } from '@nats-io/jetstream'
import type { JetStreamManager } from '@nats-io/jetstream'
import { alterStream, createReplicated } from './replicas.ts'
import { pairsKey, streamNamesOf, streamOptions } from './stream.ts'
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

type CreateOptions = {
  prefix: string
  replicas: number
  /** false: the settings of streams that exist may be any; by default they are corrected */
  isChecked?: boolean
}

/** Creates the first pair if it does not exist, and returns the number of pairs. */
export async function createPairs(jsm: JetStreamManager, options: CreateOptions): Promise<number> {
  const { prefix } = options
  const pairs = (await countPairs(jsm, prefix)) || 1
  await createPair(jsm, { ...options, pair: 0, pairs })
  // The other pairs were created by spreading the log, which needs more permissions.
  for (let pair = 1; pair < pairs; pair++) {
    for (const stream of Object.values(streamNamesOf(prefix, pair))) {
      await alterStream(jsm, streamOptions(stream, { ...options, pair, pairs }), options)
    }
  }
  return pairs
}

export async function createPair(
  jsm: JetStreamManager,
  { prefix, replicas, isChecked, pair, pairs }: CreateOptions & { pair: number; pairs: number },
): Promise<void> {
  for (const stream of Object.values(streamNamesOf(prefix, pair))) {
    const options = streamOptions(stream, { replicas, pair, pairs })
    await createReplicated(jsm, options, { isChecked })
  }
}

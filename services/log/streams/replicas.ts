import { JetStreamApiError, StoreCompression } from '@nats-io/jetstream'
import type { JetStreamManager, StreamConfig } from '@nats-io/jetstream'
import { PermissionViolationError } from '@nats-io/transport-node'
import type { NatsConnection } from '@nats-io/transport-node'
import { unavailable } from './unavailable.ts'

const otherConfig = 10_058
/** What a server answers that has no room for so many copies: it is alone, or the cluster is small. */
const tooFew = new Set([10_005, 10_023, 10_074])
/** JetStream is off, for the server or for the account. */
const noJetStream = new Set([10_039, 10_076])

type Wanted = Partial<StreamConfig> & { name: string; num_replicas: number }

/** Copies of each stream: 1, and 3 or 5 in a cluster. */
export function replicasFrom({ LOG_REPLICAS: asked }: NodeJS.ProcessEnv): number {
  if (!asked) return 1
  if (['1', '3', '5'].includes(asked)) return Number(asked)
  throw new Error(`LOG_REPLICAS is ${asked}: it has to be 1, 3 or 5`)
}

/** Before anything is asked of it, so that the reason is a clear one. */
export function requireCluster({ info }: NatsConnection, replicas: number): void {
  if (info && !info.jetstream) throw new Error('the NATS server of NATS_URL runs without JetStream')
  if (replicas === 1 || info?.cluster) return
  throw new Error(
    `LOG_REPLICAS is ${replicas}, but the NATS server runs alone: copies need a cluster of ${replicas}`,
  )
}

/**
 * A block that a server of a cluster compresses may be unreadable after the server was killed
 * (nats-server 2.15.1), so copies are stored as they are. A single server compresses.
 */
export function compressionOf(replicas: number): StoreCompression {
  return replicas === 1 ? StoreCompression.S2 : StoreCompression.None
}

/** Nothing to do where it is there already, with as many copies. */
export async function makeStream(jsm: JetStreamManager, wanted: Wanted): Promise<void> {
  try {
    await jsm.streams.add(wanted)
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== otherConfig) {
      return refused(error, wanted.num_replicas)
    }
    await alterStream(jsm, wanted)
  }
}

/** Of one that is there: how many copies it has, and whether it is compressed. */
export async function alterStream(jsm: JetStreamManager, wanted: Wanted): Promise<void> {
  const { name, num_replicas: replicas } = wanted
  const { config } = await jsm.streams.info(name).catch(unavailable)
  const { compression = config.compression } = wanted
  const asMany = config.num_replicas === replicas
  if (asMany && config.compression === compression) return
  const altered = { num_replicas: replicas, compression }
  await jsm.streams.update(name, altered).catch((error: unknown) => {
    if (!isForbidden(error)) return refused(error, replicas)
    const advice =
      'this user may not change that: run `npm run log-replicas` with a NATS_URL of one who may'
    if (asMany) return console.warn(`${name} has to be without compression, and ${advice}`)
    const found = `LOG_REPLICAS is ${replicas}, but ${name} has ${config.num_replicas}`
    throw new Error(`${found}, and ${advice}`, { cause: error })
  })
}

/** A request wraps what refused it. */
function isForbidden(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof PermissionViolationError
}

function refused(error: unknown, replicas: number): never {
  if (error instanceof JetStreamApiError && tooFew.has(error.code)) {
    const why = `the NATS servers have no room for so many copies (${error.message})`
    throw new Error(`LOG_REPLICAS is ${replicas}, but ${why}`, { cause: error })
  }
  if (error instanceof JetStreamApiError && noJetStream.has(error.code)) {
    throw new Error(`the NATS server refuses JetStream: ${error.message}`, { cause: error })
  }
  return unavailable(error)
}

import { AuthorizationError, connect } from '@nats-io/transport-node'
import type { NatsConnection } from '@nats-io/transport-node'
import { natsAddress } from './address.ts'
import { Unavailable } from './unavailable.ts'

const oldestServer = [2, 10] as const

export async function connected(url: string): Promise<NatsConnection> {
  const address = natsAddress(url)
  const nc = await connect({
    ...address,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    reconnectJitter: 100,
    pingInterval: 5_000,
    maxPingOut: 2,
    timeout: 2_000,
  }).catch((cause: unknown) => {
    // Without the password: what is said here is logged.
    const at = address.servers.join(', ')
    if (cause instanceof AuthorizationError) {
      throw new Error(`the NATS server at ${at} does not let this user in: see NATS_URL`, { cause })
    }
    throw new Unavailable(`no NATS server answers at ${at}`, { cause })
  })
  const version = nc.info?.version ?? ''
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldMajor, oldMinor] = oldestServer
  if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) return nc
  await nc.close()
  throw new Error(`nats-server ${version} is too old: ${oldestServer.join('.')} or newer is needed`)
}

/**
 * Checks that a server writes every message to disk before it acknowledges it (P1). Clients cannot
 * ask for that setting; the monitoring address (`http:` in its configuration) has it.
 */
export async function requireSyncAlways(monitorUrl: string): Promise<void> {
  const url = new URL('/jsz', monitorUrl)
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(
    (cause: unknown) => {
      throw new Error(`NATS_MONITOR_URL: nothing answers at ${url.origin}`, { cause })
    },
  )
  const said = (await answer.json()) as { config?: { sync_always?: boolean } }
  if (said.config?.sync_always === true) return
  throw new Error(
    'The NATS server acknowledges messages before they are on its disk: a power cut would lose ' +
      'results. Set sync_interval: always in the jetstream part of its configuration.',
  )
}

import { setTimeout as sleep } from 'node:timers/promises'
import { AuthorizationError, connect } from '@nats-io/transport-node'
import type { NatsConnection } from '@nats-io/transport-node'
import { natsAddress } from './address.ts'
import { Unavailable } from './streams/unavailable.ts'

const oldestServer = '2.10'
/** Conditional appends, which all promises of the log stand on, were not safe in older clusters. */
const oldestInCluster = '2.12'
const againMs = 500
/** A frozen server keeps its connections open: this is how soon its clients look for another. */
const pings = { pingInterval: 2_000, maxPingOut: 2 }
/** Of Node's TLS: they do not pass by themselves. */
const wrongCertificate = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

export async function connected(url: string): Promise<NatsConnection> {
  const address = natsAddress(url)
  const nc = await tryOnce(address).catch(async (cause: unknown) => {
    // With several addresses only the last one's reason comes; another may have refused for good.
    for (const server of address.servers.length > 1 ? address.servers : []) {
      await tryOnce({ ...address, servers: [server] }).then(
        (other) => other.close(),
        (error: unknown) => throwIfFinal(error, address.servers),
      )
    }
    throwIfFinal(cause, address.servers)
    throw new Unavailable(`no NATS server answers at ${address.servers.join(', ')}`, { cause })
  })
  const { version = '', cluster } = nc.info ?? {}
  const oldest = cluster ? oldestInCluster : oldestServer
  if (isAtLeast(version, oldest)) return nc
  await nc.close()
  const where = cluster ? ' in a cluster' : ''
  throw new Error(`nats-server ${version} is too old: ${oldest} or newer is needed${where}`)
}

/** As `connected`, however long the servers are away; a refusal is still thrown at once. */
export async function connectedInTime(url: string): Promise<NatsConnection> {
  let isSaid = false
  for (;;) {
    try {
      return await connected(url)
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      if (!isSaid) console.warn(`Waiting: ${error.message}`)
      isSaid = true
      await sleep(againMs)
    }
  }
}

function tryOnce(address: ReturnType<typeof natsAddress>): Promise<NatsConnection> {
  return connect({
    ...address,
    ...pings,
    // A stack trace for each request, whether it fails or not, costs more than the request itself.
    noAsyncTraces: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    reconnectJitter: 100,
    timeout: 2_000,
  })
}

/** Without the password: what is said here is logged. */
function throwIfFinal(cause: unknown, servers: string[]): void {
  const at = servers.join(', ')
  if (cause instanceof AuthorizationError) {
    const where = 'see the user in NATS_URL, or NATS_CREDS'
    throw new Error(`the NATS server at ${at} does not let this user in: ${where}`, { cause })
  }
  const { code = '', message = '' } = cause as { code?: string; message?: string }
  if (wrongCertificate.test(code)) {
    const where = `see NATS_CA, NATS_CERT and NATS_KEY (${code})`
    throw new Error(`TLS with the NATS server at ${at} fails: ${where}`, { cause })
  }
  if (message === "server does not support 'tls'") {
    throw new Error(`NATS_URL asks for TLS, which the server at ${at} does not speak`, { cause })
  }
}

function isAtLeast(version: string, oldest: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldMajor = 0, oldMinor = 0] = oldest.split('.').map(Number)
  return major > oldMajor || (major === oldMajor && minor >= oldMinor)
}

/**
 * Checks that the servers write every message to disk before they acknowledge it (P1). Clients cannot
 * ask for that setting; the monitoring address (`http:` in its configuration) has it. Of several
 * addresses one that is away is asked at the next start.
 */
export async function requireSyncAlways(monitorUrls: string): Promise<void> {
  const all = monitorUrls.split(',').map((url) => new URL('/jsz', url.trim()))
  const answers = await Promise.allSettled(all.map(syncsAlways))
  const late = all.find((_, n) => {
    const answer = answers[n]
    return answer?.status === 'fulfilled' && !answer.value
  })
  if (late) {
    throw new Error(
      `The NATS server at ${late.origin} acknowledges messages before they are on its disk: a power ` +
        'cut would lose results. Set sync_interval: always in the jetstream part of its configuration.',
    )
  }
  if (answers.some(({ status }) => status === 'fulfilled')) return
  throw new Error(`NATS_MONITOR_URL: nothing answers at ${all.map(({ origin }) => origin).join()}`)
}

async function syncsAlways(url: URL): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) })
  const said = (await answer.json()) as { config?: { sync_always?: boolean } }
  return said.config?.sync_always === true
}

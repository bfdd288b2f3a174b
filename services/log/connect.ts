import { setTimeout as sleep } from 'node:timers/promises'
import { AuthorizationError, connect } from '@nats-io/transport-node'
import type { NatsConnection } from '@nats-io/transport-node'
import { natsAddress } from './address.ts'
import { Unavailable } from './streams/unavailable.ts'
import { sayWaiting } from './waiting.ts'

const oldestServer = '2.10'
/**
 * In older clusters conditional appends were not safe, and the promises of the log depend on them.
 */
const oldestInCluster = '2.12'
const retryMs = 500
/** A frozen server keeps its connections open; the pings make clients look for another one. */
const pings = { pingInterval: 2_000, maxPingOut: 2 }
/** Codes of TLS errors in Node that no retry can fix. */
const wrongCertificate = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

export async function connectToNats(url: string): Promise<NatsConnection> {
  const address = natsAddress(url)
  const nc = await tryOnce(address).catch(async (cause: unknown) => {
    // With several addresses the client reports only the last error; another may be permanent.
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

/**
 * Like `connectToNats`, but waits while the servers are unavailable. Permanent errors are thrown at
 * once.
 */
export async function connectEventually(url: string): Promise<NatsConnection> {
  for (;;) {
    try {
      return await connectToNats(url)
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      sayWaiting(error)
      await sleep(retryMs)
    }
  }
}

function tryOnce(address: ReturnType<typeof natsAddress>): Promise<NatsConnection> {
  return connect({
    ...address,
    ...pings,
    // Capturing a stack trace for each request costs more than the request itself.
    noAsyncTraces: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    reconnectJitter: 100,
    timeout: 2_000,
  })
}

/** The messages leave out the password, because they are logged. */
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
 * Checks that the servers write every message to disk before they acknowledge it (P1). Only the
 * monitoring address (`http:` in the configuration of nats-server) exposes that setting.
 * Unreachable addresses are skipped as long as one of them answers; they are checked at the next
 * start.
 */
export async function requireSyncAlways(monitorUrls: string): Promise<void> {
  const all = monitorUrls.split(',').map((url) => new URL('/jsz', url.trim()))
  const answers = await Promise.allSettled(all.map(syncsAlways))
  const unsafe = all.find((_, n) => {
    const answer = answers[n]
    return answer?.status === 'fulfilled' && !answer.value
  })
  if (unsafe) {
    throw new Error(
      `The NATS server at ${unsafe.origin} acknowledges messages before they are on its disk: a power ` +
        'cut would lose results. Set sync_interval: always in the jetstream part of its configuration.',
    )
  }
  if (answers.some(({ status }) => status === 'fulfilled')) return
  throw new Error(`NATS_MONITOR_URL: nothing answers at ${all.map(({ origin }) => origin).join()}`)
}

async function syncsAlways(url: URL): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) })
  const body = (await answer.json()) as { config?: { sync_always?: boolean } }
  return body.config?.sync_always === true
}

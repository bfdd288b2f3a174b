import { setTimeout as sleep } from 'node:timers/promises'
import type { Socket } from 'node:net'
import pg from 'pg'

type Server = { host: string; port: number }

const probeMs = 2_000
const silenceMs = 3_000
/** Of a server that is busy, before it is taken for dead. */
const patienceMs = 5_000
const keptMs = 1_000
const againMs = 500
/** Of Postgres: wrong user or password, no such database, and what is not allowed. */
const finalCodes = /^(28|3D000|42501)/
/** Of Node's TLS, and of files that DATABASE_URL names. */
const finalOfNode = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ENOENT|EACCES)/
const noTls = 'The server does not support SSL connections'

/** One address a server: DATABASE_URL may name several, `postgres://user:password@a:5432,b:5432/waggle`. */
export function databaseUrls(url: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] =
    /^(\w+:\/\/)([^@/]*@)?([^/?]*)(.*)$/.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  return hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`)
}

/**
 * A client that connects to the server that takes writes, whichever of the addresses that is just
 * now: after a fail-over the standby's. What it asks of a server that says nothing any more fails.
 */
export function clientOf(urls: string[]): typeof pg.Client {
  const primary = urls.length === 1 ? null : openPrimary(urls)
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      // One that is ended in the moment it is made has no other listener yet, and ends no process.
      this.on('error', () => {})
    }

    async #connect(): Promise<this> {
      if (primary) Object.assign(this, await primary.find())
      await super.connect().catch((error: unknown) => {
        primary?.forget()
        throw error
      })
      const own = urls.find((url) => isAt(url, this)) ?? urls[0]!
      watchSilence(this, () => isThere(own))
      return this
    }

    override connect(): Promise<this>
    override connect(done: (error: Error) => void): void
    override connect(done?: (error: Error) => void): Promise<this> | void {
      const connecting = this.#connect()
      if (!done) return connecting
      void settle(connecting, done as (error?: Error) => void)
    }
  }
}

function isAt(connectionString: string, { host, port }: Server): boolean {
  const client = new pg.Client({ connectionString })
  return client.host === host && client.port === port
}

/** It answers, if only that it has no room, and has not become a standby. */
function isThere(url: string): Promise<boolean> {
  return probe(url, patienceMs).then(
    (found) => found.length > 0,
    (error: unknown) => error instanceof pg.DatabaseError,
  )
}

type Watched = pg.Client & { readyForQuery: boolean; connection: { stream: Socket } }

/**
 * A machine that died ends no connection: what was asked of it would be waited for many minutes.
 * A question that only takes long is not disturbed, for the server answers others meanwhile.
 */
function watchSilence(client: pg.Client, isAlive: () => Promise<boolean>): void {
  const watched = client as Watched
  const { stream } = watched.connection
  const look = async () => {
    const isSilent = !watched.readyForQuery && !(await isAlive())
    if (isSilent && !watched.readyForQuery) {
      stream.destroy(new Error('Connection terminated: the database does not answer any more'))
    } else stream.setTimeout(silenceMs)
  }
  stream.on('timeout', () => void look())
  stream.setTimeout(silenceMs)
}

async function settle(work: Promise<unknown>, done: (error?: Error) => void): Promise<void> {
  const failure = await work.then(
    () => undefined,
    (error: Error) => error,
  )
  done(failure)
}

/** Asked by every new connection, so an answer is kept for a moment. */
function openPrimary(urls: string[]): { find(): Promise<Server>; forget(): void } {
  let last = { at: -Infinity, found: Promise.reject<Server>(new Error('not asked')) }
  last.found.catch(() => {})
  return {
    find() {
      const now = performance.now()
      if (now - last.at > keptMs) last = { at: now, found: findPrimary(urls) }
      return last.found
    },
    forget: () => void (last = { ...last, at: -Infinity }),
  }
}

async function findPrimary(urls: string[]): Promise<Server> {
  const answers = await Promise.allSettled(urls.map((url) => probe(url, probeMs)))
  const found = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  // An old one that came back after a fail-over takes writes too, on an older timeline.
  const [newest] = found.toSorted((a, b) => b.timeline - a.timeline)
  if (newest) return newest.server
  const reasons = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  const final = reasons.find(isFinal)
  if (final) throw final
  const why = reasons[0]?.message ?? 'all of them are standbys'
  throw Object.assign(new Error(`no Postgres takes writes: ${why}`), { retryable: true })
}

async function probe(
  connectionString: string,
  limitMs: number,
): Promise<{ server: Server; timeline: number }[]> {
  const limits = { connectionTimeoutMillis: limitMs, query_timeout: limitMs }
  const client = new pg.Client({ connectionString, ...limits })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ wal: string | null }>(
      `select case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as wal`,
    )
    const wal = rows[0]?.wal
    const { host, port } = client
    return wal ? [{ server: { host, port }, timeline: Number.parseInt(wal.slice(0, 8), 16) }] : []
  } finally {
    void client.end().catch(() => {})
  }
}

/** However long the database is away; what would not pass by itself is thrown at once. */
export async function untilReached(pool: pg.Pool): Promise<void> {
  let isSaid = false
  for (;;) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      const { message } = error as Error
      if (isFinal(error as Error)) {
        throw new Error(`the database refuses this connection, see DATABASE_URL: ${message}`, {
          cause: error,
        })
      }
      if (!isSaid) console.warn(`Waiting for the database: ${message || String(error)}`)
      isSaid = true
      await sleep(againMs)
    }
  }
}

function isFinal(error: Error & { code?: string }): boolean {
  const { code = '', message } = error
  return finalCodes.test(code) || finalOfNode.test(code) || message === noTls
}

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

type Server = { host: string; port: number }

const probeMs = 2_000
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
 * now: after a fail-over the standby's.
 */
export function clientOf(urls: string[]): typeof pg.Client {
  if (urls.length === 1) return pg.Client
  const primary = openPrimary(urls)
  return class extends pg.Client {
    override connect(): Promise<this>
    override connect(done: (error: Error) => void): void
    override connect(done?: (error: Error) => void): Promise<this> | void {
      const connecting = primary.find().then(async (server): Promise<this> => {
        Object.assign(this, server)
        await super.connect().catch((error: unknown) => {
          primary.forget()
          throw error
        })
        return this
      })
      if (!done) return connecting
      void settle(connecting, done as (error?: Error) => void)
    }
  }
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
  const answers = await Promise.allSettled(urls.map(probe))
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

async function probe(connectionString: string): Promise<{ server: Server; timeline: number }[]> {
  const limits = { connectionTimeoutMillis: probeMs, query_timeout: probeMs }
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

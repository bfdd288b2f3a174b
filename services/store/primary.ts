import { lookup } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Socket } from 'node:net'
import pg from 'pg'

type Server = { host: string; port: number }

const probeMs = 2_000
const silenceMs = 3_000
/** How long a busy server may take to answer before it counts as dead. */
const aliveTimeoutMs = 5_000
const cacheMs = 1_000
/** How often a single server may answer late before its connections are ended. */
const maxLateAnswers = 3
const retryMs = 500
/** Postgres: wrong user or password, no such database, missing permission. */
const finalCodes = /^(28|3D000|42501)/
/** Node: TLS errors, and errors of files named in DATABASE_URL. */
const finalNodeCodes =
  /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ENOENT|EACCES)/
const noTls = 'The server does not support SSL connections'

/**
 * One URL for each server, because DATABASE_URL may name several:
 * `postgres://user:password@a:5432,b:5432/waggle`.
 */
export function databaseUrls(url: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] =
    /^(\w+:\/\/)([^@/]*@)?([^/?]*)(.*)$/.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  return hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`)
}

/**
 * A client that connects to the current primary, which after a failover is a different server. Its
 * queries fail when the server stops responding.
 */
export function clientOf(urls: string[]): typeof pg.Client {
  const primary = urls.length === 1 ? null : openPrimary(urls)
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      // Without a listener, an error right after creation would end the process.
      this.on('error', () => {})
    }

    async #connect(): Promise<this> {
      if (primary) Object.assign(this, await primary.find())
      try {
        if (primary) await resolvable(this.host, probeMs)
        await super.connect()
      } catch (error) {
        primary?.forget()
        throw error
      }
      const own = urls.find((url) => isAt(url, this)) ?? urls[0]!
      // A single server that is busy answers late, and there is no other one to go to.
      const most = primary ? 1 : maxLateAnswers
      watchSilence(this, { isAlive: () => isStillPrimary(own), maxMisses: most })
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

/**
 * True if the server answers, even with an error such as too many connections, and is no standby.
 */
function isStillPrimary(url: string): Promise<boolean> {
  return probe(url, aliveTimeoutMs).then(
    (servers) => servers.length > 0,
    (error: unknown) => error instanceof pg.DatabaseError,
  )
}

type ClientInternals = pg.Client & { readyForQuery: boolean; connection: { stream: Socket } }

/**
 * A machine that dies does not close its connections, so queries would hang for many minutes. A
 * slow query is not interrupted, because its server answers the probe.
 */
type Watch = { isAlive: () => Promise<boolean>; maxMisses: number }

function watchSilence(client: pg.Client, { isAlive, maxMisses }: Watch): void {
  const internals = client as ClientInternals
  const { stream } = internals.connection
  let misses = 0
  stream.on('data', () => void (misses = 0))
  const check = async () => {
    const isSilent = !internals.readyForQuery && !(await isAlive())
    misses = isSilent ? misses + 1 : 0
    if (misses >= maxMisses && !internals.readyForQuery) {
      stream.destroy(new Error('Connection terminated: the database does not answer any more'))
    } else stream.setTimeout(silenceMs)
  }
  stream.on('timeout', () => void check())
  stream.setTimeout(silenceMs)
}

async function settle(work: Promise<unknown>, done: (error?: Error) => void): Promise<void> {
  const failure = await work.then(
    () => undefined,
    (error: Error) => error,
  )
  done(failure)
}

/** Every new connection looks up the primary, so the result is cached briefly. */
function openPrimary(urls: string[]): { find(): Promise<Server>; forget(): void } {
  let last = { at: -Infinity, primary: Promise.reject<Server>(new Error('not asked')) }
  last.primary.catch(() => {})
  return {
    find() {
      const now = performance.now()
      if (now - last.at > cacheMs) last = { at: now, primary: findPrimary(urls) }
      return last.primary
    },
    forget: () => void (last = { ...last, at: -Infinity }),
  }
}

async function findPrimary(urls: string[]): Promise<Server> {
  const answers = await Promise.allSettled(urls.map((url) => probe(url, probeMs)))
  const primaries = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  // An old primary that returns after a failover accepts writes as well, on an older timeline.
  const [newest] = primaries.toSorted((a, b) => b.timeline - a.timeline)
  if (newest) return newest.server
  const reasons = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as Error] : [],
  )
  const final = reasons.find(isFinal)
  if (final) throw final
  const why = answers.map((answer, n) => `${placeOf(urls[n]!)} ${stateOf(answer)}`)
  throw Object.assign(new Error(`no Postgres takes writes: ${why.join(', ')}`), { retryable: true })
}

function placeOf(connectionString: string): string {
  const { host, port } = new pg.Client({ connectionString })
  return `${host}:${port}`
}

function stateOf(answer: PromiseSettledResult<unknown>): string {
  if (answer.status === 'fulfilled') return 'is a standby'
  const { message, code } = answer.reason as Error & { code?: string }
  return `fails (${message || code})`
}

async function probe(
  connectionString: string,
  limitMs: number,
): Promise<{ server: Server; timeline: number }[]> {
  const limits = { connectionTimeoutMillis: limitMs, query_timeout: limitMs }
  const client = new pg.Client({ connectionString, ...limits })
  client.on('error', () => {})
  try {
    await resolvable(client.host, limitMs)
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

/** Waits until the database is reachable; throws errors that a retry cannot solve. */
export async function untilReached(pool: pg.Pool): Promise<void> {
  let isLogged = false
  for (;;) {
    try {
      const { rows } = await pool.query<{ standby: boolean }>(
        'select pg_is_in_recovery() as standby',
      )
      if (!rows[0]?.standby) return await warnOfStandby(pool)
      throw new Error('it is a standby, which takes no writes until it is promoted')
    } catch (error) {
      const { message } = error as Error
      if (isFinal(error as Error)) {
        throw new Error(`the database refuses this connection, see DATABASE_URL: ${message}`, {
          cause: error,
        })
      }
      if (!isLogged) console.warn(`Waiting for the database: ${message || String(error)}`)
      isLogged = true
      await sleep(retryMs)
    }
  }
}

function isFinal(error: Error & { code?: string }): boolean {
  const { code = '', message } = error
  return finalCodes.test(code) || finalNodeCodes.test(code) || message === noTls
}

// A name lookup that gets no answer occupies one of Node's four worker threads for ten seconds or
// more. A few lookups of a dead server's name would block all other lookups and file reads.
type Lookup = { since: number; answer: Promise<unknown> }

const lookups = new Map<string, Lookup>()

/** Fails if the name is unknown or the lookup takes too long. Each name has one lookup at a time. */
export async function resolvable(
  host: string,
  limitMs: number,
  find: (host: string) => Promise<unknown> = lookup,
): Promise<void> {
  if (host.startsWith('/')) return
  const pending = lookups.get(host) ?? startLookup(host, find(host))
  // The limit counts from the start of a lookup that is already in progress.
  const leftMs = Math.max(0, limitMs - (performance.now() - pending.since))
  const done = new AbortController()
  const tooLate = sleep(leftMs, undefined, { signal: done.signal }).then(() => {
    throw Object.assign(new Error(`the address of ${host} is not known`), { retryable: true })
  })
  try {
    await Promise.race([pending.answer, tooLate])
  } finally {
    done.abort()
    tooLate.catch(() => {})
  }
}

function startLookup(host: string, answer: Promise<unknown>): Lookup {
  const pending = { since: performance.now(), answer }
  lookups.set(host, pending)
  void answer.catch(() => {}).finally(() => lookups.delete(host))
  return pending
}

/** `names`: as the setting lists them; `waiting`: writes that have waited for more than 3 s */
type Standby = { names: string; isAway: boolean; waiting: number }

/**
 * The synchronous standby, for which writes wait without a limit; null if none is set. A user
 * without the rights to see the state of standbys sees only whether there is one. One that hangs
 * stays listed for a while, but the writes that wait for it show.
 */
export async function synchronousStandby(pool: Pick<pg.Pool, 'query'>): Promise<Standby | null> {
  const { rows } = await pool.query<Standby>(
    `select current_setting('synchronous_standby_names') as names,
       not exists (select from pg_stat_replication
         where sync_state is null or sync_state in ('sync', 'quorum')) as "isAway",
       (select count(*)::int from pg_stat_activity
         where wait_event = 'SyncRep' and query_start < now() - interval '3 s') as waiting`,
  )
  const [found] = rows
  return found && found.names !== '' ? found : null
}

/** What a start writes waits for the standby too, and would otherwise wait silently. */
async function warnOfStandby(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const { names = '', isAway = false } = (await synchronousStandby(pool)) ?? {}
  if (!isAway) return
  console.warn(`The standby of the database (${names}) is away: what is written waits for it.`)
}

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { PoolClient } from 'pg'
import { clientOf } from './primary.ts'
import { expectNoTransaction } from './transaction-guard.ts'

type Done = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void
type Release = (error?: Error | boolean) => void

const poolTimes = {
  /** longer than it takes to find another primary after a failover */
  connectionTimeoutMs: 10_000,
  /** how long the work of a transaction may do something else before it counts as stuck */
  stuckMs: 20_000,
}
const probeMs = 1_000

/** No connection became free in time; the same call may succeed later. */
class NoConnection extends Error {
  readonly retryable = true
  readonly detail = 'Too busy right now: no connection to the database is free. Try again.'
  constructor(cause: Error) {
    super('no connection to the database became free in time', { cause })
  }
}

/** The connections to the database. A wait for one of them ends, and none is inside a transaction. */
export class Pool extends pg.Pool {
  /** the ids of the server's processes, one for each connection */
  readonly processes = new Set<number>()
  readonly separateClient: () => pg.Client

  readonly #stuckMs: number

  constructor(urls: string[], max: number, times: Partial<typeof poolTimes> = {}) {
    const { connectionTimeoutMs, stuckMs } = { ...poolTimes, ...times }
    const Client = clientOf(urls)
    const connectionString = urls[0]
    super({
      connectionString,
      Client,
      max,
      // Idle connections stay open: opening one would delay a press by tens of milliseconds.
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: connectionTimeoutMs,
      keepAlive: true,
    })
    this.#stuckMs = stuckMs
    this.separateClient = () => new Client({ connectionString })
    // A lost idle connection must not end the process; the next query opens another.
    this.on('error', () => {})
    this.on('connect', (client) => void this.processes.add(processOf(client)))
    this.on('remove', (client) => void this.processes.delete(processOf(client)))
  }

  override connect(): Promise<PoolClient>
  override connect(done: Done): void
  override connect(done?: Done): Promise<PoolClient> | void {
    expectNoTransaction('connect')
    if (done) return super.connect((error, ...rest) => done(error && renamed(error), ...rest))
    return super.connect().catch((error: Error) => {
      throw renamed(error)
    })
  }

  /**
   * Rejects if every connection has been idle in a transaction for long: then the work of all of
   * them waits for something that does not come, and only a restart helps.
   */
  async expectMoving(): Promise<void> {
    if (this.totalCount < this.options.max || this.idleCount > 0) return
    const stuck = await Promise.race([this.#countStuck(), sleep(probeMs, 0, { ref: false })])
    if (stuck >= this.totalCount) {
      throw new Error('all connections to the database are held by work that does not go on')
    }
  }

  /** Zero if the database does not answer: then a restart would not help. */
  async #countStuck(): Promise<number> {
    const client = this.separateClient()
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
         where pid = any($1) and state like 'idle in transaction%'
           and state_change < now() - interval '1 ms' * $2`,
        [[...this.processes], this.#stuckMs],
      )
      return rows[0]?.n ?? 0
    } catch {
      return 0
    } finally {
      void client.end().catch(() => {})
    }
  }
}

function processOf(client: PoolClient): number {
  return (client as unknown as { processID: number }).processID
}

function renamed(error: Error): Error {
  return error.message.startsWith('timeout exceeded when') ? new NoConnection(error) : error
}

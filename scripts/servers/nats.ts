// nats-server with JetStream, syncing every message to disk before it is acknowledged (P1).
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { type Child, launch, untilReady } from './child.ts'
import { type NatsProgram, natsProgram } from './nats-binary.ts'
import { type NatsPasswords, type NatsUser, authorization, ownPasswords } from './nats-users.ts'
import { claim, endLeftover, readIfExists } from './owner.ts'
import { onPort } from './port.ts'

export type Nats = {
  /** with the admin user, for scripts and repairs */
  readonly url: string
  /** with the user of a room, which has only the rights it needs */
  urlOf(user: NatsUser): string
  readonly port: number
  readonly pid: number
  readonly version: string
  /** Resolves when the process has ended, with how. */
  readonly exited: Promise<string>
  /** True if no binary was available and the server runs in a container. */
  readonly container: boolean
  stop(): Promise<void>
  /** kill -9 by default; resolves when the process is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Same port, same store; stops it first if it is still running. */
  restart(): Promise<void>
}

/** `users: false`: no authentication, for programs that do not support it. */
type Options = { dir: string; port?: number; users?: boolean }

export async function startNats({ dir, port, users = true }: Options): Promise<Nats> {
  const home = resolve(dir)
  claim(home)
  mkdirSync(join(home, 'store'), { recursive: true })
  const passwords = ownPasswords(join(home, 'users.json'))
  const program = await natsProgram()
  const leftover = readIfExists(join(home, 'nats.pid'))
  if (leftover && program.kind === 'binary')
    await endLeftover(Number(leftover), join(home, 'nats.conf'))

  const begin = (onto: number) => run({ program, home, passwords, users }, onto)
  let server = await onPort(port, begin)
  const stop = () => server.child.stop('SIGINT')
  const signedIn = (user: NatsUser) => (users ? `${user}:${passwords[user]}@` : '')
  const urlOf = (user: NatsUser) => `nats://${signedIn(user)}127.0.0.1:${server.port}`
  return {
    get url() {
      return urlOf('admin')
    },
    urlOf,
    get port() {
      return server.port
    },
    get pid() {
      return server.child.pid
    },
    get exited() {
      return server.child.exited
    },
    get version() {
      return server.version
    },
    container: program.kind === 'image',
    stop,
    kill: (signal = 'SIGKILL') => {
      if (program.kind === 'image')
        execFileSync('docker', ['kill', '-s', signal, containerName(server.port)])
      return server.child.stop(signal)
    },
    restart: async () => {
      await stop()
      server = await begin(server.port)
    },
  }
}

type Running = { port: number; child: Child; version: string }

type RunOptions = { program: NatsProgram; home: string; passwords: NatsPasswords; users: boolean }

async function run(
  { program, home, passwords, users }: RunOptions,
  port: number,
): Promise<Running> {
  const conf = join(home, 'nats.conf')
  const log = join(home, 'nats.log')
  const host = program.kind === 'image' ? '0.0.0.0' : '127.0.0.1'
  // Restrict access before writing the passwords: an older file may be readable by everybody.
  writeFileSync(conf, '', { mode: 0o600 })
  chmodSync(conf, 0o600)
  writeFileSync(conf, config({ home, listen: `${host}:${port}`, passwords, users }))
  const child = launch({ name: 'nats-server', ...commandFor(program, home, port), log })
  const info = await untilReady(child, () => greeting(port)).catch((error: Error) => {
    throw new Error(`nats-server ${error.message}\n${readIfExists(log).slice(-2000)}`)
  })
  return { port, child, version: info.version }
}

type Config = { home: string; listen: string; passwords: NatsPasswords; users?: boolean }

/**
 * Without a limit of its own NATS takes one from the space that is free when it starts: after a start
 * on a full disk it would not open its streams, and take nothing even when there is space again (P16).
 */
const noLimit = '1PB'

export function config({ home, listen, passwords, users = true }: Config): string {
  return `listen: ${JSON.stringify(listen)}
pid_file: ${JSON.stringify(join(home, 'nats.pid'))}
max_payload: 8MB
jetstream {
  store_dir: ${JSON.stringify(join(home, 'store'))}
  sync_interval: always
  max_file_store: ${noLimit}
}
${users ? authorization(passwords) : ''}`
}

function commandFor(program: NatsProgram, home: string, port: number) {
  const conf = ['-c', join(home, 'nats.conf')]
  if (program.kind === 'binary') return { command: program.path, args: conf }
  const flags = ['--rm', '--name', containerName(port), '-v', `${home}:${home}`]
  flags.push('-p', `127.0.0.1:${port}:${port}`)
  return { command: 'docker', args: ['run', ...flags, program.image, ...conf] }
}

function containerName(port: number): string {
  return `waggle-nats-${port}`
}

// The server sends the first line, INFO {…}. It listens only after JetStream has recovered.
function greeting(port: number): Promise<{ version: string } | undefined> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let text = ''
    const end = (answer?: { version: string }) => {
      socket.destroy()
      done(answer)
    }
    socket.setTimeout(1000, end)
    socket.once('error', () => end())
    socket.once('close', () => end())
    socket.on('data', (chunk) => {
      text += chunk.toString()
      if (text.includes('\n')) end(JSON.parse(text.slice(5, text.indexOf('\n'))))
    })
  })
}

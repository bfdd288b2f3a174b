// nats-server with JetStream, syncing every message to disk before it is acknowledged (P1).
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { launch, untilReady } from './child.ts'
import type { Child } from './child.ts'
import { natsProgram } from './nats-binary.ts'
import type { NatsProgram } from './nats-binary.ts'
import { claim, endLeftover, readIfExists } from './owner.ts'
import { onPort } from './port.ts'
import { randomBytes } from 'node:crypto'
import { writeSecret } from './secret-file.ts'
import { natsRooms, subjects } from '#services/log/index.ts'
import type { NatsRoom } from '#services/log/index.ts'

// NATS users and their permissions: one user per room, and an admin for scripts and repairs.
const all = ['tournaments', 'facts', 'KV_notes']

const read = [
  '$JS.API.STREAM.MSG.GET.*',
  '$JS.API.CONSUMER.CREATE.>',
  '$JS.API.CONSUMER.INFO.>',
  '$JS.API.CONSUMER.DELETE.>',
  '$JS.API.CONSUMER.MSG.NEXT.>',
  '$JS.ACK.>',
  '$JS.FC.>',
]

const notes = ['$JS.API.STREAM.MSG.GET.KV_notes']

/** Creating a stream that exists changes nothing; altering and deleting need other permissions. */
const everyone = [
  '$JS.API.INFO',
  ...all.map((stream) => `$JS.API.STREAM.CREATE.${stream}`),
  // A wildcard, because the log may be spread over several pairs of streams.
  '$JS.API.STREAM.INFO.*',
]

/** Permissions of a room in addition to its own messages. */
const ofStreams: Record<NatsRoom, string[]> = {
  // Used by the api, the Challonge service, and for the referee's commands: only this user writes
  // commits.
  desk: [...read, ...notes, '$KV.notes.desk.>', 'tournament.>'],
  referee: [...read, ...notes, '$KV.notes.referee.>', 'cabinet.>'],
  intake: [...notes, '$KV.notes.intake.>', 'cabinet.>'],
  projector: read,
  fanout: [],
}

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

export type NatsUser = NatsRoom | 'admin'
type NatsPasswords = Record<NatsUser, string>
type Rights = { publish: string[]; subscribe: string[] }

function rightsOf(room: NatsRoom): Rights {
  const named = (end: 'from' | 'to') =>
    Object.entries(subjects).flatMap(([subject, rooms]) => {
      const allowedRooms: readonly NatsRoom[] = rooms[end]
      return allowedRooms.includes(room) ? [subject, ...spread(subject)] : []
    })
  return {
    publish: [...everyone, ...ofStreams[room], ...named('from')],
    subscribe: ['_INBOX.>', ...named('to')],
  }
}

/** If the log is spread, subjects of stream messages also contain the shard. */
function spread(subject: string): string[] {
  return subject === 'cabinet.*' ? ['cabinet.*.*'] : []
}

/** Generated at the first start and stored beside the data. */
export function ownPasswords(file: string): NatsPasswords {
  // nats.conf is written at each start, so new passwords do no harm.
  const saved = savedPasswords(file)
  if (saved) return saved
  const passwords = [...natsRooms, 'admin'].map((user) => [
    user,
    randomBytes(24).toString('base64url'),
  ])
  const fresh = Object.fromEntries(passwords) as NatsPasswords
  writeSecret(file, JSON.stringify(fresh))
  return fresh
}

/** Null if the file is missing, damaged, or lacks a user. */
function savedPasswords(file: string): NatsPasswords | null {
  try {
    const saved = JSON.parse(readIfExists(file)) as Partial<NatsPasswords> | null
    return [...natsRooms, 'admin' as const].every((user) => saved?.[user])
      ? (saved as NatsPasswords)
      : null
  } catch {
    return null
  }
}

/** The authorization section of nats-server's configuration. */
export function authorization(passwords: NatsPasswords): string {
  const lines = natsRooms.map((room) => {
    const { publish, subscribe } = rightsOf(room)
    const permissions = `{ publish: ${list(publish)}, subscribe: ${list(subscribe)}, allow_responses: true }`
    return user(room, passwords, `, permissions: ${permissions}`)
  })
  return `authorization {
  users: [
    ${[user('admin', passwords, ''), ...lines].join('\n    ')}
  ]
}
`
}

function user(name: NatsUser, passwords: NatsPasswords, rest: string): string {
  return `{ user: ${name}, password: ${JSON.stringify(passwords[name])}${rest} }`
}

function list(subjects: string[]): string {
  return `[${subjects.map((subject) => JSON.stringify(subject)).join(', ')}]`
}

// NATS users and their permissions: one user per room, and an admin for scripts and repairs.
import { randomBytes } from 'node:crypto'
import { readIfExists } from './owner.ts'
import { writeSecret } from './secret-file.ts'
import { natsRooms, subjects } from '#services/log/index.ts'
import type { NatsRoom } from '#services/log/index.ts'

export type NatsUser = NatsRoom | 'admin'
export type NatsPasswords = Record<NatsUser, string>

type Rights = { publish: string[]; subscribe: string[] }

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

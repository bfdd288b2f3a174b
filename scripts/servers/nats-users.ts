// Who may do what on the log: a user for each room, and one for scripts and repairs.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

import { natsRooms, subjects } from '../../services/log/index.ts'
import type { NatsRoom } from '../../services/log/index.ts'

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
/** Making a stream that is there changes nothing; altering and deleting one are calls of their own. */
const everyone = [
  '$JS.API.INFO',
  ...all.map((stream) => `$JS.API.STREAM.CREATE.${stream}`),
  // Of further pairs of streams too, where the log is spread over several.
  '$JS.API.STREAM.INFO.*',
]
/** What a room may beside its messages. */
const ofStreams: Record<NatsRoom, string[]> = {
  // The api, the Challonge service, and what the referee sends: alone they make commits.
  desk: [...read, ...notes, '$KV.notes.desk.>', 'tournament.>'],
  referee: [...read, ...notes, '$KV.notes.referee.>', 'cabinet.>'],
  intake: [...notes, '$KV.notes.intake.>', 'cabinet.>'],
  projector: read,
  fanout: [],
}

function rightsOf(room: NatsRoom): Rights {
  const named = (end: 'from' | 'to') =>
    Object.entries(subjects).flatMap(([subject, rooms]) => {
      const those: readonly NatsRoom[] = rooms[end]
      return those.includes(room) ? [subject, ...spread(subject)] : []
    })
  return {
    publish: [...everyone, ...ofStreams[room], ...named('from')],
    subscribe: ['_INBOX.>', ...named('to')],
  }
}

/** What the streams take has its shard in its subject, where they are several. */
function spread(subject: string): string[] {
  return subject === 'cabinet.*' ? ['cabinet.*.*'] : []
}

/** Made at the first start and kept beside the data. */
export function ownPasswords(file: string): NatsPasswords {
  if (!existsSync(file)) {
    const made = [...natsRooms, 'admin'].map((user) => [
      user,
      randomBytes(24).toString('base64url'),
    ])
    writeFileSync(file, JSON.stringify(Object.fromEntries(made)), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as NatsPasswords
}

/** The part of nats-server's configuration. */
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

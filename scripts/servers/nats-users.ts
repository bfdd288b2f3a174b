// Who may do what on the log: a user for each room, and one for scripts and repairs.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

export const natsRooms = ['desk', 'referee', 'intake', 'projector', 'fanout'] as const
export type NatsRoom = (typeof natsRooms)[number]
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
const everyone: Rights = {
  publish: [
    '$JS.API.INFO',
    ...all.map((stream) => `$JS.API.STREAM.CREATE.${stream}`),
    ...all.map((stream) => `$JS.API.STREAM.INFO.${stream}`),
    'witness.verify',
  ],
  subscribe: ['_INBOX.>', 'witness.broken'],
}
const own: Record<NatsRoom, Rights> = {
  // The api, the Challonge service, and what the referee sends: alone they make commits.
  desk: {
    publish: [
      ...read,
      ...notes,
      '$KV.notes.desk.>',
      'tournament.>',
      'courier.check',
      'intake.import',
      'status.*',
    ],
    subscribe: ['frame.*', 'courier.check'],
  },
  referee: {
    publish: [...read, ...notes, '$KV.notes.referee.>', 'cabinet.>', 'intake.left'],
    subscribe: ['intake.here', 'status.referee'],
  },
  intake: {
    publish: [
      ...notes,
      '$KV.notes.intake.>',
      'cabinet.>',
      'intake.here',
      'intake.left',
      'signin.*',
    ],
    subscribe: ['intake.here', 'intake.left', 'intake.import', 'status.intake'],
  },
  projector: {
    publish: [...read, 'frame.*', 'live.*', 'game.*', 'signin.*', 'estimates.*', 'witness.broken'],
    subscribe: ['witness.verify', 'status.projector'],
  },
  fanout: {
    publish: [],
    subscribe: [
      'frame.*',
      'live.*',
      'game.*',
      'estimates.*',
      'cabinet.*',
      'signin.*',
      'status.fanout',
    ],
  },
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
    const publish = [...everyone.publish, ...own[room].publish]
    const subscribe = [...everyone.subscribe, ...own[room].subscribe]
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

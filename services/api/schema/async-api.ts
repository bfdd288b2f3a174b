import { z } from 'zod'
import { publicEventData } from '#events/schema/public-event.ts'
import { compatSockets, sockets } from './socket-messages.ts'

type Json = Record<string, unknown>
type Message = { name: string; payload: Json }
/** Of the message that is sent when somebody tests a webhook. */
const TestData = z.object({ scene: z.int() })

/** Where the document was asked for. */
type At = { protocol: string; host: string }
type Channel = { sends: Message[]; receives: Message[]; description: string }

/**
 * The AsyncAPI document of all sockets and webhooks, generated from the schemas of their messages.
 */
export function asyncApi(version: string, { protocol, host }: At): Json {
  const own = Object.entries(sockets).map(([address, { sends, receives, description }]) => {
    const messages = { sends: messagesOf(sends, 'output'), receives: messagesOf(receives, 'input') }
    const channel: Channel = { description, ...messages }
    return [address, channel] as const
  })
  const compat = Object.entries(compatSockets).map(
    ([address, { sends, receives, description }]) => {
      const sent = messagesOf(sends, 'output').map(({ name, payload }) => {
        return { name, payload: inSnakeCase(payload) as Json }
      })
      return [
        `compat:${address}`,
        { description, sends: sent, receives: messagesOf(receives, 'input') },
      ] as const
    },
  )
  const webhook: Channel = {
    description: 'wire 7: what webhooks are sent',
    sends: messagesOf(
      Object.fromEntries(
        Object.entries({ ...publicEventData, 'webhook.test': TestData }).map(([type, data]) => [
          type,
          z.object({ type: z.literal(type), timestamp: z.string(), data }),
        ]),
      ),
      'output',
    ),
    receives: [],
  }
  const all = [...own, ...compat, ['webhook', webhook] as const]
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Waggle: sockets and webhooks',
      version,
      description: 'All messages are JSON text; docs/wire.md says when each is sent.',
    },
    servers: {
      native: serverAt(host, {
        protocol: protocol === 'https' ? 'wss' : 'ws',
        description: 'The server at which this document was read.',
      }),
      compat: serverAt('localhost:8081', {
        protocol: 'ws',
        description: 'The compatibility API: the port HIVE_PORT, or the host name HIVE_HOST.',
      }),
      receiver: serverAt('club.example', {
        protocol: 'https',
        description: 'The address of a webhook, which its scene has entered.',
      }),
    },
    channels: Object.fromEntries(
      all.map(([address, definition]) => [nameOf(address), channel(address, definition)]),
    ),
    operations: Object.fromEntries(
      all.flatMap(([address, definition]) => operations(address, definition)),
    ),
  }
}

function serverAt(host: string, about: { protocol: string; description: string }): Json {
  const variable = { default: host, description: 'Host name, and port if it is not the usual one.' }
  return { host: '{host}', ...about, variables: { host: variable } }
}

function messagesOf(schemas: Record<string, z.ZodType>, io: 'input' | 'output'): Message[] {
  return Object.entries(schemas).map(([name, schema]) => ({
    name,
    payload: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json,
  }))
}

function channel(address: string, { description, sends, receives }: Channel): Json {
  const messages = [...sends, ...receives].map(
    ({ name, payload }) => [name, { name, payload }] as const,
  )
  const [, dialect, path = address] = /^(compat):(.*)$/.exec(address) ?? []
  const parameters = Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, {}] as const),
  )
  const at = path.startsWith('/') ? path.replace(/:(\w+)/g, '{$1}') : null
  const server = at === null ? 'receiver' : (dialect ?? 'native')
  const servers = [{ $ref: `#/servers/${server}` }]
  return {
    address: at,
    servers,
    description,
    parameters,
    messages: Object.fromEntries(messages),
  }
}

function operations(address: string, { sends, receives }: Channel) {
  const name = nameOf(address)
  const of = (action: 'send' | 'receive', messages: Message[]) => ({
    action,
    channel: { $ref: `#/channels/${name}` },
    messages: messages.map((one) => ({ $ref: `#/channels/${name}/messages/${one.name}` })),
  })
  return [
    [`${name}.says`, of('send', sends)] as const,
    ...(receives.length > 0 ? [[`${name}.isTold`, of('receive', receives)] as const] : []),
  ]
}

function nameOf(address: string): string {
  return address
    .replace(/^(compat:)?\/ws\//, (_, dialect) => (dialect ? 'compat-' : ''))
    .replace(/\/:?/g, '-')
}

/** Converts names of properties at any depth; types and values stay. */
function inSnakeCase(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(inSnakeCase)
  if (schema === null || typeof schema !== 'object') return schema
  const entries = Object.entries(schema).map(([key, part]): [string, unknown] => {
    if (key === 'required') return [key, (part as string[]).map(snake)]
    if (key !== 'properties') return [key, inSnakeCase(part)]
    const renamed = Object.entries(part as Json).map(([name, one]) => [
      snake(name),
      inSnakeCase(one),
    ])
    return [key, Object.fromEntries(renamed)]
  })
  return Object.fromEntries(entries)
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

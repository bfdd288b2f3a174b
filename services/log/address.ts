import type { NodeConnectionOptions } from '@nats-io/transport-node'

type Address = Pick<NodeConnectionOptions, 'user' | 'pass' | 'token'> & { servers: string[] }

/**
 * What NATS_URL says, several servers with commas between them: `nats://user:password@host:4222`, or
 * `nats://token@host:4222`. The client itself leaves out what stands before the `@`.
 */
export function natsAddress(url: string): Address {
  const all = url.split(',').map((one) => new URL(one.includes('://') ? one : `nats://${one}`))
  const servers = all.map(({ protocol, host }) => `${protocol}//${host}`)
  const { username, password } = all.find((one) => one.username !== '') ?? all[0]!
  if (username === '') return { servers }
  const user = decodeURIComponent(username)
  return password === ''
    ? { servers, token: user }
    : { servers, user, pass: decodeURIComponent(password) }
}

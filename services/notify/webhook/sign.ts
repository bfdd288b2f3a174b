import { createHmac } from 'node:crypto'

export type Secret = { secret: string; until: string | null }
type Message = { id: string; timestamp: number; body: string }

const prefix = 'whsec_'

export function webhookSecret(bytes: Buffer): string {
  return prefix + bytes.toString('base64')
}

/**
 * The headers of Standard Webhooks, with a signature for each valid secret, so that a receiver can
 * change to a new secret while both are valid.
 */
export function signed({ id, timestamp, body }: Message, secrets: Secret[]) {
  const valid = secrets.filter(
    ({ until }) => until === null || Date.parse(until) > timestamp * 1000,
  )
  const signatures = valid.map(({ secret }) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': signatures.join(' '),
  }
}

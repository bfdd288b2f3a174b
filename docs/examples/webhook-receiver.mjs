// A receiver for Waggle's webhooks: WEBHOOK_SECRET=whsec_… node webhook-receiver.mjs 8090
//
// Anybody who knows the address of a receiver can send to it, so a message is valid only if it is
// signed with the shared secret (Standard Webhooks). A message older than five minutes is refused.
// Each message is processed once: it may arrive again, because a response was lost or because
// somebody pressed "send again".
//
// This file needs only Node.js, and is written to be read.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'

const toleranceSeconds = 5 * 60
const maxBytes = 1024 * 1024

/** Throws unless the message is recent and signed with this secret. `body` is the raw text. */
export function verify({ headers, body, secret, now = Date.now() }) {
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures,
  } = headers
  if (!id || !timestamp || !signatures) throw new Error('not signed')
  const seconds = Number(timestamp)
  if (!(Math.abs(now / 1000 - seconds) <= toleranceSeconds)) throw new Error('too old')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  // For a day after a change of the secret there are two signatures, one for each secret.
  const isSigned = signatures.split(' ').some((part) => {
    const [version, signature = ''] = part.split(',')
    const actual = Buffer.from(signature, 'base64')
    return (
      version === 'v1' && actual.length === expected.length && timingSafeEqual(actual, expected)
    )
  })
  if (!isSigned) throw new Error('signed by somebody else')
  return JSON.parse(body)
}

/**
 * A server that calls `take` once with each message. It responds after the message is processed;
 * without a response, Waggle sends the message again before any later one.
 */
export function receiver({ secret, take, now = Date.now }) {
  // A real receiver stores these ids persistently. A message may arrive again while it is being
  // processed, because Waggle waits only some seconds for a response.
  const taken = new Map()
  return createServer(async (request, response) => {
    const answer = (status, text) => response.writeHead(status).end(`${text}\n`)
    try {
      const parts = []
      let size = 0
      for await (const part of request) {
        parts.push(part)
        if ((size += part.length) > maxBytes) return answer(413, 'too long')
      }
      const body = Buffer.concat(parts).toString('utf8')
      const message = verify({ headers: request.headers, body, secret, now: now() })
      const id = request.headers['webhook-id']
      const isAgain = taken.has(id)
      if (!isAgain) taken.set(id, Promise.resolve(message).then(take))
      try {
        await taken.get(id)
      } catch (error) {
        taken.delete(id)
        console.error(error)
        return answer(500, 'not processed')
      }
      answer(200, isAgain ? 'had it' : 'taken')
    } catch (error) {
      answer(400, error.message)
    }
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const secret = process.env.WEBHOOK_SECRET
  const port = Number(process.argv[2] ?? 8090)
  if (!secret) {
    console.error('Usage: WEBHOOK_SECRET=whsec_… node webhook-receiver.mjs 8090')
    process.exit(2)
  }
  const take = ({ type, timestamp, data }) => console.log(timestamp, type, JSON.stringify(data))
  receiver({ secret, take }).listen(port, () => console.log(`listening on ${port}`))
}

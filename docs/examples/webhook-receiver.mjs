// Takes what Waggle tells a webhook: WEBHOOK_SECRET=whsec_… node webhook-receiver.mjs 8090
//
// Whoever knows the address of a receiver can send to it, so a message counts only if it is signed
// with the secret that both sides know (Standard Webhooks). It is refused if it is older than five
// minutes, and taken once: the same message may come again, because an answer was lost or because
// somebody pressed "send again".
//
// This file needs Node.js and nothing else, and was written to be read.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'

const toleranceSeconds = 5 * 60
const maxBytes = 1024 * 1024

/** Throws for what is not a message of this secret, made just now. `body` is the text as it came. */
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
  // While a secret is changed there are two, one for each.
  const isSigned = signatures.split(' ').some((one) => {
    const [version, signature = ''] = one.split(',')
    const given = Buffer.from(signature, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned) throw new Error('signed by somebody else')
  return JSON.parse(body)
}

/**
 * A server that calls `take` with each message once. It answers when the message is taken: what is
 * not answered is sent again, and before anything that came after it.
 */
export function receiver({ secret, take, now = Date.now }) {
  // A real one keeps these where a restart does not lose them.
  const taken = new Set()
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
      if (taken.has(id)) return answer(200, 'had it')
      await take(message)
      taken.add(id)
      answer(200, 'taken')
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

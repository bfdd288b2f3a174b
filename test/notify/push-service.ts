// A push service of our own: it takes what is sent as a real one does (RFC 8030), opens it with the keys of a
// browser (RFC 8291), and delays, refuses, loses or forgets as it is told.
import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { ECDH } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ownServer } from '../support/stand-in-server.ts'

type Message = Record<'title' | 'body' | 'lang' | 'dir' | 'tag' | 'page', string>
type Taken = { device: string; topic: string; ttl: string; message: Message }
type Fault = 'lost' | 'refused' | 'busy' | 'gone' | 'silent'
type Device = { ecdh: ECDH; auth: Buffer }

export async function startPushService(publicKey: () => Promise<string>) {
  const devices = new Map<string, Device>()
  const taken: Taken[] = []
  /** what happens to the next ones that come, in their order */
  const faults: Fault[] = []
  let url = ''

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const name = request.url?.slice(1) ?? ''
    const device = devices.get(name)
    const fault = faults.shift()
    if (fault === 'silent') return
    if (fault === 'refused') return void response.writeHead(400).end()
    if (fault === 'busy') return void response.writeHead(429, { 'retry-after': '1' }).end()
    if (fault === 'gone' || !device) return void response.writeHead(410).end()
    if (!isSigned(request, url, await publicKey())) return void response.writeHead(403).end()
    const { topic = '', ttl = '' } = request.headers as Record<string, string>
    const message = JSON.parse(opened(Buffer.concat(parts), device)) as Message
    taken.push({ device: name, topic, ttl, message })
    // It was taken, but nobody hears of it.
    if (fault === 'lost') return void request.socket.destroy()
    response.writeHead(201).end()
  }

  const server = ownServer(
    (request, response) => void answer(request, response),
    (at) => (url = at),
  )
  await server.up()
  return {
    taken,
    faults,
    port: () => Number(new URL(url).port),
    close: () => server.down(),
    down: () => server.down(),
    up: () => server.up(),
    /** as a browser's `PushSubscription.toJSON()` */
    subscribed(name: string) {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys('base64url')
      const auth = randomBytes(16)
      devices.set(name, { ecdh, auth })
      return { endpoint: `${url}/${name}`, keys: { p256dh, auth: auth.toString('base64url') } }
    },
  }
}

/** RFC 8292: who sends is known by its key, and means this service. */
function isSigned({ headers }: IncomingMessage, url: string, publicKey: string): boolean {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (key !== publicKey) return false
  const raw = Buffer.from(publicKey, 'base64url')
  const [x, y] = [raw.subarray(1, 33), raw.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as const
  const isOurs = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: jwk as never, format: 'jwk', dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string }
  return isOurs && aud === url
}

/** RFC 8188 with the keys of RFC 8291. */
function opened(body: Buffer, { ecdh, auth }: Device): string {
  const salt = body.subarray(0, 16)
  const idLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const shared = ecdh.computeSecret(sender)
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const derived = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
}

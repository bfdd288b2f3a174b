// A stand-in for a push service: it accepts messages as a real one does (RFC 8030), decrypts them
// with the keys of a browser (RFC 8291), and fails requests as the test asks it to.
import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { ECDH } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf, ownServer } from '../support/stand-in-server.ts'

type Message = Record<'title' | 'body' | 'lang' | 'dir' | 'tag' | 'page', string>
type Received = { device: string; topic: string; ttl: string; message: Message }
type Fault = 'lost' | 'refused' | 'busy' | 'gone' | 'silent'
/** `waiting`: by topic, while the phone is offline */
type Device = { ecdh: ECDH; auth: Buffer; waiting: Map<string, Received> | null }

export async function startPushService(publicKey: () => Promise<string>) {
  const devices = new Map<string, Device>()
  const received: Received[] = []
  /** the faults of the next requests, in order */
  const faults: Fault[] = []
  let url = ''

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const content = await bodyOf(request)
    const name = request.url?.slice(1) ?? ''
    const device = devices.get(name)
    const fault = faults.shift()
    if (fault === 'silent') return
    if (fault === 'refused') return void response.writeHead(400).end()
    if (fault === 'busy') return void response.writeHead(429, { 'retry-after': '1' }).end()
    if (fault === 'gone' || !device) return void response.writeHead(410).end()
    if (!isSigned(request, url, await publicKey())) return void response.writeHead(403).end()
    const { topic = '', ttl = '' } = request.headers as Record<string, string>
    const message = JSON.parse(decrypted(content, device)) as Message
    const arrived = { device: name, topic, ttl, message }
    if (device.waiting) device.waiting.set(topic, arrived)
    else received.push(arrived)
    // The message was accepted, but the response is lost.
    if (fault === 'lost') return void request.socket.destroy()
    response.writeHead(201).end()
  }

  const server = ownServer(
    (request, response) => void respond(request, response),
    (at) => (url = at),
  )
  await server.up()
  return {
    received,
    faults,
    port: () => Number(new URL(url).port),
    close: () => server.down(),
    down: () => server.down(),
    up: () => server.up(),
    /** the phone is offline: its messages wait, and one of the same topic replaces another */
    offline(name: string) {
      devices.get(name)!.waiting ??= new Map()
    },
    waiting: (name: string) => [...(devices.get(name)?.waiting?.values() ?? [])],
    /** the phone is back after so many seconds, and gets what is still valid */
    back(name: string, seconds: number) {
      const device = devices.get(name)!
      received.push(...[...device.waiting!.values()].filter(({ ttl }) => Number(ttl) >= seconds))
      device.waiting = null
    },
    /** creates a subscription, in the shape of a browser's `PushSubscription.toJSON()` */
    subscribe(name: string) {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys('base64url')
      const auth = randomBytes(16)
      devices.set(name, { ecdh, auth, waiting: null })
      return { endpoint: `${url}/${name}`, keys: { p256dh, auth: auth.toString('base64url') } }
    },
  }
}

/** RFC 8292: the request is signed with the sender's key, for this push service. */
function isSigned({ headers }: IncomingMessage, url: string, publicKey: string): boolean {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (key !== publicKey) return false
  const raw = Buffer.from(publicKey, 'base64url')
  const [x, y] = [raw.subarray(1, 33), raw.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as const
  const isVerified = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: jwk as never, format: 'jwk', dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string }
  return isVerified && aud === url
}

/** RFC 8188 with the keys of RFC 8291. */
function decrypted(body: Buffer, { ecdh, auth }: Device): string {
  const salt = body.subarray(0, 16)
  const idLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const shared = ecdh.computeSecret(sender)
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
}

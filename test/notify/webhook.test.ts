// Webhooks: signed requests, which the example receiver in docs/ accepts or refuses.
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSubscription, startNotify, subscribe } from '#services/notify/index.ts'
import { webhookSecret } from '#services/notify/index.ts'
import { webhookChannel } from '#services/notify/webhook/channel.ts'
import { signed } from '#services/notify/webhook/sign.ts'
import { openPost } from '#services/outbound/index.ts'
import { openStates } from '#services/states/index.ts'
import type { States } from '#services/states/index.ts'
import { openEncryption } from '#services/store/index.ts'
import { done, newTournament } from '../support/desk-client.ts'
import { openDeskOnLog } from '../support/desk-on-log.ts'
import type { DeskOnLog } from '../support/desk-on-log.ts'

type Message = { type: string; timestamp: string; data: { version: number; row: { name: string } } }
type Signed = { headers: IncomingHttpHeaders; body: string; secret: string }
type ReceiverOptions = { secret: string; take(message: Message): Promise<void>; now?: () => number }
/** The example is JavaScript, without types. */
const example = '../../docs/examples/webhook-receiver.mjs'
const { receiver, verify } = (await import(example)) as {
  verify(message: Signed): Message
  receiver(options: ReceiverOptions): Server
}

let deskOnLog: DeskOnLog
let states: States
const encryption = openEncryption('a secret of this test')!
const restMs = { some: 20, nobody: 20 }
const times = { firstPauseMs: 10, leaseMs: 30_000, timeoutMs: 20_000, restMs }
const newSecret = () => webhookSecret(randomBytes(32))
const servers: Server[] = []

beforeAll(async () => {
  deskOnLog = await openDeskOnLog()
  states = openStates({ log: deskOnLog.log, store: deskOnLog.store })
})
afterAll(async () => {
  for (const server of servers) server.closeAllConnections()
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  states?.close()
  await deskOnLog?.close()
})

async function listen(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

const network = { mayReach: (address: string) => address === '127.0.0.1' }
const start = (post = openPost(network)) => {
  const channels = [webhookChannel(post)]
  return startNotify({
    log: deskOnLog.log,
    store: deskOnLog.store,
    states,
    encryption,
    channels,
    times,
  })
}

const events = ['tournament.changed', 'team.changed'] as const
async function subscribed(tournament: number, url: string, secret = newSecret()) {
  const { pool } = deskOnLog.store
  await pool.query('insert into kept.tournament (id) values ($1) on conflict do nothing', [
    tournament,
  ])
  const after = await deskOnLog.log.tail()
  const address = { url, secrets: [{ secret, until: null }] }
  const about = { channel: 'webhook', tournament, address, options: { events }, after }
  return { id: await subscribe(deskOnLog.store, encryption, about), secret }
}

async function rename(tournament: number, names: string[]): Promise<void> {
  for (const name of names)
    await done(deskOnLog.desk, tournament, { type: 'ChangeTournament', name })
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `Name ${index + 1}`)

test('a receiver that is down gets everything once and in order, even if some responses are lost', async () => {
  const { tournament } = await newTournament(deskOnLog.desk)
  const taken: Message[] = []
  const ids: string[] = []
  const secret = newSecret()
  const take = async (message: Message) => void taken.push(message)
  const [handle] = receiver({ secret, take }).listeners('request') as [
    (request: IncomingMessage, response: unknown) => void,
  ]
  let isAway = true
  let turn = 0
  const url = await listen(
    createServer((request, response) => {
      if (isAway) return void request.socket.destroy()
      ids.push(String(request.headers['webhook-id']))
      // Every third response is lost.
      if (turn++ % 3 === 0) response.end = () => response.destroy()
      handle(request, response)
    }),
  )
  const notify = start()
  const { id } = await subscribed(tournament, url, secret)
  await rename(tournament, names(12))
  const attempts = async () =>
    (
      await deskOnLog.store.db
        .selectFrom('kept.delivery')
        .select('attempts')
        .where('subscription', '=', id)
        .orderBy('id')
        .execute()
    )[0]?.attempts
  await expect.poll(attempts).toBeGreaterThan(2)
  expect(taken).toEqual([])
  isAway = false
  await expect.poll(() => taken.length).toBe(12)
  expect(taken.map(({ data }) => data.row.name)).toEqual(names(12))
  expect(taken[0]).toMatchObject({ type: 'tournament.changed', timestamp: expect.any(String) })
  const sent = deskOnLog.store.db
    .selectFrom('kept.delivery')
    .select('state')
    .where('subscription', '=', id)
  const states = async () => (await sent.execute()).map(({ state }) => state)
  await expect.poll(async () => new Set(await states())).toEqual(new Set(['sent']))
  expect(new Set(ids).size).toBe(12)
  expect(ids.length).toBeGreaterThan(12)
  await notify.stop()
})

test('while a secret is being replaced both are valid, then only the new one', async () => {
  const { tournament } = await newTournament(deskOnLog.desk)
  const requests: { headers: IncomingHttpHeaders; body: string }[] = []
  const url = await listen(
    createServer((request, response) => {
      let body = ''
      request.on('data', (part) => (body += String(part)))
      request.on('end', () => {
        requests.push({ headers: request.headers, body })
        response.end()
      })
    }),
  )
  const { id, secret } = await subscribed(tournament, url)
  const next = newSecret()
  const secrets = [
    { secret: next, until: null },
    { secret, until: new Date(Date.now() + 60_000).toISOString() },
  ]
  const address = { url, secrets }
  await changeSubscription(deskOnLog.store, encryption, id, { channel: 'webhook', address })
  const notify = start()
  await rename(tournament, ['Both'])
  await expect.poll(() => requests.length).toBe(1)
  for (const one of [secret, next])
    expect(verify({ ...requests[0]!, secret: one }).type).toBe(events[0])
  secrets[1]!.until = new Date(Date.now() - 1_000).toISOString()
  await changeSubscription(deskOnLog.store, encryption, id, { channel: 'webhook', address })
  await rename(tournament, ['Next'])
  await expect.poll(() => requests.length).toBe(2)
  expect(verify({ ...requests[1]!, secret: next }).data.row.name).toBe('Next')
  expect(() => verify({ ...requests[1]!, secret })).toThrow('somebody else')
  await notify.stop()
})

test('the example receiver refuses requests that are forged, repeated or older than five minutes', async () => {
  const secret = newSecret()
  const taken: Message[] = []
  let now = Date.UTC(2026, 0, 2, 20)
  const url = await listen(
    receiver({
      secret,
      now: () => now,
      take: async (message: Message) => void taken.push(message),
    }),
  )
  const body = JSON.stringify({ type: 'match.completed', timestamp: 'now', data: {} })
  const timestamp = now / 1000
  const good = signed({ id: 'msg_1', timestamp, body }, [{ secret, until: null }])
  const post = async (headers: Record<string, string>, text = body) => {
    const answer = await fetch(url, { method: 'POST', headers, body: text })
    return `${answer.status} ${(await answer.text()).trim()}`
  }
  const forged = signed({ id: 'msg_1', timestamp, body }, [{ secret: newSecret(), until: null }])
  expect(await post(forged)).toBe('400 signed by somebody else')
  expect(await post(good, body.replace('completed', 'reopened'))).toBe(
    '400 signed by somebody else',
  )
  expect(await post({ ...good, 'webhook-id': 'msg_2' })).toBe('400 signed by somebody else')
  const later = { ...good, 'webhook-timestamp': `${timestamp + 1}` }
  expect(await post(later)).toBe('400 signed by somebody else')
  expect(await post({ 'content-type': 'application/json' })).toBe('400 not signed')
  const unversioned = good['webhook-signature'].replace('v1,', 'v1a,')
  expect(await post({ ...good, 'webhook-signature': unversioned })).toBe(
    '400 signed by somebody else',
  )
  expect(taken).toEqual([])
  expect(await post(good)).toBe('200 taken')
  expect(await post(good)).toBe('200 had it')
  now += 5 * 60_000 + 1_000
  expect(await post(good)).toBe('400 too old')
  const early = signed({ id: 'msg_3', timestamp: now / 1000 + 301, body }, [
    { secret, until: null },
  ])
  expect(await post(early)).toBe('400 too old')
  expect(taken).toHaveLength(1)
})

test('the example receiver processes a message once that comes again meanwhile, and again if it failed', async () => {
  const secret = newSecret()
  const working = Promise.withResolvers<void>()
  let [begun, requests] = [0, 0]
  const take = () =>
    begun++ === 0 ? Promise.reject(new Error('the database is away')) : working.promise
  const server = receiver({ secret, take })
  const url = await listen(server.on('request', () => requests++))
  const body = JSON.stringify({ type: 'match.completed', timestamp: 'now', data: {} })
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = signed({ id: 'msg_1', timestamp, body }, [{ secret, until: null }])
  const post = async () => (await fetch(url, { method: 'POST', headers, body })).status
  expect(await post()).toBe(500)
  const both = [post(), post()]
  await expect.poll(() => requests).toBe(3)
  working.resolve()
  expect(await Promise.all(both)).toEqual([200, 200])
  expect(begun).toBe(2)
})

test('R-OG-2: an address that is not public is never contacted', async () => {
  const { tournament } = await newTournament(deskOnLog.desk)
  let requests = 0
  const url = await listen(createServer((_, response) => void response.end(`${requests++}`)))
  const notify = start(openPost())
  const { port } = new URL(url)
  const hostile = [
    url,
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    'http://169.254.169.254/',
  ]
  const ids = await Promise.all(
    hostile.map(async (address) => (await subscribed(tournament, address)).id),
  )
  await rename(tournament, ['Hostile'])
  const reasons = async () => {
    const rows = await deskOnLog.store.db
      .selectFrom('kept.delivery')
      .select(['reason', 'state'])
      .where('subscription', 'in', ids)
      .execute()
    return rows.map(({ state, reason }) => `${state}: ${reason}`)
  }
  const unreached = 'pending: it cannot be reached, or is not on the public internet'
  await expect.poll(reasons).toEqual(hostile.map(() => unreached))
  expect(requests).toBe(0)
  await notify.stop()
})

// A household has many addresses, above all with IPv6. Limits by address count its network (P15).
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ secret: 'a secret for tests' })
})
afterAll(() => app?.stop())

type Attempt = { method: 'GET' | 'POST' | 'PUT'; url: string; payload?: object }
const card = { action: 'sign_in', card: 'abcdef12', player: 1, token: 'wrong' }
/** Every display has a key of its own. */
const newDisplay = () => ({ key: randomBytes(16).toString('hex') })
const attempts: [what: string, allowed: number, attempt: Attempt][] = [
  ['the code of a door', 60, { method: 'GET', url: '/api/tournament/door/wrong/' }],
  ['the code of a cabinet', 60, { method: 'GET', url: '/api/tournament/call-official/wrong/' }],
  ['a pairing', 60, { method: 'POST', url: '/api/user/pair/', payload: { code: 'AAAA-AAAA' } }],
  [
    'a display',
    120,
    {
      method: 'POST',
      url: '/api/tournament/display/',
      get payload() {
        return newDisplay()
      },
    },
  ],
  ['the token of a reader', 30, { method: 'POST', url: '/api/stats/signin/nfc/', payload: card }],
  ['a code to sign in with', 30, { method: 'GET', url: '/api/stats/signin/code/wrong/' }],
  [
    'the token of a clip button',
    30,
    { method: 'POST', url: '/api/video/video-clip/', payload: { cabinet: 1, token: 'wrong' } },
  ],
  [
    'phones to notify of one tournament',
    300,
    {
      method: 'PUT',
      url: '/api/tournament/tournament/1/push/',
      payload: {
        subscription: { endpoint: 'https://push.test/1', keys: { p256dh: 'a', auth: 'a' } },
        kinds: [],
        page: '/',
      },
    },
  ],
]

test.each(attempts)('%s: %i attempts a network', async (what, allowed, attempt) => {
  // Some of them share a limit, so each uses a network of its own.
  const network = `2001:db8:1:${attempts.findIndex(([name]) => name === what)}`
  const from = async (remoteAddress: string) =>
    (await app.web.inject({ ...attempt, remoteAddress })).statusCode
  for (let i = 0; i < allowed; i++)
    expect(await from(`${network}::${i.toString(16)}`)).not.toBe(429)
  expect(await from(`${network}:ffff::1`)).toBe(429)
  expect(await from('2001:db8:2:1::1')).not.toBe(429)
})

test('P15: the limit of requests counts a /64 network as one address', async () => {
  const limited = await startApp({ requestsPerMinute: 3 })
  const from = async (remoteAddress: string) =>
    (await limited.web.inject({ method: 'GET', url: '/api/game/scene/', remoteAddress })).statusCode
  const own: number[] = []
  for (let host = 1; host <= 5; host++) own.push(await from(`2001:db8:3:1::${host}`))
  expect(own).toEqual([200, 200, 200, 429, 429])
  expect(await from('2001:db8:3:2::1')).toBe(200)
  await limited.stop()
})

// Addresses that cannot be those of a push service are refused when a phone subscribes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSampleTournament, startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
let tournament: number
beforeAll(async () => {
  fixture = await startTwoScenes({ secret: 'a secret for tests' })
  tournament = (await newSampleTournament(fixture)).tournament
})
afterAll(() => fixture?.app.stop())

const subscribe = (endpoint: string) =>
  fixture.call('anonymous', 'PUT', `/api/tournament/tournament/${tournament}/push/`, {
    body: {
      subscription: { endpoint, keys: { p256dh: 'a', auth: 'a' } },
      kinds: ['announcement'],
      page: '/tournament/1',
    },
  })

test.each([
  'http://push.example/one',
  'https://93.184.216.34/one',
  'https://[2606:4700::1111]/one',
  'https://127.0.0.1/one',
  'https://localhost/one',
  'https://push.example:8443/one',
  'https://user:secret@push.example/one',
])('R-OG-2: %s is refused with the reason', async (endpoint) => {
  const { status, body } = await subscribe(endpoint)
  expect([status, body]).toEqual([
    400,
    { subscription: ['This is not the address of a push service: it needs https and a name'] },
  ])
})

test('an address with https and a name is taken without looking it up', async () => {
  expect((await subscribe('https://updates.push.invalid/wpush/v2/abc')).status).toBe(200)
})

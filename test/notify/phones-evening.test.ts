// An evening as the phones of four teams are told of it: each thing once, in its order, and nothing
// late.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'
import { phoneKinds } from '#events/describe/notification-kinds.ts'
import { startPushService } from './push-service.ts'

let fixture: TwoScenes
let service: Awaited<ReturnType<typeof startPushService>>
const api = '/api/tournament'

async function send(method: string, url: string, body: unknown = {}) {
  return (await expectOk(fixture.call('key', method, url, { body }))).body
}

beforeAll(async () => {
  const publicKey = async () =>
    (await send('GET', `${api}/push-key/`, undefined)).publicKey as string
  service = await startPushService(publicKey)
  const restMs = { some: 20, nobody: 20 }
  fixture = await startTwoScenes({
    secret: 'a secret for tests',
    // Long timeouts, since a message that times out is sent twice.
    notifyTimes: { firstPauseMs: 50, timeoutMs: 60_000, leaseMs: 120_000, restMs, estimatesMs: 20 },
    network: {
      mayReach: (address, port) => address === '127.0.0.1' && port === service.port(),
      // The stand-in has an address and no certificate.
      mayPush: () => true,
    },
  })
})
afterAll(async () => {
  await fixture?.app.stop()
  await service?.close()
})

test('each phone is told of its matches once and in order, also one that is offline for a minute', async () => {
  const { tournament, teams, bracket, queue } = await newSampleTournament(fixture)
  const phones = ['A', 'B', 'C', 'D'] as const
  for (const [index, phone] of phones.entries()) {
    const subscription = service.subscribe(phone)
    const body = { subscription, team: teams[index], kinds: phoneKinds, page: '/' }
    const url = `${api}/tournament/${tournament}/push/`
    await expectOk(fixture.call('anonymous', 'PUT', url, { body }))
  }
  const about = ({ message: { title, body } }: (typeof service.received)[number]) =>
    `${title}: ${body.split(' ')[0]}`
  const expected: Record<(typeof phones)[number], string[]> = { A: [], B: [], C: [], D: [] }
  async function told(more: Partial<typeof expected>): Promise<void> {
    for (const phone of phones) expected[phone].push(...(more[phone] ?? []))
    const messagesOf = (phone: string) =>
      service.received.filter(({ device }) => device === phone).map(about)
    const all = () => Object.fromEntries(phones.map((phone) => [phone, messagesOf(phone)]))
    await expect.poll(all).toEqual(expected)
  }
  const next = async () =>
    (
      await send('PUT', `${api}/tournament/${tournament}/select-next/`, {
        cabinet: fixture.cabinet,
      })
    ).match.id as number
  async function end(match: number): Promise<void> {
    await send('PATCH', `${api}/match/${match}/`, { blueScore: 2, goldScore: 1 })
    await send('PUT', `${api}/match/${match}/complete/`, { force: true })
  }

  await send('PUT', `${api}/queue/${queue}/assign-all/`, { brackets: [bracket] })
  await told({ A: ['You are on deck: M1'], B: ['You are on deck: M1'] })
  const first = await next()
  const [called, onDeck] = [['Now on North: M1'], ['You are on deck: M2']]
  await told({ A: called, B: called, C: onDeck, D: onDeck })
  await end(first)
  await told({ A: ['Result entered: M1'], B: ['Result entered: M1'] })

  // D plays twice in a row.
  const second = await next()
  await told({
    A: ['You are on deck: M3'],
    C: ['Now on North: M2'],
    D: ['Now on North: M2', 'You are on deck: M3'],
  })
  await end(second)
  await told({ C: ['Result entered: M2'], D: ['Result entered: M2'] })

  service.offline('A')
  const third = await next()
  await told({ B: ['You are on deck: M4'], C: ['You are on deck: M4'], D: ['Now on North: M3'] })
  await expect.poll(() => service.waiting('A').map(about)).toEqual(['Now on North: M3'])
  await end(third)
  await told({ D: ['Result entered: M3'] })
  await expect.poll(() => service.waiting('A').map(about)).toEqual(['Result entered: M3'])
  service.back('A', 60)
  await told({ A: ['Result entered: M3'] })

  // It ends early: the queue is emptied in another order.
  await send('PATCH', `${api}/tournament/${tournament}/`, { isActive: false })
  const { matches } = await send('GET', `${api}/queue/${queue}/`, undefined)
  await send('PUT', `${api}/queue/${queue}/set-queue/`, { matches: [matches.at(-1)] })
  await send('PUT', `${api}/queue/${queue}/set-queue/`, { matches: [] })
  await send('PUT', `${api}/tournament/${tournament}/announce/`, { text: 'Thanks', minutes: 5 })
  const thanks = ['Friday: Thanks']
  await told({ A: thanks, B: thanks, C: thanks, D: thanks })
})

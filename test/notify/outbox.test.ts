// The outbox of notifications on real servers: each is sent once and in order, whatever fails.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNotify, subscribe, sendNow } from '#services/notify/index.ts'
import type { Channel, Delivery, Outcome } from '#services/notify/index.ts'
import { places } from '#services/notify/outbox/places.ts'
import { openWords } from '#services/notify/notification/words.ts'
import { openStates } from '#services/states/index.ts'
import type { States } from '#services/states/index.ts'
import { endSubscription, openEncryption } from '#services/store/index.ts'
import { done, newTournament } from '../support/desk-client.ts'
import { openDeskOnLog } from '../support/desk-on-log.ts'
import type { DeskOnLog } from '../support/desk-on-log.ts'

let deskOnLog: DeskOnLog
let states: States
const encryption = openEncryption('a secret of this test')!
const restMs = { some: 20, nobody: 20 }
const times = { firstPauseMs: 20, leaseMs: 30_000, timeoutMs: 20_000, restMs }
/** For senders that die or hang; a delivery that is merely slow would be sent twice. */
const shortTimes = { firstPauseMs: 20, leaseMs: 600, timeoutMs: 300, restMs }

beforeAll(async () => {
  deskOnLog = await openDeskOnLog()
  states = openStates({ log: deskOnLog.log, store: deskOnLog.store })
})
afterAll(async () => {
  states?.close()
  await deskOnLog?.close()
})

type Send = (delivery: Delivery, signal: AbortSignal) => Promise<Outcome>
const sent: Outcome = { is: 'sent' }

/** A channel with a delivery for every version of a tournament. */
function channelOf(name: string, send: Send, more: Partial<Channel> = {}): Channel {
  return {
    name,
    notificationsFor: ({ after: { state } }) => [
      { key: `version ${state.version}`, content: { version: state.version } },
    ],
    send,
    expiresAfterMs: 60_000,
    ...more,
  }
}

const start = (channels: Channel[], notifyTimes = times) =>
  startNotify({
    log: deskOnLog.log,
    store: deskOnLog.store,
    states,
    encryption,
    channels,
    times: notifyTimes,
  })

async function subscribed(
  channel: string,
  tournament: number,
  url = `https://${channel}.test/`,
): Promise<number> {
  await deskOnLog.store.pool.query(
    `insert into kept.tournament (id) values ($1) on conflict do nothing`,
    [tournament],
  )
  const after = await deskOnLog.log.tail()
  const address = { url }
  return subscribe(deskOnLog.store, encryption, {
    channel,
    tournament,
    address,
    options: {},
    after,
  })
}

type Row = { key: string; state: string; attempts: number; reason: string | null }
async function deliveriesOf(subscription: number): Promise<Row[]> {
  const { rows } = await deskOnLog.store.pool.query<Row>(
    'select key, state, attempts, reason from kept.delivery where subscription = $1 order by id',
    [subscription],
  )
  return rows
}
const statesOf = async (subscription: number) =>
  (await deliveriesOf(subscription)).map(({ state }) => state)

async function rename(tournament: number, times: number): Promise<void> {
  for (let i = 1; i <= times; i++) {
    const name = `Name ${i} ${Math.random()}`
    await done(deskOnLog.desk, tournament, { type: 'ChangeTournament', name })
  }
}

test('P8: two notify services send each delivery once, in order', async () => {
  const { tournament } = await newTournament(deskOnLog.desk)
  const sentKeys: string[] = []
  const channel = channelOf('twice', async ({ key }) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    sentKeys.push(key)
    return sent
  })
  const running = [start([channel]), start([channel])]
  const id = await subscribed('twice', tournament)
  await rename(tournament, 30)
  await expect.poll(() => sentKeys.length).toBe(30)
  const keys = (await deliveriesOf(id)).map(({ key }) => key)
  expect(sentKeys).toEqual(keys)
  expect(new Set(keys).size).toBe(30)
  await Promise.all(running.map((service) => service.stop()))
  expect(new Set(await statesOf(id))).toEqual(new Set(['sent']))
})

test('a receiver that is down gets everything once and in order when it is back, and delays no other', async () => {
  const { tournament } = await newTournament(deskOnLog.desk)
  const sentKeys: string[] = []
  const otherKeys: string[] = []
  let isAway = true
  const away = channelOf('away', async ({ key, subscription }) => {
    expect(subscription.address).toEqual({ url: 'https://away.test/' })
    if (isAway) return { is: 'retry', reason: 'status 503' }
    sentKeys.push(key)
    return sent
  })
  const other = channelOf('other', async ({ key }) => {
    otherKeys.push(key)
    return sent
  })
  const notify = start([away, other])
  const id = await subscribed('away', tournament)
  await subscribed('other', tournament)
  await rename(tournament, 5)
  await expect.poll(() => otherKeys.length).toBe(5)
  await expect.poll(async () => (await deliveriesOf(id))[0]?.attempts).toBeGreaterThan(1)
  expect(sentKeys).toEqual([])
  isAway = false
  await expect.poll(() => sentKeys).toEqual(otherKeys)
  await notify.stop()
})

const hangs = 'https://hangs'
/** Channels for phones and webhooks, whose receivers at hosts with this name never answer. */
function hangingChannels(sentTo: string[], hanging: Set<string>): Channel[] {
  const send: Send = async ({ subscription }, signal) => {
    const { url } = subscription.address as { url: string }
    if (!url.startsWith(hangs)) {
      sentTo.push(url)
      return sent
    }
    hanging.add(url)
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => {
        hanging.delete(url)
        reject(new Error('aborted'))
      }),
    )
  }
  return [channelOf('push', send), channelOf('webhook', send)]
}

test.each([
  ['one host', (n: number) => `${hangs}.test/${n}`],
  ['as many hosts', (n: number) => `${hangs}-${n}.test/`],
])('400 phones at %s that never answer delay neither other phones nor webhooks', async (_, url) => {
  const [attacked, other] = [
    await newTournament(deskOnLog.desk),
    await newTournament(deskOnLog.desk, { scene: 2 }),
  ]
  const sentTo: string[] = []
  const hanging = new Set<string>()
  const service = start(hangingChannels(sentTo, hanging), { ...times, timeoutMs: 600_000 })
  const usual = await subscribed('push', attacked.tournament, 'https://phones.test/usual')
  await rename(attacked.tournament, 1)
  await expect.poll(() => sentTo).toEqual(['https://phones.test/usual'])
  await endSubscription(deskOnLog.store, usual)
  for (let n = 0; n < 400; n++) await subscribed('push', attacked.tournament, url(n))
  await rename(attacked.tournament, 1)
  await expect.poll(() => hanging.size).toBeGreaterThan(0)
  // Beside them in the same tournament, and in another scene.
  await subscribed('push', attacked.tournament, 'https://phones.test/beside')
  await subscribed('push', other.tournament, 'https://others.test/phone')
  await subscribed('webhook', other.tournament, 'https://hooks.test/other')
  await rename(attacked.tournament, 1)
  await rename(other.tournament, 1)
  await expect
    .poll(() => sentTo.slice(1).toSorted())
    .toEqual([
      'https://hooks.test/other',
      'https://others.test/phone',
      'https://phones.test/beside',
    ])
  expect(hanging.size).toBeLessThanOrEqual(places.newOfScene)
  await service.stop()
})

test('another service repeats the delivery of a service that died after sending it: at least once', async () => {
  const { tournament } = await newTournament(deskOnLog.desk)
  const attempts: string[] = []
  // Like a process that is killed: the delivery it took is never finished.
  const firstChannel = channelOf('dying', ({ key }) => {
    attempts.push(`dying ${key}`)
    return new Promise(() => {})
  })
  const first = start([firstChannel], shortTimes)
  const id = await subscribed('dying', tournament)
  await rename(tournament, 1)
  await expect.poll(() => attempts.length).toBeGreaterThan(0)
  const second = start([
    channelOf('dying', async ({ key }) => {
      attempts.push(`heir ${key}`)
      return sent
    }),
  ])
  await expect.poll(() => statesOf(id)).toEqual(['sent'])
  expect(attempts.filter((one) => one.startsWith('heir'))).toHaveLength(1)
  await second.stop()
  void first.stop()
})

test('a delivery that is outdated when it is due is not sent, and has the reason', async () => {
  const { tournament } = await newTournament(deskOnLog.desk)
  const notify = start([
    channelOf('stale', async () => sent, { outdated: async () => 'the match is over' }),
  ])
  const id = await subscribed('stale', tournament)
  await rename(tournament, 1)
  await expect
    .poll(async () => (await deliveriesOf(id)).map(({ state, reason }) => [state, reason]))
    .toEqual([['outdated', 'the match is over']])
  await notify.stop()
})

test('a delivery that was outdated is sent when it becomes true again', async () => {
  const { tournament } = await newTournament(deskOnLog.desk)
  let [reason, sentCount]: [string | null, number] = ['it was undone', 0]
  const channel = channelOf(
    'again',
    async () => {
      sentCount++
      return sent
    },
    // Several commits of a batch give the same notification.
    { notificationsFor: () => [{ key: 'the result', content: {} }], outdated: async () => reason },
  )
  const id = await subscribed('again', tournament)
  await rename(tournament, 3)
  const notify = start([channel])
  await expect.poll(() => statesOf(id)).toEqual(['outdated'])
  reason = null
  await rename(tournament, 3)
  await expect.poll(() => statesOf(id)).toEqual(['sent'])
  await rename(tournament, 3)
  await notify.stop()
  expect([await statesOf(id), sentCount]).toEqual([['sent'], 1])
})

test('a message that becomes outdated after the check and before its text is made is not sent', async () => {
  const { tournament } = await newTournament(deskOnLog.desk)
  const words = openWords(deskOnLog.store, states)
  const { version } = await done(deskOnLog.desk, tournament, {
    type: 'WriteAnnouncement',
    text: 'Pizza is here',
    minutes: 60,
  })
  const [announcement] = Object.values((await states.now(tournament)).state.announcements)
  const content = { kind: 'announcement', num: announcement!.num }
  const subscription = { id: 0, channel: 'discord', scene: null, tournament, options: {} }
  const delivery = { id: 0, key: 'line', content, tournament, attempts: 1 }
  const text = () =>
    words.of({ ...delivery, subscription: { ...subscription, address: null } }, 'en')
  expect(await text()).toMatchObject({ outdated: null, body: 'Pizza is here' })
  await done(deskOnLog.desk, tournament, { type: 'Undo', version })
  await expect.poll(text).toEqual({ outdated: 'it has ended' })
})

test('a delivery that is true again when it is marked as outdated is sent', async () => {
  const { tournament } = await newTournament(deskOnLog.desk)
  const reasons = ['it was undone', null]
  const outdated = async () => reasons.shift() ?? null
  const notify = start([channelOf('turning', async () => sent, { outdated })])
  const id = await subscribed('turning', tournament)
  await rename(tournament, 1)
  await expect.poll(() => statesOf(id)).toEqual(['sent'])
  await notify.stop()
})

test('an endpoint that is gone is deleted with its pending deliveries', async () => {
  const { tournament } = await newTournament(deskOnLog.desk)
  const notify = start([
    channelOf('gone', async ({ content }) =>
      (content as { version: number }).version % 2 === 0 ? { is: 'gone' } : sent,
    ),
  ])
  const id = await subscribed('gone', tournament)
  await rename(tournament, 4)
  const ended = async () => {
    const { rows } = await deskOnLog.store.pool.query<{
      address: string | null
      endedAt: Date | null
    }>('select address, ended_at as "endedAt" from kept.subscription where id = $1', [id])
    return rows[0]
  }
  await expect.poll(ended).toEqual({ address: null, endedAt: expect.any(Date) })
  await expect.poll(async () => (await statesOf(id)).includes('pending')).toBe(false)
  const before = await statesOf(id)
  await rename(tournament, 2)
  expect(before.filter((state) => state === 'sent').length).toBeLessThan(2)
  await notify.stop()
  expect(await statesOf(id)).toEqual(before)
})

test('a delivery enqueued while its subscription ends is gone with it', async () => {
  const { tournament } = await newTournament(deskOnLog.desk)
  const sentKeys: string[] = []
  const id = await subscribed('ended', tournament)
  await endSubscription(deskOnLog.store, id)
  await sendNow(deskOnLog.store, id, { key: 'late', content: {} })
  const notify = start([channelOf('ended', async ({ key }) => (sentKeys.push(key), sent))])
  const gone = { key: 'late', state: 'gone', reason: null }
  await expect.poll(() => deliveriesOf(id)).toEqual([expect.objectContaining(gone)])
  await notify.stop()
  expect(sentKeys).toEqual([])
})

test('refused and expired deliveries have the reason', async () => {
  const { tournament } = await newTournament(deskOnLog.desk)
  const channels = [
    channelOf('refuses', async () => ({ is: 'refused', reason: 'status 400' })),
    channelOf('silent', () => new Promise(() => {}), { expiresAfterMs: 700 }),
    channelOf('throws', async () => Promise.reject(new Error('no')), { expiresAfterMs: 100 }),
  ]
  const notify = start(channels, shortTimes)
  const ids = [
    await subscribed('refuses', tournament),
    await subscribed('silent', tournament),
    await subscribed('throws', tournament),
  ]
  await rename(tournament, 1)
  const ends = async () =>
    (await Promise.all(ids.map(deliveriesOf))).flat().map(({ state, reason }) => [state, reason])
  await expect.poll(ends).toEqual([
    ['refused', 'status 400'],
    ['expired', 'no answer in time'],
    ['expired', 'it failed'],
  ])
  await notify.stop()
})

test('commits before a subscription are not sent; commits while no service ran are sent', async () => {
  const { tournament } = await newTournament(deskOnLog.desk)
  const sentKeys: string[] = []
  const channel = channelOf('later', async ({ key }) => {
    sentKeys.push(key)
    return sent
  })
  await start([channel]).stop()
  await rename(tournament, 2)
  await subscribed('later', tournament)
  await rename(tournament, 3)
  const versions = (await states.now(tournament)).state.version
  const notify = start([channel])
  await expect.poll(() => sentKeys).toEqual([2, 1, 0].map((back) => `version ${versions - back}`))
  await notify.stop()
})

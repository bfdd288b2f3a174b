// What is told outside, on real servers: once each, in order, whatever dies, repeats or refuses.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSubscription, startNotify, subscribe, sendNow } from '../../services/notify/index.ts'
import type { Channel, Delivery, Outcome } from '../../services/notify/index.ts'
import { openWords } from '../../services/notify/status/words.ts'
import { openStates } from '../../services/states/index.ts'
import type { States } from '../../services/states/index.ts'
import { openEncryption } from '../../services/store/index.ts'
import { done, newTournament } from '../support/desk-client.ts'
import { openDeskOnLog } from '../support/desk-on-log.ts'
import type { DeskOnLog } from '../support/desk-on-log.ts'

let own: DeskOnLog
let states: States
const encryption = openEncryption('a secret of this test')!
const restMs = { some: 20, nobody: 20 }
const times = { firstPauseMs: 20, leaseMs: 30_000, timeoutMs: 20_000, restMs }
/** For what dies and what is silent; whatever is only slow would be told again. */
const short = { firstPauseMs: 20, leaseMs: 600, timeoutMs: 300, restMs }

beforeAll(async () => {
  own = await openDeskOnLog()
  states = openStates({ log: own.log, store: own.store })
})
afterAll(async () => {
  states?.close()
  await own?.close()
})

type Send = (delivery: Delivery, signal: AbortSignal) => Promise<Outcome>
const sent: Outcome = { is: 'sent' }

/** A way out that tells of every version of a tournament. */
function channelOf(name: string, send: Send, more: Partial<Channel> = {}): Channel {
  return {
    name,
    news: ({ after: { state } }) => [
      { key: `version ${state.version}`, content: { version: state.version } },
    ],
    send,
    expiresAfterMs: 60_000,
    ...more,
  }
}

const start = (channels: Channel[], within = times) =>
  startNotify({ log: own.log, store: own.store, states, encryption, channels, times: within })

async function subscribed(channel: string, tournament: number): Promise<number> {
  await own.store.pool.query(
    `insert into kept.tournament (id) values ($1) on conflict do nothing`,
    [tournament],
  )
  const after = await own.log.tail()
  const address = { url: `https://${channel}.test/` }
  return subscribe(own.store, encryption, { channel, tournament, address, options: {}, after })
}

type Row = { key: string; state: string; attempts: number; reason: string | null }
async function deliveriesOf(subscription: number): Promise<Row[]> {
  const { rows } = await own.store.pool.query<Row>(
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
    await done(own.desk, tournament, { type: 'ChangeTournament', name })
  }
}

test('P8: two senders and two followers tell each once, in order', async () => {
  const { tournament } = await newTournament(own.desk)
  const told: string[] = []
  const channel = channelOf('twice', async ({ key }) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    told.push(key)
    return sent
  })
  const running = [start([channel]), start([channel])]
  const id = await subscribed('twice', tournament)
  await rename(tournament, 30)
  await expect.poll(() => told.length).toBe(30)
  const keys = (await deliveriesOf(id)).map(({ key }) => key)
  expect(told).toEqual(keys)
  expect(new Set(keys).size).toBe(30)
  await Promise.all(running.map((one) => one.stop()))
  expect(new Set(await statesOf(id))).toEqual(new Set(['sent']))
})

test('a receiver that is away gets all, once and in order, when it is back; another waits for nothing', async () => {
  const { tournament } = await newTournament(own.desk)
  const told: string[] = []
  const others: string[] = []
  let isAway = true
  const away = channelOf('away', async ({ key, subscription }) => {
    expect(subscription.address).toEqual({ url: 'https://away.test/' })
    if (isAway) return { is: 'retry', reason: 'status 503' }
    told.push(key)
    return sent
  })
  const other = channelOf('other', async ({ key }) => {
    others.push(key)
    return sent
  })
  const notify = start([away, other])
  const id = await subscribed('away', tournament)
  await subscribed('other', tournament)
  await rename(tournament, 5)
  await expect.poll(() => others.length).toBe(5)
  await expect.poll(async () => (await deliveriesOf(id))[0]?.attempts).toBeGreaterThan(1)
  expect(told).toEqual([])
  isAway = false
  await expect.poll(() => told).toEqual(others)
  await notify.stop()
})

test('a sender that dies between sending and noting it is followed by another: at least once', async () => {
  const { tournament } = await newTournament(own.desk)
  const told: string[] = []
  // As a process that is killed: what it had taken is never heard of again.
  const lost = channelOf('dying', ({ key }) => {
    told.push(`dying ${key}`)
    return new Promise(() => {})
  })
  const dying = start([lost], short)
  const id = await subscribed('dying', tournament)
  await rename(tournament, 1)
  await expect.poll(() => told.length).toBeGreaterThan(0)
  const heir = start([
    channelOf('dying', async ({ key }) => {
      told.push(`heir ${key}`)
      return sent
    }),
  ])
  await expect.poll(() => statesOf(id)).toEqual(['sent'])
  expect(told.filter((one) => one.startsWith('heir'))).toHaveLength(1)
  await heir.stop()
  void dying.stop()
})

test('what is no longer true when it would be sent is not sent, and says why', async () => {
  const { tournament } = await newTournament(own.desk)
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

test('what was not told, as it no longer held, is told when it comes about again', async () => {
  const { tournament } = await newTournament(own.desk)
  let [reason, told]: [string | null, number] = ['it was undone', 0]
  const channel = channelOf(
    'again',
    async () => {
      told++
      return sent
    },
    // Several of a batch are the same news.
    { news: () => [{ key: 'the result', content: {} }], outdated: async () => reason },
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
  expect([await statesOf(id), told]).toEqual([['sent'], 1])
})

test('what ends between the question whether it holds and its words is not said', async () => {
  const { tournament } = await newTournament(own.desk)
  const words = openWords(own.store, states)
  const { version } = await done(own.desk, tournament, {
    type: 'WriteAnnouncement',
    text: 'Pizza is here',
    minutes: 60,
  })
  const [announcement] = Object.values((await states.now(tournament)).state.announcements)
  const content = { kind: 'announcement', num: announcement!.num }
  const subscription = { id: 0, channel: 'discord', scene: null, tournament, options: {} }
  const delivery = { id: 0, key: 'line', content, tournament, attempts: 1 }
  const said = () =>
    words.of({ ...delivery, subscription: { ...subscription, address: null } }, 'en')
  expect(await said()).toMatchObject({ outdated: null, body: 'Pizza is here' })
  await done(own.desk, tournament, { type: 'Undo', version })
  await expect.poll(said).toEqual({ outdated: 'it has ended' })
})

test('what holds again when it is noted that it does not is told', async () => {
  const { tournament } = await newTournament(own.desk)
  const reasons = ['it was undone', null]
  const outdated = async () => reasons.shift() ?? null
  const notify = start([channelOf('turning', async () => sent, { outdated })])
  const id = await subscribed('turning', tournament)
  await rename(tournament, 1)
  await expect.poll(() => statesOf(id)).toEqual(['sent'])
  await notify.stop()
})

test('an end point that is gone is forgotten with all that was on its way', async () => {
  const { tournament } = await newTournament(own.desk)
  const notify = start([
    channelOf('gone', async ({ content }) =>
      (content as { version: number }).version % 2 === 0 ? { is: 'gone' } : sent,
    ),
  ])
  const id = await subscribed('gone', tournament)
  await rename(tournament, 4)
  const ended = async () => {
    const { rows } = await own.store.pool.query<{ address: string | null; endedAt: Date | null }>(
      'select address, ended_at as "endedAt" from kept.subscription where id = $1',
      [id],
    )
    return rows[0]
  }
  await expect.poll(ended).toEqual({ address: null, endedAt: expect.any(Date) })
  await expect.poll(async () => (await statesOf(id)).includes('pending')).toBe(false)
  const told = await statesOf(id)
  await rename(tournament, 2)
  expect(told.filter((state) => state === 'sent').length).toBeLessThan(2)
  await notify.stop()
  expect(await statesOf(id)).toEqual(told)
})

test('what was enqueued for a subscription while it ended is gone with it', async () => {
  const { tournament } = await newTournament(own.desk)
  const told: string[] = []
  const id = await subscribed('ended', tournament)
  await endSubscription(own.store, id)
  await sendNow(own.store, id, { key: 'late', content: {} })
  const notify = start([channelOf('ended', async ({ key }) => (told.push(key), sent))])
  const gone = { key: 'late', state: 'gone', reason: null }
  await expect.poll(() => deliveriesOf(id)).toEqual([expect.objectContaining(gone)])
  await notify.stop()
  expect(told).toEqual([])
})

test('what is refused, and what is tried for too long, ends with the reason', async () => {
  const { tournament } = await newTournament(own.desk)
  const channels = [
    channelOf('refuses', async () => ({ is: 'refused', reason: 'status 400' })),
    channelOf('silent', () => new Promise(() => {}), { expiresAfterMs: 700 }),
    channelOf('throws', async () => Promise.reject(new Error('no')), { expiresAfterMs: 100 }),
  ]
  const notify = start(channels, short)
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

test('what was before a subscription, and while nothing ran, is told as it should be', async () => {
  const { tournament } = await newTournament(own.desk)
  const told: string[] = []
  const channel = channelOf('later', async ({ key }) => {
    told.push(key)
    return sent
  })
  await start([channel]).stop()
  await rename(tournament, 2)
  await subscribed('later', tournament)
  await rename(tournament, 3)
  const versions = (await states.now(tournament)).state.version
  const notify = start([channel])
  await expect.poll(() => told).toEqual([2, 1, 0].map((back) => `version ${versions - back}`))
  await notify.stop()
})

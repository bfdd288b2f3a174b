// Web Push on real servers: what a phone that follows a team is told, whatever its push service does.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newEvent, ok, startHall } from '../support/two-scenes.ts'
import type { Event, Hall } from '../support/two-scenes.ts'
import type { Published } from '../../events/estimate/publish.ts'
import { startPushService } from './push-service.ts'

let hall: Hall
let service: Awaited<ReturnType<typeof startPushService>>
let event: Event
const kinds = ['on_deck', 'called', 'result', 'announcement']
const t = '/api/tournament'

async function send(method: string, url: string, body: unknown = {}) {
  return (await ok(hall.call('key', method, url, { body }))).body
}

const restMs = { some: 20, nobody: 20 }

beforeAll(async () => {
  const publicKey = async () => (await send('GET', `${t}/push-key/`, undefined)).publicKey as string
  service = await startPushService(publicKey)
  hall = await startHall({
    secret: 'a secret for tests',
    // A service that is only slow is waited for: what times out is told twice.
    notifyTimes: { firstPauseMs: 50, timeoutMs: 5_000, leaseMs: 15_000, restMs, estimatesMs: 20 },
    outside: { mayReach: (address, port) => address === '127.0.0.1' && port === service.port() },
  })
})
afterAll(async () => {
  await hall?.rig.stop()
  await service?.close()
})
beforeEach(async () => {
  service.taken.length = 0
  service.faults.length = 0
  event = await newEvent(hall)
})

async function subscribe(device: string, more: object = {}) {
  const subscription = service.subscribed(device)
  const body = { subscription, team: event.teams[0], kinds, page: '/tournament-team/1', ...more }
  const url = `${t}/tournament/${event.tournament}/push/`
  await ok(hall.call('anonymous', 'PUT', url, { body }))
  return { url, body, end: { endpoint: subscription.endpoint } }
}
const told = (device: string) =>
  service.taken.filter((one) => one.device === device).map(({ message }) => message.title)
const queue = (matches: number[]) =>
  send('PUT', `${t}/queue/${event.queue}/set-queue/`, { matches })
const startFirst = () => send('PUT', `${t}/match/${event.match}/start/`, { cabinet: hall.cabinet })

async function deliveries(): Promise<string[][]> {
  const { rows } = await hall.rig.store.pool.query<{ key: string; state: string; reason: string }>(
    `select split_part(key, ' ', 1) as key, state, coalesce(reason, '') as reason
     from kept.delivery where tournament = $1 order by id`,
    [event.tournament],
  )
  return rows.map(({ key, state, reason }) => [key, state, reason])
}
async function undoLast(): Promise<void> {
  const { version } = await send('GET', `${t}/tournament/${event.tournament}/`, undefined)
  await send('PUT', `${t}/tournament/${event.tournament}/undo/`, { version })
}

test('a phone is told that its team is on deck, called, and has a result; with undo each once', async () => {
  await subscribe('bee')
  await queue([event.match])
  await expect.poll(() => told('bee')).toEqual(['You are on deck'])
  await startFirst()
  await undoLast()
  await startFirst()
  await expect.poll(() => told('bee')).toContain('Now on North')
  await send('PATCH', `${t}/match/${event.match}/`, { blueScore: 2, goldScore: 1 })
  await send('PUT', `${t}/match/${event.match}/complete/`)
  await expect.poll(() => told('bee')).toContain('Result entered')
  await undoLast()
  await send('PATCH', `${t}/match/${event.match}/`, { blueScore: 3, goldScore: 1 })
  await send('PUT', `${t}/match/${event.match}/complete/`)
  const titles = ['You are on deck', 'Now on North', 'Result entered', 'Result corrected']
  await expect.poll(() => told('bee')).toEqual(titles)
  const [first] = service.taken
  expect(first).toMatchObject({ ttl: '3600', topic: expect.stringMatching(/^[\w-]{32}$/) })
  expect(first!.message).toMatchObject({ page: '/tournament-team/1' })
  expect(first!.message.body).toMatch(/ is next on North\.$/)
})

test('a result that came, unknown to the sender, and was undone before it was sent again, is corrected', async () => {
  await subscribe('lost', { kinds: ['result'] })
  service.faults.push('lost', 'busy', 'busy', 'busy')
  await send('PATCH', `${t}/match/${event.match}/`, { blueScore: 2, goldScore: 1 })
  await send('PUT', `${t}/match/${event.match}/complete/`)
  await expect.poll(() => told('lost')).toEqual(['Result entered'])
  await undoLast()
  await send('PATCH', `${t}/match/${event.match}/`, { blueScore: 3, goldScore: 1 })
  await send('PUT', `${t}/match/${event.match}/complete/`)
  await expect.poll(() => told('lost')).toContain('Result corrected')
})

test('another team is told nothing of it; a person is told of the team they play for', async () => {
  await subscribe('other', { team: 999_999_999 })
  await subscribe('person', { team: undefined, player: event.players[0] })
  await send('PATCH', `${t}/player/${event.players[0]}/`, { team: event.teams[0] })
  await queue([event.match])
  await send('PUT', `${t}/tournament/${event.tournament}/announce/`, { text: 'Lunch', minutes: 5 })
  await expect.poll(() => told('person')).toEqual(['You are on deck', 'Friday'])
  await expect.poll(() => told('other')).toEqual(['Friday'])
})

test('phones are told in the language of their page; one that changes it, in the other', async () => {
  await subscribe('abeja', { language: 'es' })
  await subscribe('dvora', { language: 'he' })
  await subscribe('bee')
  await queue([event.match])
  const last = (device: string) =>
    service.taken.filter((one) => one.device === device).at(-1)?.message
  await expect.poll(() => last('abeja')?.title).toBe('Prepárense: son los siguientes')
  expect(last('abeja')).toMatchObject({ lang: 'es', dir: 'ltr' })
  expect(last('abeja')!.body).toMatch(/^Sigue M1 .+ vs\. .+ en North\.$/)
  await expect.poll(() => last('dvora')?.title).toBe('להתכונן: אתם הבאים בתור')
  expect(last('dvora')).toMatchObject({ lang: 'he', dir: 'rtl' })
  await expect.poll(() => last('bee')).toMatchObject({ title: 'You are on deck', lang: 'en' })
  // The same end point again is the same device: it is told nothing twice.
  await subscribe('abeja', { language: 'he' })
  await startFirst()
  await expect.poll(() => last('abeja')?.title).toBe('משחקים עכשיו ב־\u2068North\u2069')
  expect(service.taken.filter((one) => one.device === 'abeja')).toHaveLength(2)
})

test('who chooses to be quiet is told the rest; who ends it, nothing', async () => {
  const { url, body, end } = await subscribe('quiet', { kinds: ['called'] })
  await queue([event.match])
  await startFirst()
  await expect.poll(() => told('quiet')).toEqual(['Now on North'])
  await ok(hall.call('anonymous', 'PUT', url, { body: { ...body, kinds: ['announcement'] } }))
  await send('PUT', `${t}/tournament/${event.tournament}/announce/`, { text: 'Lunch', minutes: 5 })
  await expect.poll(() => told('quiet')).toEqual(['Now on North', 'Friday'])
  await ok(hall.call('anonymous', 'PUT', url.replace('/push/', '/end-push/'), { body: end }))
  await send('PUT', `${t}/tournament/${event.tournament}/announce/`, { text: 'Done', minutes: 5 })
  const { rows } = await hall.rig.store.pool.query(
    'select address from kept.subscription where tournament = $1',
    [event.tournament],
  )
  expect(rows).toEqual([{ address: null }])
  expect(told('quiet')).toHaveLength(2)
})

test('busy, silent and lost: each is told, and only what was lost twice, under one topic', async () => {
  await subscribe('patient')
  service.faults.push('busy', 'silent', 'lost')
  await queue([event.match])
  await expect.poll(deliveries).toEqual([['on_deck', 'sent', '']])
  expect(told('patient')).toEqual(['You are on deck', 'You are on deck'])
  expect(new Set(service.taken.map(({ topic, message }) => topic + message.tag)).size).toBe(1)
})

test('gone is forgotten, refused is said, and what is no longer true is not sent', async () => {
  await subscribe('leaver')
  service.faults.push('gone')
  await queue([event.match])
  await expect.poll(deliveries).toEqual([['on_deck', 'gone', '']])
  await subscribe('stale')
  await service.down()
  await startFirst()
  await send('PUT', `${t}/match/${event.match}/stop/`)
  await expect.poll(async () => (await deliveries()).some(([key]) => key === 'called')).toBe(true)
  await service.up()
  const reason = 'it is not on that cabinet any more'
  await expect
    .poll(async () => (await deliveries()).filter(([key]) => key === 'called'))
    .toEqual([['called', 'outdated', reason]])
  service.faults.push('refused')
  await send('PUT', `${t}/tournament/${event.tournament}/announce/`, { text: 'Lunch', minutes: 5 })
  await expect
    .poll(async () => (await deliveries()).filter(([key]) => key === 'announcement'))
    .toEqual([['announcement', 'refused', 'status 400']])
})

/** As the projector publishes it; later than any of its own, so that none takes its place. */
let published = Date.UTC(2199, 0, 1)
async function expectAt(minutes: number): Promise<void> {
  const publishedAt = new Date((published += 60_000)).toISOString()
  const at = new Date(Date.UTC(2200, 0, 1, 20, minutes)).toISOString()
  const one = { match: event.match, from: at, to: at, publishedAt, plan: null }
  const nothing = { lateBy: null, end: null, basis: null }
  const { tournament } = event
  const about = { tournament, asOf: publishedAt, begun: true, ...nothing, matches: [one] }
  const exact = { starts: {}, end: null }
  const last = { estimates: about, exact, plan: exact } satisfies Published
  const row = { tournament, asOf: publishedAt, published: JSON.stringify(last) }
  await hall.rig.store.db
    .insertInto('kept.estimate')
    .values(row)
    .onConflict((conflict) => conflict.column('tournament').doUpdateSet(row))
    .execute()
}

test('a match that slides by more than 15 min is told, once, against what the phone knows', async () => {
  await expectAt(0)
  await subscribe('late', { kinds: ['delayed', 'announcement'] })
  await subscribe('other', { kinds: ['delayed'], team: 999_999_999 })
  await expectAt(15)
  await expectAt(20)
  await expect.poll(() => told('late')).toEqual(['Delayed by 20 min'])
  await expectAt(35)
  await service.down()
  await expectAt(55)
  const last = async () => (await deliveries()).at(-1)
  await expect.poll(async () => (await last())?.slice(0, 2)).toEqual(['delayed', 'pending'])
  await expectAt(30)
  await service.up()
  await expect.poll(last).toEqual(['delayed', 'outdated', 'it is not that late any more'])
  await expectAt(60)
  await expect.poll(() => told('late')).toEqual(['Delayed by 20 min', 'Delayed by 40 min'])
  expect(told('other')).toEqual([])
  // It is taken before it is noted that it was.
  const states = async () => (await deliveries()).map(([, state]) => state)
  await expect.poll(states).toEqual(['sent', 'outdated', 'sent'])
})

test('R-OG-2: an end point inside is never spoken to, and no end point stands in the open', async () => {
  const body = {
    subscription: { ...service.subscribed('inside'), endpoint: 'http://169.254.169.254/latest' },
    team: event.teams[0],
    kinds,
    page: '/tournament-team/1',
  }
  const url = `${t}/tournament/${event.tournament}/push/`
  await ok(hall.call('anonymous', 'PUT', url, { body }))
  await queue([event.match])
  await expect.poll(async () => (await deliveries())[0]?.[2]).toBe('no answer')
  const { rows } = await hall.rig.store.pool.query<{ row: string }>(
    'select subscription::text as row from kept.subscription',
  )
  expect(rows.some(({ row }) => row.includes('169.254') || row.includes('127.0.0.1'))).toBe(false)
  const page = { ...body, page: '//evil.example/' }
  expect((await hall.call('anonymous', 'PUT', url, { body: page })).status).toBe(400)
})

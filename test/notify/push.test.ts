// Web Push on real servers: the messages to a phone that follows a team, with a push service that
// fails.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { SampleTournament, TwoScenes } from '../support/two-scenes.ts'
import type { Published } from '#events/estimate/publish.ts'
import { startPushService } from './push-service.ts'

let fixture: TwoScenes
let service: Awaited<ReturnType<typeof startPushService>>
let sample: SampleTournament
const kinds = ['on_deck', 'called', 'result', 'announcement']
const api = '/api/tournament'

async function send(method: string, url: string, body: unknown = {}) {
  return (await expectOk(fixture.call('key', method, url, { body }))).body
}

const restMs = { some: 20, nobody: 20 }

beforeAll(async () => {
  const publicKey = async () =>
    (await send('GET', `${api}/push-key/`, undefined)).publicKey as string
  service = await startPushService(publicKey)
  fixture = await startTwoScenes({
    secret: 'a secret for tests',
    // Long timeouts, since a message that times out is sent twice.
    notifyTimes: { firstPauseMs: 50, timeoutMs: 5_000, leaseMs: 15_000, restMs, estimatesMs: 20 },
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
beforeEach(async () => {
  service.received.length = 0
  service.faults.length = 0
  sample = await newSampleTournament(fixture)
})

async function subscribe(device: string, more: object = {}) {
  const subscription = service.subscribe(device)
  const body = { subscription, team: sample.teams[0], kinds, page: '/tournament-team/1', ...more }
  const url = `${api}/tournament/${sample.tournament}/push/`
  await expectOk(fixture.call('anonymous', 'PUT', url, { body }))
  return { url, body, end: { endpoint: subscription.endpoint } }
}
const titlesOf = (device: string) =>
  service.received.filter((entry) => entry.device === device).map(({ message }) => message.title)
const queue = (matches: number[]) =>
  send('PUT', `${api}/queue/${sample.queue}/set-queue/`, { matches })
const startFirst = () =>
  send('PUT', `${api}/match/${sample.match}/start/`, { cabinet: fixture.cabinet })

async function deliveries(): Promise<string[][]> {
  const { rows } = await fixture.app.store.pool.query<{
    key: string
    state: string
    reason: string
  }>(
    `select split_part(key, ' ', 1) as key, state, coalesce(reason, '') as reason
     from kept.delivery where tournament = $1 order by id`,
    [sample.tournament],
  )
  return rows.map(({ key, state, reason }) => [key, state, reason])
}
async function undoLast(): Promise<void> {
  const { version } = await send('GET', `${api}/tournament/${sample.tournament}/`, undefined)
  await send('PUT', `${api}/tournament/${sample.tournament}/undo/`, { version })
}

test('a phone is notified when its team is on deck, is called and has a result, each once despite an undo', async () => {
  await subscribe('bee')
  await queue([sample.match])
  await expect.poll(() => titlesOf('bee')).toEqual(['You are on deck'])
  await startFirst()
  await undoLast()
  await startFirst()
  await expect.poll(() => titlesOf('bee')).toContain('Now on North')
  await send('PATCH', `${api}/match/${sample.match}/`, { blueScore: 2, goldScore: 1 })
  await send('PUT', `${api}/match/${sample.match}/complete/`)
  await expect.poll(() => titlesOf('bee')).toContain('Result entered')
  await undoLast()
  await send('PATCH', `${api}/match/${sample.match}/`, { blueScore: 3, goldScore: 1 })
  await send('PUT', `${api}/match/${sample.match}/complete/`)
  const titles = ['You are on deck', 'Now on North', 'Result entered', 'Result corrected']
  await expect.poll(() => titlesOf('bee')).toEqual(titles)
  const [first] = service.received
  expect(first).toMatchObject({ ttl: '900', topic: expect.stringMatching(/^[\w-]{32}$/) })
  expect(first!.message).toMatchObject({ page: '/tournament-team/1' })
  expect(first!.message.body).toMatch(/ is next on North\.$/)
})

test('a result whose response was lost, and that is undone before the retry, is followed by a correction', async () => {
  await subscribe('lost', { kinds: ['result'] })
  service.faults.push('lost', 'busy', 'busy', 'busy')
  await send('PATCH', `${api}/match/${sample.match}/`, { blueScore: 2, goldScore: 1 })
  await send('PUT', `${api}/match/${sample.match}/complete/`)
  await expect.poll(() => titlesOf('lost')).toEqual(['Result entered'])
  await undoLast()
  await send('PATCH', `${api}/match/${sample.match}/`, { blueScore: 3, goldScore: 1 })
  await send('PUT', `${api}/match/${sample.match}/complete/`)
  await expect.poll(() => titlesOf('lost')).toContain('Result corrected')
})

test("followers of another team get nothing; followers of a player get the notifications of the player's team", async () => {
  await subscribe('other', { team: 999_999_999 })
  await subscribe('person', { team: undefined, player: sample.players[0] })
  await send('PATCH', `${api}/player/${sample.players[0]}/`, { team: sample.teams[0] })
  await queue([sample.match])
  await send('PUT', `${api}/tournament/${sample.tournament}/announce/`, {
    text: 'Lunch',
    minutes: 5,
  })
  await expect.poll(() => titlesOf('person')).toEqual(['You are on deck', 'Friday'])
  await expect.poll(() => titlesOf('other')).toEqual(['Friday'])
})

test('messages are in the language of the page, and follow a change of it', async () => {
  await subscribe('abeja', { language: 'es' })
  await subscribe('dvora', { language: 'he' })
  await subscribe('bee')
  await queue([sample.match])
  const last = (device: string) =>
    service.received.filter((one) => one.device === device).at(-1)?.message
  await expect.poll(() => last('abeja')?.title).toBe('Prepárense: son los siguientes')
  expect(last('abeja')).toMatchObject({ lang: 'es', dir: 'ltr' })
  expect(last('abeja')!.body).toMatch(/^Sigue M1 .+ vs\. .+ en North\.$/)
  await expect.poll(() => last('dvora')?.title).toBe('להתכונן: אתם הבאים בתור')
  expect(last('dvora')).toMatchObject({ lang: 'he', dir: 'rtl' })
  await expect.poll(() => last('bee')).toMatchObject({ title: 'You are on deck', lang: 'en' })
  // The same endpoint is the same device: it gets nothing twice.
  await subscribe('abeja', { language: 'he' })
  await startFirst()
  await expect.poll(() => last('abeja')?.title).toBe('משחקים עכשיו ב־\u2068North\u2069')
  expect(service.received.filter((one) => one.device === 'abeja')).toHaveLength(2)
})

const announce = (tournament: number, text: string, minutes: number) =>
  send('PUT', `${api}/tournament/${tournament}/announce/`, { text, minutes })
const waitingTitles = (device: string) =>
  service.waiting(device).map(({ message }) => message.title)

test('a phone that was offline for a minute is told the latest about its match, and once', async () => {
  await subscribe('tunnel')
  service.offline('tunnel')
  await queue([sample.match])
  await expect.poll(() => waitingTitles('tunnel')).toEqual(['You are on deck'])
  await announce(sample.tournament, 'Pizza is here', 5)
  await startFirst()
  await expect.poll(() => waitingTitles('tunnel')).toContain('Now on North')
  await expect.poll(() => waitingTitles('tunnel')).toContain('Friday')
  service.back('tunnel', 60)
  expect(titlesOf('tunnel').toSorted()).toEqual(['Friday', 'Now on North'])
})

test('a phone that was offline for longer gets no call and no announcement that has ended', async () => {
  await subscribe('asleep')
  service.offline('asleep')
  await announce(sample.tournament, 'Pizza is here', 5)
  await startFirst()
  await expect.poll(() => waitingTitles('asleep')).toHaveLength(2)
  service.back('asleep', 16 * 60)
  expect(titlesOf('asleep')).toEqual([])
})

test('a phone gets the announcements of both tournaments that it follows', async () => {
  const [subscription, other] = [service.subscribe('twice'), await newSampleTournament(fixture)]
  for (const { tournament, teams } of [sample, other]) {
    const body = { subscription, team: teams[0], kinds, page: '/' }
    const url = `${api}/tournament/${tournament}/push/`
    await expectOk(fixture.call('anonymous', 'PUT', url, { body }))
  }
  service.offline('twice')
  await announce(sample.tournament, 'Pizza is here', 5)
  await announce(other.tournament, 'The bar is open', 5)
  await expect
    .poll(() =>
      service
        .waiting('twice')
        .map(({ message }) => message.body)
        .toSorted(),
    )
    .toEqual(['Pizza is here', 'The bar is open'])
  expect(new Set(service.waiting('twice').map(({ message }) => message.tag)).size).toBe(2)
})

test('after a tournament has ended its results are told, but nobody is on deck', async () => {
  const settings = `${api}/tournament/${sample.tournament}/`
  await subscribe('home')
  await startFirst()
  await expect.poll(() => titlesOf('home')).toEqual(['Now on North'])
  await send('PATCH', `${api}/match/${sample.match}/`, { blueScore: 2, goldScore: 1 })
  await send('PUT', `${api}/match/${sample.match}/stop/`)
  await send('PATCH', settings, { isActive: false })
  await queue([sample.match])
  await announce(sample.tournament, 'Thank you all', 5)
  await expect.poll(() => titlesOf('home')).toContain('Friday')
  await send('PUT', `${api}/match/${sample.match}/complete/`)
  await expect.poll(() => titlesOf('home')).toContain('Result entered')
  expect(titlesOf('home')).toEqual(['Now on North', 'Friday', 'Result entered'])
})

test('a device gets only the kinds it chose, and nothing after it unsubscribes', async () => {
  const { url, body, end } = await subscribe('quiet', { kinds: ['called'] })
  await queue([sample.match])
  await startFirst()
  await expect.poll(() => titlesOf('quiet')).toEqual(['Now on North'])
  await expectOk(
    fixture.call('anonymous', 'PUT', url, { body: { ...body, kinds: ['announcement'] } }),
  )
  await send('PUT', `${api}/tournament/${sample.tournament}/announce/`, {
    text: 'Lunch',
    minutes: 5,
  })
  await expect.poll(() => titlesOf('quiet')).toEqual(['Now on North', 'Friday'])
  await expectOk(
    fixture.call('anonymous', 'PUT', url.replace('/push/', '/end-push/'), { body: end }),
  )
  await send('PUT', `${api}/tournament/${sample.tournament}/announce/`, {
    text: 'Done',
    minutes: 5,
  })
  const { rows } = await fixture.app.store.pool.query(
    'select address from kept.subscription where tournament = $1',
    [sample.tournament],
  )
  expect(rows).toEqual([{ address: null }])
  expect(titlesOf('quiet')).toHaveLength(2)
})

test('with busy, silent and lost requests a message arrives, and only a lost one twice, with one topic', async () => {
  await subscribe('patient')
  service.faults.push('busy', 'silent', 'lost')
  await queue([sample.match])
  await expect.poll(deliveries).toEqual([['on_deck', 'sent', '']])
  expect(titlesOf('patient')).toEqual(['You are on deck', 'You are on deck'])
  expect(new Set(service.received.map(({ topic, message }) => topic + message.tag)).size).toBe(1)
})

test('a device that is gone is deleted, a refusal has a reason, and outdated messages are not sent', async () => {
  await subscribe('leaver')
  service.faults.push('gone')
  await queue([sample.match])
  await expect.poll(deliveries).toEqual([['on_deck', 'gone', '']])
  await subscribe('stale')
  await service.down()
  await startFirst()
  await send('PUT', `${api}/match/${sample.match}/stop/`)
  await expect.poll(async () => (await deliveries()).some(([key]) => key === 'called')).toBe(true)
  await service.up()
  const reason = 'it is no longer on that cabinet'
  await expect
    .poll(async () => (await deliveries()).filter(([key]) => key === 'called'))
    .toEqual([['called', 'outdated', reason]])
  service.faults.push('refused')
  await send('PUT', `${api}/tournament/${sample.tournament}/announce/`, {
    text: 'Lunch',
    minutes: 5,
  })
  await expect
    .poll(async () => (await deliveries()).filter(([key]) => key === 'announcement'))
    .toEqual([['announcement', 'refused', 'status 400']])
})

/**
 * Later than any estimate that the projector publishes, so that none replaces it, but not by so much
 * that the clock seems to have been set back.
 */
let published = 0
async function expectAt(minutes: number): Promise<void> {
  published = Math.max(published, Date.now()) + 60_000
  const publishedAt = new Date(published).toISOString()
  const at = new Date(Date.UTC(2200, 0, 1, 20, minutes)).toISOString()
  const one = { match: sample.match, from: at, to: at, publishedAt, plan: null }
  const nothing = { lateBy: null, end: null, basis: null }
  const { tournament } = sample
  const about = { tournament, asOf: publishedAt, begun: true, ...nothing, matches: [one] }
  const exact = { starts: {}, end: null }
  const last = { estimates: about, exact, plan: exact } satisfies Published
  const row = { tournament, asOf: publishedAt, published: JSON.stringify(last) }
  await fixture.app.store.db
    .insertInto('kept.estimate')
    .values(row)
    .onConflict((conflict) => conflict.column('tournament').doUpdateSet(row))
    .execute()
}

test('a match delayed by more than 15 min is announced once, compared with the time the phone already has', async () => {
  await expectAt(0)
  await subscribe('late', { kinds: ['delayed', 'announcement'] })
  await subscribe('other', { kinds: ['delayed'], team: 999_999_999 })
  await expectAt(15)
  await expectAt(20)
  await expect.poll(() => titlesOf('late')).toEqual(['Delayed by 20 min'])
  await expectAt(35)
  await service.down()
  await expectAt(55)
  const last = async () => (await deliveries()).at(-1)
  await expect.poll(async () => (await last())?.slice(0, 2)).toEqual(['delayed', 'pending'])
  await expectAt(30)
  await service.up()
  await expect.poll(last).toEqual(['delayed', 'outdated', 'it is no longer that late'])
  await expectAt(60)
  await expect.poll(() => titlesOf('late')).toEqual(['Delayed by 20 min', 'Delayed by 40 min'])
  expect(titlesOf('other')).toEqual([])
  // A message arrives before its delivery is marked as sent.
  const states = async () => (await deliveries()).map(([, state]) => state)
  await expect.poll(states).toEqual(['sent', 'outdated', 'sent'])
})

test('R-OG-2: an internal endpoint is never contacted, and endpoints are not readable in the database', async () => {
  const body = {
    subscription: { ...service.subscribe('inside'), endpoint: 'http://169.254.169.254/latest' },
    team: sample.teams[0],
    kinds,
    page: '/tournament-team/1',
  }
  const url = `${api}/tournament/${sample.tournament}/push/`
  await expectOk(fixture.call('anonymous', 'PUT', url, { body }))
  await queue([sample.match])
  await expect.poll(async () => (await deliveries())[0]?.[2]).toBe('no answer')
  const { rows } = await fixture.app.store.pool.query<{ row: string }>(
    'select subscription::text as row from kept.subscription',
  )
  expect(rows.some(({ row }) => row.includes('169.254') || row.includes('127.0.0.1'))).toBe(false)
  const page = { ...body, page: '//evil.example/' }
  expect((await fixture.call('anonymous', 'PUT', url, { body: page })).status).toBe(400)
})

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startChallonge } from '#services/challonge/index.ts'
import { openOutbox } from '#services/challonge/outbox.ts'
import { openEncryption } from '#services/store/index.ts'
import type { TwoScenes } from '../support/two-scenes.ts'
import type { Sent, StandIn } from './stand-in.ts'
import { manualClock } from './manual-clock.ts'
import type { ManualClock } from './manual-clock.ts'
import { linkedHelpers, startLinkedFixture } from './linked-brackets.ts'
import type { LinkedFixture } from './linked-brackets.ts'
import { endsWithin } from '../support/desk-client.ts'

// Challonge fails in every possible way. Play here continues, and each result reaches Challonge
// once.
let linked: LinkedFixture
let fixture: TwoScenes
let standIn: StandIn
let clock: ManualClock
const t = '/api/tournament'
const hour = 3_600_000

beforeAll(async () => {
  linked = await startLinkedFixture()
  ;({ fixture, standIn, clock } = linked)
})
afterAll(() => linked?.stop())
beforeEach(() => linked.reset())
afterEach(() => linked.deactivateAll())

const { get, send, newEvening, read, reportIs, win } = linkedHelpers(() => linked)

const isWrite = ({ method, path }: Sent) => method === 'PUT' && !path.endsWith('change_state.json')

describe('R-CMD-5: a report to Challonge', () => {
  test('waits while Challonge is down, shows that, and is sent once when it is back', async () => {
    const { matches } = await newEvening()
    const [first, second] = matches
    await standIn.down()
    await win(first.id, 2, 0)
    await win(second.id, 0, 2)
    expect((await read(first.id)).isComplete).toBe(true)
    await clock.until('the badge', reportIs(first.id, 'failed'))
    await clock.until('the other badge', reportIs(second.id, 'failed'))
    expect((await read(first.id)).link.reason).toBe('Challonge is not responding.')
    await clock.pass(hour)
    await standIn.up()
    await clock.until('the report', reportIs(first.id, 'sent'), 5_000)
    await clock.until('the other report', reportIs(second.id, 'sent'), 5_000)
    expect(standIn.results).toEqual(['A 901', 'B 903'])
  })

  test('R-CL-5: is retried with growing pauses during an hour of status 500, then sent once', async () => {
    const { matches } = await newEvening()
    const [{ id }] = matches
    standIn.rule = () => ({ status: 500 })
    await win(id, 2, 1)
    await clock.until('the badge', reportIs(id, 'failed'))
    standIn.sent = []
    await clock.pass(hour)
    // One poll a minute and its follow-up requests, not twelve.
    expect(standIn.sent.length).toBeGreaterThan(20)
    expect(standIn.sent.length).toBeLessThan(300)
    expect((await read(id)).isComplete).toBe(true)
    standIn.rule = null
    await clock.until('the report', reportIs(id, 'sent'), 5_000)
    expect(standIn.results).toEqual(['A 901'])
  })

  test('R-CL-5: is not retried before the Retry-After time of a 429', async () => {
    const { matches } = await newEvening()
    const [{ id }] = matches
    standIn.rule = () => ({ status: 429, retryAfter: '30' })
    await win(id, 2, 1)
    await clock.until('the badge', reportIs(id, 'failed'))
    expect((await read(id)).link.reason).toBe('Challonge asks us to wait.')
    standIn.rule = null
    standIn.sent = []
    await clock.pass(25_000, 500)
    expect(standIn.sent).toEqual([])
    await clock.until('the report', reportIs(id, 'sent'))
  })

  test('P8: is sent once if only the response was lost', async () => {
    const { matches } = await newEvening()
    const [{ id }] = matches
    standIn.loses = 'answers'
    await win(id, 2, 1)
    await clock.until('it to be there', () => standIn.results.length > 0)
    await clock.until('the badge', reportIs(id, 'failed'))
    standIn.loses = 'nothing'
    const writes = standIn.sent.filter(isWrite).length
    await clock.until('the report', reportIs(id, 'sent'))
    expect(standIn.results).toEqual(['A 901'])
    expect(standIn.sent.filter(isWrite).length).toBe(writes)
  })

  test('P8: is completed by another Challonge service, and only once if two of them run', async () => {
    const { matches } = await newEvening()
    const [{ id }] = matches
    standIn.rule = (sent) => (isWrite(sent) ? { status: 503 } : null)
    await win(id, 2, 1)
    await clock.until('the badge', reportIs(id, 'failed'))
    const { challonge, secret } = linked
    const { log, desk, states, store } = fixture.app
    const ownClock = manualClock(clock.now())
    const encryption = openEncryption(secret)
    const options = { log, desk, states, store, encryption, challonge, clock: ownClock }
    const another = startChallonge(options)
    standIn.rule = null
    await ownClock.until('the report', reportIs(id, 'sent'))
    await clock.until('both to have seen it', async () => {
      const { rows } = await store.pool.query(
        `select from kept.challonge_job where kind = 'result'`,
      )
      return rows.length === 0
    })
    expect(standIn.results).toEqual(['A 901'])
    await another.stop()
  })
})

test('P8: a report that a service has taken is sent by no other before its lease ends', async () => {
  const { matches, bracket } = await newEvening()
  const [{ id }] = matches
  standIn.rule = (sent) => (isWrite(sent) ? { status: 503 } : null)
  await win(id, 2, 1)
  await clock.until('the badge', reportIs(id, 'failed'))
  // Two services look at the same moment, and the one that takes the report dies before it is sent.
  const { store } = fixture.app
  const [one, two] = await Promise.all(
    [1, 2].map(() => openOutbox(store, 0, () => clock.now() + 10_000)),
  )
  const report = (await one!.open([bracket])).find(({ kind }) => kind === 'result')!
  const taken = await Promise.all([one!.take(report), two!.take(report)])
  expect(taken.filter((entry) => entry !== null)).toHaveLength(1)
  standIn.rule = null
  await clock.pass(60_000)
  expect(standIn.results).toEqual([])
  await clock.until('the report', reportIs(id, 'sent'))
  expect(standIn.results).toEqual(['A 901'])
})

test('a Challonge service that starts reads the log only from the position of the rows', async () => {
  const { log, desk, states, store } = fixture.app
  const before = await log.tail()
  const { matches } = await newEvening()
  const [{ id }] = matches
  standIn.rule = (sent) => (isWrite(sent) ? { status: 503 } : null)
  await win(id, 2, 1)
  await clock.until('the badge', reportIs(id, 'failed'))
  const starts: number[] = []
  const pairs = log.pairs.map((pair) => ({
    ...pair,
    follow: (...[from, ...rest]: Parameters<typeof pair.follow>) => {
      starts.push(from)
      return pair.follow(from, ...rest)
    },
  }))
  const { challonge, secret } = linked
  const ownClock = manualClock(clock.now())
  const options = { desk, states, store, encryption: openEncryption(secret), challonge }
  const another = startChallonge({ ...options, log: { ...log, pairs }, clock: ownClock })
  standIn.rule = null
  // Nothing new is in the log, so it knows the tournament from the rows.
  await ownClock.until('the report', reportIs(id, 'sent'))
  await another.stop()
  expect(starts.length).toBeGreaterThan(0)
  expect(Math.min(...starts)).toBeGreaterThan(before)
})

test('R-CL-8: underway marks that fail for an hour do not delay results', async () => {
  const { matches } = await newEvening()
  const [{ id }, other] = matches
  standIn.rule = ({ path }) => (path.endsWith('change_state.json') ? { status: 500 } : null)
  await send('PUT', `${t}/match/${id}/start/`, { cabinet: fixture.cabinet, force: true })
  await clock.until('the badge', async () => (await read(id)).link.markFailed)
  await clock.pass(hour, 30_000)
  const since = clock.now()
  await win(other.id, 2, 0)
  await clock.until('the result of another match', reportIs(other.id, 'sent'))
  expect(clock.now() - since).toBeLessThan(20_000)
  expect(await read(id)).toMatchObject({ activeCabinet: fixture.cabinet })
  standIn.rule = null
  await clock.until('the mark', () => standIn.match('A').underway, 5_000)
  await clock.until('the badge to go', async () => !(await read(id)).link.markFailed)
  await send('PUT', `${t}/match/${id}/stop/`)
  await clock.until('no mark', () => !standIn.match('A').underway)
})

describe('an expired token', () => {
  test('R-CL-5: is renewed, and the new token is stored', async () => {
    const { bracket, matches } = await newEvening()
    const before = await encryptedToken(bracket)
    standIn.valid = { ...standIn.valid, access: 'another' }
    await win(matches[0].id, 2, 0)
    await clock.until('the report', reportIs(matches[0].id, 'sent'))
    expect(await encryptedToken(bracket)).not.toBe(before)
    const renewals = () => standIn.sent.filter(({ path }) => path === '/oauth/token').length
    expect(renewals()).toBe(1)
    // Later requests use the stored new token.
    expect(await send('PUT', `${t}/bracket/${bracket}/validate/`)).toMatchObject({ success: true })
    expect(renewals()).toBe(1)
  })

  test('is reported if it cannot be renewed; with another token reports continue', async () => {
    const { bracket, matches } = await newEvening({ linkToken: 'good-token' })
    const [{ id }] = matches
    standIn.valid = { ...standIn.valid, access: 'another', refresh: null }
    await win(id, 2, 0)
    await clock.until('the badge', reportIs(id, 'failed'))
    expect((await read(id)).link.reason).toBe('The token for Challonge is not valid.')
    await send('PATCH', `${t}/bracket/${bracket}/`, { linkToken: 'another' })
    await clock.until('the report', reportIs(id, 'sent'), 5_000)
    expect(standIn.results).toEqual(['A 901'])
  })

  async function encryptedToken(stage: number): Promise<unknown> {
    const { rows } = await fixture.app.store.pool.query<{ sealed: string }>(
      'select sealed from kept.link_token where stage = $1',
      [stage],
    )
    return rows[0]?.sealed
  }
})

test('P21: the Challonge service stops in time while Challonge does not answer', async () => {
  const { matches } = await newEvening()
  const { challonge, secret } = linked
  const { log, desk, states, store } = fixture.app
  const ownClock = manualClock(clock.now())
  const another = startChallonge({
    log,
    desk,
    states,
    store,
    encryption: openEncryption(secret),
    challonge,
    clock: ownClock,
  })
  standIn.loses = 'patience'
  await win(matches[0].id, 2, 0)
  standIn.sent = []
  await ownClock.until('it to be waiting', () => standIn.sent.length > 0)
  expect(await endsWithin(5_000, another.stop())).toBe(true)
  standIn.loses = 'nothing'
  await standIn.down()
  await standIn.up()
  expect((await get(`${t}/match/${matches[0].id}/`)).isComplete).toBe(true)
})

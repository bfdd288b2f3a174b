import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startChallonge } from '../../services/challonge/index.ts'
import { openEncryption } from '../../services/store/index.ts'
import type { Hall } from '../support/two-scenes.ts'
import type { Sent, StandIn } from './stand-in.ts'
import { handClock } from './hand-clock.ts'
import type { HandClock } from './hand-clock.ts'
import { inLinkedHall, startLinkedHall } from './linked-brackets.ts'
import type { LinkedHall } from './linked-brackets.ts'
import { endsWithin } from '../support/desk-client.ts'

// The outside fails in every way it can; here the play goes on, and what was won arrives once.
let linkedHall: LinkedHall
let hall: Hall
let standIn: StandIn
let clock: HandClock
const t = '/api/tournament'
const hour = 3_600_000

beforeAll(async () => {
  linkedHall = await startLinkedHall()
  ;({ hall, standIn, clock } = linkedHall)
})
afterAll(() => linkedHall?.stop())
beforeEach(() => linkedHall.asNew())
afterEach(() => linkedHall.endAll())

const { get, send, newEvening, read, reportIs, win } = inLinkedHall(() => linkedHall)

const isWrite = ({ method, path }: Sent) => method === 'PUT' && !path.endsWith('change_state.json')

describe('R-CMD-5: what goes outside', () => {
  test('waits while nobody is there, says so, and is sent once when somebody is', async () => {
    const { matches } = await newEvening()
    const [first, second] = matches
    await standIn.down()
    await win(first.id, 2, 0)
    await win(second.id, 0, 2)
    expect((await read(first.id)).isComplete).toBe(true)
    await clock.until('the badge', reportIs(first.id, 'failed'))
    await clock.until('the other badge', reportIs(second.id, 'failed'))
    expect((await read(first.id)).link.reason).toBe('Challonge does not answer.')
    await clock.pass(hour)
    await standIn.up()
    await clock.until('the report', reportIs(first.id, 'sent'), 5_000)
    await clock.until('the other report', reportIs(second.id, 'sent'), 5_000)
    expect(standIn.results).toEqual(['A 901', 'B 903'])
  })

  test('R-CL-5: is tried ever more seldom through an hour of 500, and then goes once', async () => {
    const { matches } = await newEvening()
    const [{ id }] = matches
    standIn.rule = () => ({ status: 500 })
    await win(id, 2, 1)
    await clock.until('the badge', reportIs(id, 'failed'))
    standIn.sent = []
    await clock.pass(hour)
    // One look a minute and what follows from it, not twelve.
    expect(standIn.sent.length).toBeGreaterThan(20)
    expect(standIn.sent.length).toBeLessThan(300)
    expect((await read(id)).isComplete).toBe(true)
    standIn.rule = null
    await clock.until('the report', reportIs(id, 'sent'), 5_000)
    expect(standIn.results).toEqual(['A 901'])
  })

  test('R-CL-5: is not tried before the time that a 429 names', async () => {
    const { matches } = await newEvening()
    const [{ id }] = matches
    standIn.rule = () => ({ status: 429, retryAfter: '30' })
    await win(id, 2, 1)
    await clock.until('the badge', reportIs(id, 'failed'))
    expect((await read(id)).link.reason).toBe('Challonge asks to wait.')
    standIn.rule = null
    standIn.sent = []
    await clock.pass(25_000, 500)
    expect(standIn.sent).toEqual([])
    await clock.until('the report', reportIs(id, 'sent'))
  })

  test('P8: goes once where the answer alone was lost', async () => {
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

  test('P8: outlives a courier, and two of them do nothing wrong', async () => {
    const { matches } = await newEvening()
    const [{ id }] = matches
    standIn.rule = (sent) => (isWrite(sent) ? { status: 503 } : null)
    await win(id, 2, 1)
    await clock.until('the badge', reportIs(id, 'failed'))
    const { challonge, secret } = linkedHall
    const { log, desk, states, store } = hall.rig
    const own = handClock(clock.now())
    const encryption = openEncryption(secret)
    const options = { log, desk, states, store, encryption, challonge, clock: own }
    const another = startChallonge(options)
    standIn.rule = null
    await own.until('the report', reportIs(id, 'sent'))
    await clock.until('both to have seen it', async () => {
      const { rows } = await store.pool.query(`select from kept.errand where kind = 'result'`)
      return rows.length === 0
    })
    expect(standIn.results).toEqual(['A 901'])
    await another.stop()
  })
})

test('R-CL-8: marks that fail for an hour stop nobody', async () => {
  const { matches } = await newEvening()
  const [{ id }, other] = matches
  standIn.rule = ({ path }) => (path.endsWith('change_state.json') ? { status: 500 } : null)
  await send('PUT', `${t}/match/${id}/start/`, { cabinet: hall.cabinet, force: true })
  await clock.until('the badge', async () => (await read(id)).link.markFailed)
  await clock.pass(hour, 30_000)
  const since = clock.now()
  await win(other.id, 2, 0)
  await clock.until('the result of another match', reportIs(other.id, 'sent'))
  expect(clock.now() - since).toBeLessThan(20_000)
  expect(await read(id)).toMatchObject({ activeCabinet: hall.cabinet })
  standIn.rule = null
  await clock.until('the mark', () => standIn.match('A').underway, 5_000)
  await clock.until('the badge to go', async () => !(await read(id)).link.markFailed)
  await send('PUT', `${t}/match/${id}/stop/`)
  await clock.until('no mark', () => !standIn.match('A').underway)
})

describe('a token that has run out', () => {
  test('R-CL-5: is renewed, and the new one kept', async () => {
    const { bracket, matches } = await newEvening()
    const before = await sealedOf(bracket)
    standIn.valid = { ...standIn.valid, access: 'another' }
    await win(matches[0].id, 2, 0)
    await clock.until('the report', reportIs(matches[0].id, 'sent'))
    expect(await sealedOf(bracket)).not.toBe(before)
    const renewals = () => standIn.sent.filter(({ path }) => path === '/oauth/token').length
    expect(renewals()).toBe(1)
    // Who opens it now has the new one.
    expect(await send('PUT', `${t}/bracket/${bracket}/validate/`)).toMatchObject({ success: true })
    expect(renewals()).toBe(1)
  })

  test('is said where it cannot be renewed; with another one all goes on', async () => {
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

  async function sealedOf(stage: number): Promise<unknown> {
    const { rows } = await hall.rig.store.pool.query<{ sealed: string }>(
      'select sealed from kept.link_token where stage = $1',
      [stage],
    )
    return rows[0]?.sealed
  }
})

test('P21: it ends in time while the outside keeps it waiting', async () => {
  const { matches } = await newEvening()
  const { challonge, secret } = linkedHall
  const { log, desk, states, store } = hall.rig
  const own = handClock(clock.now())
  const another = startChallonge({
    log,
    desk,
    states,
    store,
    encryption: openEncryption(secret),
    challonge,
    clock: own,
  })
  standIn.loses = 'patience'
  await win(matches[0].id, 2, 0)
  standIn.sent = []
  await own.until('it to be waiting', () => standIn.sent.length > 0)
  expect(await endsWithin(5_000, another.stop())).toBe(true)
  standIn.loses = 'nothing'
  await standIn.down()
  await standIn.up()
  expect((await get(`${t}/match/${matches[0].id}/`)).isComplete).toBe(true)
})

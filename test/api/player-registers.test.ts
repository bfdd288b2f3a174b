import { withoutMessages } from '../support/without-messages.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'
import { openTournament, organise, photo, newRegistrant } from './open-registration.ts'

// Players register themselves, as on their phones (R-PE-2).
let fixture: TwoScenes
const t = '/api/tournament'

beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

const minimalForm = { name: 'Dee' }
const refusalOf = async (reply: Promise<{ status: number; body: Body }>) => {
  const { status, body } = await reply
  return [status, body.code, body.detail]
}
const tail = () => fixture.app.log.tail()
const dateInZone = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date())
const setTimeZone = (timeZone: string) =>
  fixture.call('admin', 'PATCH', `/api/game/cabinet/${fixture.cabinet}/`, { body: { timeZone } })

describe('a player registers', () => {
  test('with all fields of the form, and can read them again', async () => {
    const tournament = await openTournament(fixture)
    const question = { tournament, fieldDescription: 'Shirt?', isRequired: true }
    const shirt = await organise(fixture, 'POST', 'player-info-field/', {
      ...question,
      fieldType: 'single_choice',
      choices: [{ label: 'S' }, { label: 'L' }],
    })
    const dee = await newRegistrant(fixture, { email: 'dee@example.org' })
    expect(withoutMessages((await dee.registration('GET', tournament)).body)).toEqual({
      closed: null,
      canCheckIn: false,
      player: null,
    })
    const { status, body } = await dee.registration('POST', tournament, {
      name: ' Dee ',
      pronouns: 'they',
      scene: 'PHL',
      tidbit: 'Juggles',
      doNotDisplay: true,
      [shirt.fieldName]: 'L',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Dee',
      pronouns: 'they',
      scene: 'PHL',
      tidbit: 'Juggles',
      doNotDisplay: true,
      email: 'dee@example.org',
      user: dee.id,
      team: null,
      price: 0,
      paid: false,
      checkInTime: null,
      [shirt.fieldName]: 'L',
    })
    expect((await dee.registration('GET', tournament)).body.player).toEqual(body)
    expect((await fixture.call('admin', 'GET', `${t}/player/${body.id}/`)).body).toEqual(body)
    expect((await fixture.call('anonymous', 'GET', `${t}/player/${body.id}/`)).status).toBe(404)
  })

  test('and is told of all missing or wrong fields at once', async () => {
    const tournament = await openTournament(fixture, { requirePlayerPhoto: true })
    const ask = (fieldType: string, more: object = {}) =>
      organise(fixture, 'POST', 'player-info-field/', {
        tournament,
        fieldDescription: '?',
        fieldType,
        isRequired: true,
        ...more,
      })
    const choices = [{ label: 'A' }, { label: 'B' }]
    const [text, box, one, some] = [
      await ask('text'),
      await ask('checkbox'),
      await ask('single_choice', { choices }),
      await ask('multi_choice', { choices }),
    ].map((question) => question.fieldName as string)
    const dee = await newRegistrant(fixture)
    const missing = ['This field is required.']
    const empty = await dee.registration('POST', tournament, minimalForm)
    expect(withoutMessages([empty.status, empty.body])).toEqual([
      400,
      { [text!]: missing, [box!]: missing, [one!]: missing, [some!]: missing, image: missing },
    ])
    const image = await photo()
    const wrong = await dee.registration('POST', tournament, {
      ...minimalForm,
      image,
      team: 1,
      newTeam: 'Bees',
      question999999: 'x',
      answers: { [text!]: ['x'], [box!]: 'yes', [one!]: 'C', [some!]: ['A', 'A'] },
    })
    expect(withoutMessages([wrong.status, wrong.body])).toEqual([
      400,
      {
        [text!]: ['The answer must be text'],
        [box!]: ['The answer must be true or false'],
        [one!]: ['Choose one of the options'],
        [some!]: ['Choose only from the options'],
        question999999: ['There is no question with this name'],
        newTeam: ['Join a team or create one'],
      },
    ])
    expect((await dee.registration('GET', tournament)).body.player).toBeNull()
    const right = { [text!]: 'x', [box!]: true, [one!]: 'A', [some!]: ['B', 'A'] }
    const made = await expectOk(
      dee.registration('POST', tournament, { ...minimalForm, image, ...right }),
    )
    expect(made.body).toMatchObject(right)
    // Required answers cannot be removed later.
    const less = { image: null, [one!]: '', answers: { [some!]: [] } }
    const emptied = await dee.registration('PATCH', tournament, less)
    expect(withoutMessages([emptied.status, emptied.body])).toEqual([
      400,
      { image: missing, [one!]: missing, [some!]: missing },
    ])
  })

  test('R-PM-4: for a price that the server computes', async () => {
    const tournament = await openTournament(fixture)
    const option = (body: object) =>
      organise(fixture, 'POST', 'payment-option/', { tournament, ...body })
    const entry = await option({ name: 'Entry', price: '19.99' })
    const gift = await option({ name: 'Gift', price: '5', allowCustomPrice: true })
    const options = [
      { paymentOption: entry.id, quantity: 2 },
      { paymentOption: gift.id, customPrice: '7.50' },
    ]
    const dee = await newRegistrant(fixture)
    const form = { ...minimalForm, options, price: 1, paid: true, selectedPaymentOptions: [] }
    const { body } = await expectOk(dee.registration('POST', tournament, form))
    expect(body).toMatchObject({ price: 2 * 1999 + 750, paid: false })
    expect(body.selectedPaymentOptions).toEqual([
      {
        paymentOption: { id: entry.id, name: 'Entry', price: '19.99' },
        quantity: 2,
        customPrice: null,
      },
      {
        paymentOption: { id: gift.id, name: 'Gift', price: '5.00' },
        quantity: 1,
        customPrice: '7.50',
      },
    ])
    const cheaper = [{ paymentOption: entry.id, customPrice: '1' }]
    expect((await dee.registration('PATCH', tournament, { options: cheaper })).status).toBe(400)
    expect(
      (await expectOk(dee.registration('PATCH', tournament, { options: [] }))).body.price,
    ).toBe(0)
    await expectOk(dee.registration('PATCH', tournament, { options }))

    await organise(fixture, 'PATCH', `player/${body.id}/`, { paid: true })
    const paid = [409, 'ALREADY_PAID']
    const change = dee.registration('PATCH', tournament, { options: [] })
    expect((await refusalOf(change)).slice(0, 2)).toEqual(paid)
    expect((await refusalOf(dee.registration('DELETE', tournament))).slice(0, 2)).toEqual(paid)
    // Sending the whole form with the same options is not a change of what was paid for.
    const same = await expectOk(dee.registration('PATCH', tournament, { name: 'Di', options }))
    expect(same.body).toMatchObject({ name: 'Di', price: 4748, paid: true })
  })
})

describe('registration is open', () => {
  const closeOn = (tournament: number, registrationCloseDate: string | null) =>
    organise(fixture, 'PATCH', `tournament/${tournament}/`, { registrationCloseDate })

  test('only where it is turned on', async () => {
    const tournament = await openTournament(fixture, { allowRegistration: false })
    const dee = await newRegistrant(fixture)
    expect(await refusalOf(dee.registration('POST', tournament, minimalForm))).toEqual([
      409,
      'REGISTRATION_CLOSED',
      'Registration is not open for this tournament.',
    ])
    expect((await dee.registration('POST', 999_999, minimalForm)).status).toBe(404)
    // An organiser can register themself while registration is off.
    const url = `${t}/tournament/${tournament}/registration/`
    expect((await fixture.call('admin', 'POST', url, { body: minimalForm })).status).toBe(201)
    const elsewhere = await fixture.call('otherAdmin', 'POST', url, { body: minimalForm })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'REGISTRATION_CLOSED'])
  })

  test('until the end of the last day, in the time zone of the scene', async () => {
    const tournament = await openTournament(fixture)
    // In these two time zones the date differs at every moment.
    const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
    const lastDay = dateInZone(west)
    await closeOn(tournament, lastDay)
    const dee = await newRegistrant(fixture)
    await expectOk(setTimeZone(east))
    const closed = `Registration closed on ${lastDay}. An organiser can still change it for you.`
    const why = [409, 'REGISTRATION_CLOSED', closed]
    expect(await refusalOf(dee.registration('POST', tournament, minimalForm))).toEqual(why)
    expect((await dee.registration('GET', tournament)).body.closed).toBe(closed)
    await expectOk(setTimeZone(west))
    await expectOk(dee.registration('POST', tournament, minimalForm))
    await expectOk(dee.registration('PATCH', tournament, { name: 'Di' }))
    await expectOk(setTimeZone(east))
    expect(await refusalOf(dee.registration('PATCH', tournament, { name: 'Late' }))).toEqual(why)
    expect(await refusalOf(dee.registration('DELETE', tournament))).toEqual(why)
    const { player } = (await dee.registration('GET', tournament)).body
    expect(player.name).toBe('Di')
    // After that only organisers can change it.
    expect((await organise(fixture, 'PATCH', `player/${player.id}/`, { name: 'Dea' })).name).toBe(
      'Dea',
    )
    await expectOk(setTimeZone('UTC'))
  })
})

describe('one registration per person and tournament', () => {
  test('even with ten concurrent requests', async () => {
    const tournament = await openTournament(fixture)
    const dee = await newRegistrant(fixture)
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        dee.registration('POST', tournament, { name: `Dee ${n}`, newTeam: `Team ${n}` }),
      ),
    )
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of all.filter((reply) => reply.status !== 201)) {
      expect([status, body.code]).toEqual([409, 'ALREADY_REGISTERED'])
    }
    const teams = await fixture.call('anonymous', 'GET', `${t}/team/?tournamentId=${tournament}`)
    expect(teams.body.count).toBe(1)
  })

  test('P2: five concurrent requests with one key are one registration with one response', async () => {
    const tournament = await openTournament(fixture)
    const dee = await newRegistrant(fixture)
    const key = randomUUID()
    const body = { ...minimalForm, newTeam: 'Once', image: await photo() }
    const all = await Promise.all(
      [1, 2, 3, 4, 5].map(() => dee.registration('POST', tournament, body, key)),
    )
    expect(all.map((reply) => [reply.status, reply.body])).toEqual(
      all.map(() => [201, all[0]!.body]),
    )
    // Another person with the same idempotency key does not get the stored response.
    const eve = await newRegistrant(fixture)
    const stolen = await eve.registration('POST', tournament, body, key)
    expect([stolen.status, stolen.body.code]).toEqual([409, 'ID_REUSED'])
  })
})

describe('the team', () => {
  test('is created with its player in one commit, and others can join and leave it', async () => {
    const tournament = await openTournament(fixture)
    const [dee, eve, fay] = [
      await newRegistrant(fixture),
      await newRegistrant(fixture),
      await newRegistrant(fixture),
    ]
    const before = await tail()
    const { team } = (
      await expectOk(dee.registration('POST', tournament, { ...minimalForm, newTeam: ' Bees ' }))
    ).body
    expect(await tail()).toBe(before + 1)
    const taken = await eve.registration('POST', tournament, { name: 'Eve', newTeam: 'bees' })
    expect([taken.status, taken.body]).toMatchObject([
      409,
      {
        code: 'TEAM_EXISTS',
        detail: 'There is already a team called Bees. Join it, or choose another name.',
        team,
      },
    ])
    expect((await eve.registration('GET', tournament)).body.player).toBeNull()
    expect(
      (await expectOk(eve.registration('POST', tournament, { name: 'Eve', team }))).body.team,
    ).toBe(team)
    const strange = await fay.registration('POST', tournament, { name: 'Fay', team: 999_999 })
    expect([strange.status, strange.body.code]).toEqual([404, 'NO_SUCH_TEAM'])
    expect(
      (await expectOk(fay.registration('POST', tournament, { name: 'Fay', team: null }))).body.team,
    ).toBeNull()
    const { body } = await fixture.call('anonymous', 'GET', `${t}/team/${team}/`)
    expect(body).toMatchObject({ name: 'Bees', players: [{ name: 'Dee' }, { name: 'Eve' }] })
    expect(
      (await expectOk(eve.registration('PATCH', tournament, { team: null }))).body.team,
    ).toBeNull()
    const wasps = (await expectOk(eve.registration('PATCH', tournament, { newTeam: 'Wasps' }))).body
    expect([wasps.name, wasps.team]).toEqual(['Eve', expect.any(Number)])
    await expectOk(dee.registration('DELETE', tournament))
    expect((await dee.registration('GET', tournament)).body.player).toBeNull()
    expect((await fixture.call('anonymous', 'GET', `${t}/team/${team}/`)).body.players).toEqual([])
    // A withdrawn player may register again.
    expect(
      (await expectOk(dee.registration('POST', tournament, { ...minimalForm, team }))).body.team,
    ).toBe(team)
  })

  test('P2: after a crash between the row and the log, a repeated request does the rest', async () => {
    const tournament = await openTournament(fixture)
    const dee = await newRegistrant(fixture)
    const key = randomUUID()
    const form = { ...minimalForm, newTeam: 'Resumed' }
    const { pool } = fixture.app.store
    const { body } = await expectOk(dee.registration('POST', tournament, form, key))
    const { rows: claimed } = await pool.query<{ id: string; content_hash: string }>(
      `select id, content_hash from kept.idempotency_key
       where id = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
      [key],
    )
    // The state after a crash once the row was stored: a free agent, and no response.
    await pool.query('delete from kept.player where id = $1', [body.id])
    await pool.query(
      `insert into kept.player (id, tournament, scene, name, "user") values ($1, $2, $3, 'Dee', $4)`,
      [body.id, tournament, fixture.scene, dee.id],
    )
    await pool.query(
      `insert into kept.idempotency_key (id, content_hash, status, body, person)
       values ($1, $2, 0, jsonb_build_object('made', $3::int), $4)`,
      [claimed[0]?.id, claimed[0]?.content_hash, body.id, dee.id],
    )
    const before = await tail()
    const again = await expectOk(dee.registration('POST', tournament, form, key))
    expect(again.body).toMatchObject({ id: body.id, team: body.team })
    expect(await tail()).toBe(before)
  })
})

describe('check-in', () => {
  test('is possible for the player only on the day, once; an official can reset it', async () => {
    await expectOk(setTimeZone('Pacific/Kiritimati'))
    const today = dateInZone('Pacific/Kiritimati')
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
    const [on, off] = [
      await openTournament(fixture, { date: today }),
      await openTournament(fixture, { date: tomorrow }),
    ]
    const dee = await newRegistrant(fixture)
    const checkIn = (tournament: number) =>
      dee.call('PUT', `${t}/tournament/${tournament}/registration/check-in/`)
    expect((await refusalOf(checkIn(on))).slice(0, 2)).toEqual([404, 'NOT_REGISTERED'])
    for (const tournament of [on, off])
      await expectOk(dee.registration('POST', tournament, minimalForm))
    expect(await refusalOf(checkIn(off))).toEqual([
      409,
      'CHECK_IN_CLOSED',
      `You can check in on the day of the tournament, ${tomorrow}.`,
    ])
    expect((await dee.registration('GET', on)).body.canCheckIn).toBe(true)
    const { id, checkInTime } = (await expectOk(checkIn(on))).body
    expect(Math.abs(Date.parse(checkInTime) - Date.now())).toBeLessThan(60_000)
    expect((await expectOk(checkIn(on))).body.checkInTime).toBe(checkInTime)
    const back = await expectOk(
      fixture.call('official', 'PATCH', `${t}/player/${id}/`, { body: { checkInTime: null } }),
    )
    expect(back.body.checkInTime).toBeNull()
    await expectOk(setTimeZone('UTC'))
  })
})

test('a key without a person, or no sign-in, cannot register', async () => {
  const tournament = await openTournament(fixture)
  const url = `${t}/tournament/${tournament}/registration/`
  expect((await fixture.call('key', 'POST', url, { body: minimalForm })).status).toBe(403)
  expect((await fixture.call('anonymous', 'POST', url, { body: minimalForm })).status).toBe(401)
})

test('the rate limit is per person, not per address', async () => {
  const tournament = await openTournament(fixture)
  const [dee, eve] = [await newRegistrant(fixture), await newRegistrant(fixture)]
  const found: number[] = []
  for (let n = 0; n < 61; n++) found.push((await dee.registration('DELETE', tournament)).status)
  expect(found.slice(0, 60)).toEqual(Array(60).fill(404))
  expect(found[60]).toBe(429)
  await expectOk(eve.registration('POST', tournament, minimalForm))
})

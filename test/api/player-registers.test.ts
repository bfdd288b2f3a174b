import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ok, startHall } from '../support/two-scenes.ts'
import type { Body, Hall } from '../support/two-scenes.ts'
import { openTournament, organise, photo, somebody } from './open-registration.ts'

// Players register themselves, as they do on their phones (R-PE-2).
let hall: Hall
const t = '/api/tournament'

beforeAll(async () => {
  hall = await startHall()
})
afterAll(() => hall?.rig.stop())

const plain = { name: 'Dee' }
const refused = async (reply: Promise<{ status: number; body: Body }>) => {
  const { status, body } = await reply
  return [status, body.code, body.detail]
}
const tail = () => hall.rig.log.tail()
const dateInZone = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date())
const stand = (timeZone: string) =>
  hall.call('admin', 'PATCH', `/api/game/cabinet/${hall.cabinet}/`, { body: { timeZone } })

describe('a player registers', () => {
  test('with everything the form asks, and finds it again', async () => {
    const tournament = await openTournament(hall)
    const asked = { tournament, fieldDescription: 'Shirt?', isRequired: true }
    const shirt = await organise(hall, 'POST', 'player-info-field/', {
      ...asked,
      fieldType: 'single_choice',
      choices: [{ label: 'S' }, { label: 'L' }],
    })
    const dee = await somebody(hall, { email: 'dee@example.org' })
    expect((await dee.mine('GET', tournament)).body).toEqual({
      closed: null,
      canCheckIn: false,
      player: null,
    })
    const { status, body } = await dee.mine('POST', tournament, {
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
    expect((await dee.mine('GET', tournament)).body.player).toEqual(body)
    expect((await hall.call('admin', 'GET', `${t}/player/${body.id}/`)).body).toEqual(body)
    expect((await hall.call('anonymous', 'GET', `${t}/player/${body.id}/`)).status).toBe(404)
  })

  test('and is told by its field what is missing or wrong, all at once', async () => {
    const tournament = await openTournament(hall, { requirePlayerPhoto: true })
    const ask = (fieldType: string, more: object = {}) =>
      organise(hall, 'POST', 'player-info-field/', {
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
    const dee = await somebody(hall)
    const missing = ['This field is required.']
    const empty = await dee.mine('POST', tournament, plain)
    expect([empty.status, empty.body]).toEqual([
      400,
      { [text!]: missing, [box!]: missing, [one!]: missing, [some!]: missing, image: missing },
    ])
    const image = await photo()
    const wrong = await dee.mine('POST', tournament, {
      ...plain,
      image,
      team: 1,
      newTeam: 'Bees',
      question999999: 'x',
      answers: { [text!]: ['x'], [box!]: 'yes', [one!]: 'C', [some!]: ['A', 'A'] },
    })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      {
        [text!]: ['Answer in words'],
        [box!]: ['Ticked or not'],
        [one!]: ['Not one of the choices'],
        [some!]: ['Not some of the choices'],
        question999999: ['No question of this name'],
        newTeam: ['Join a team or create one'],
      },
    ])
    expect((await dee.mine('GET', tournament)).body.player).toBeNull()
    const right = { [text!]: 'x', [box!]: true, [one!]: 'A', [some!]: ['B', 'A'] }
    const made = await ok(dee.mine('POST', tournament, { ...plain, image, ...right }))
    expect(made.body).toMatchObject(right)
    // What is asked for cannot be taken away again.
    const less = { image: null, [one!]: '', answers: { [some!]: [] } }
    const emptied = await dee.mine('PATCH', tournament, less)
    expect([emptied.status, emptied.body]).toEqual([
      400,
      { image: missing, [one!]: missing, [some!]: missing },
    ])
  })

  test('R-PM-4: what it costs is worked out by the server', async () => {
    const tournament = await openTournament(hall)
    const option = (body: object) =>
      organise(hall, 'POST', 'payment-option/', { tournament, ...body })
    const entry = await option({ name: 'Entry', price: '19.99' })
    const gift = await option({ name: 'Gift', price: '5', allowCustomPrice: true })
    const options = [
      { paymentOption: entry.id, quantity: 2 },
      { paymentOption: gift.id, customPrice: '7.50' },
    ]
    const dee = await somebody(hall)
    const form = { ...plain, options, price: 1, paid: true, selectedPaymentOptions: [] }
    const { body } = await ok(dee.mine('POST', tournament, form))
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
    expect((await dee.mine('PATCH', tournament, { options: cheaper })).status).toBe(400)
    expect((await ok(dee.mine('PATCH', tournament, { options: [] }))).body.price).toBe(0)
    await ok(dee.mine('PATCH', tournament, { options }))

    await organise(hall, 'PATCH', `player/${body.id}/`, { paid: true })
    const paid = [409, 'ALREADY_PAID']
    const change = dee.mine('PATCH', tournament, { options: [] })
    expect((await refused(change)).slice(0, 2)).toEqual(paid)
    expect((await refused(dee.mine('DELETE', tournament))).slice(0, 2)).toEqual(paid)
    // The same form sent whole, with nothing else chosen, is no change of what was paid for.
    const same = await ok(dee.mine('PATCH', tournament, { name: 'Di', options }))
    expect(same.body).toMatchObject({ name: 'Di', price: 4748, paid: true })
  })
})

describe('registration is for as long as the organiser says', () => {
  const closeOn = (tournament: number, registrationCloseDate: string | null) =>
    organise(hall, 'PATCH', `tournament/${tournament}/`, { registrationCloseDate })

  test('and only where it is on', async () => {
    const tournament = await openTournament(hall, { allowRegistration: false })
    const dee = await somebody(hall)
    expect(await refused(dee.mine('POST', tournament, plain))).toEqual([
      409,
      'REGISTRATION_CLOSED',
      'Registration is not open for this tournament.',
    ])
    expect((await dee.mine('POST', 999_999, plain)).status).toBe(404)
    // An organiser who plays too needs no exception made by another.
    const url = `${t}/tournament/${tournament}/registration/`
    expect((await hall.call('admin', 'POST', url, { body: plain })).status).toBe(201)
    const elsewhere = await hall.call('otherAdmin', 'POST', url, { body: plain })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'REGISTRATION_CLOSED'])
  })

  test('all of its last day, in the time of the scene', async () => {
    const tournament = await openTournament(hall)
    // Their days differ at every moment.
    const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
    const lastDay = dateInZone(west)
    await closeOn(tournament, lastDay)
    const dee = await somebody(hall)
    await ok(stand(east))
    const closed = `Registration closed on ${lastDay}. An organiser can still change it for you.`
    const why = [409, 'REGISTRATION_CLOSED', closed]
    expect(await refused(dee.mine('POST', tournament, plain))).toEqual(why)
    expect((await dee.mine('GET', tournament)).body.closed).toBe(closed)
    await ok(stand(west))
    await ok(dee.mine('POST', tournament, plain))
    await ok(dee.mine('PATCH', tournament, { name: 'Di' }))
    await ok(stand(east))
    expect(await refused(dee.mine('PATCH', tournament, { name: 'Late' }))).toEqual(why)
    expect(await refused(dee.mine('DELETE', tournament))).toEqual(why)
    const { player } = (await dee.mine('GET', tournament)).body
    expect(player.name).toBe('Di')
    // After that it is the organisers’.
    expect((await organise(hall, 'PATCH', `player/${player.id}/`, { name: 'Dea' })).name).toBe(
      'Dea',
    )
    await ok(stand('UTC'))
  })
})

describe('one registration per person and tournament', () => {
  test('also of ten at once', async () => {
    const tournament = await openTournament(hall)
    const dee = await somebody(hall)
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        dee.mine('POST', tournament, { name: `Dee ${n}`, newTeam: `Team ${n}` }),
      ),
    )
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of all.filter((reply) => reply.status !== 201)) {
      expect([status, body.code]).toEqual([409, 'ALREADY_REGISTERED'])
    }
    const teams = await hall.call('anonymous', 'GET', `${t}/team/?tournamentId=${tournament}`)
    expect(teams.body.count).toBe(1)
  })

  test('P2: the same sent five times at once is one, answered the same', async () => {
    const tournament = await openTournament(hall)
    const dee = await somebody(hall)
    const key = randomUUID()
    const body = { ...plain, newTeam: 'Once', image: await photo() }
    const all = await Promise.all(
      [1, 2, 3, 4, 5].map(() => dee.mine('POST', tournament, body, key)),
    )
    expect(all.map((reply) => [reply.status, reply.body])).toEqual(
      all.map(() => [201, all[0]!.body]),
    )
    // Somebody else who got hold of the id is not told what it was answered with.
    const eve = await somebody(hall)
    const stolen = await eve.mine('POST', tournament, body, key)
    expect([stolen.status, stolen.body.code]).toEqual([409, 'ID_REUSED'])
  })
})

describe('the team', () => {
  test('is created with its player in one commit, joined by others, and left', async () => {
    const tournament = await openTournament(hall)
    const [dee, eve, fay] = [await somebody(hall), await somebody(hall), await somebody(hall)]
    const before = await tail()
    const { team } = (await ok(dee.mine('POST', tournament, { ...plain, newTeam: ' Bees ' }))).body
    expect(await tail()).toBe(before + 1)
    const taken = await eve.mine('POST', tournament, { name: 'Eve', newTeam: 'bees' })
    expect([taken.status, taken.body]).toMatchObject([
      409,
      {
        code: 'TEAM_EXISTS',
        detail: 'There is a team Bees already. Join it, or choose another name.',
        team,
      },
    ])
    expect((await eve.mine('GET', tournament)).body.player).toBeNull()
    expect((await ok(eve.mine('POST', tournament, { name: 'Eve', team }))).body.team).toBe(team)
    const strange = await fay.mine('POST', tournament, { name: 'Fay', team: 999_999 })
    expect([strange.status, strange.body.code]).toEqual([404, 'NO_SUCH_TEAM'])
    expect(
      (await ok(fay.mine('POST', tournament, { name: 'Fay', team: null }))).body.team,
    ).toBeNull()
    const { body } = await hall.call('anonymous', 'GET', `${t}/team/${team}/`)
    expect(body).toMatchObject({ name: 'Bees', players: [{ name: 'Dee' }, { name: 'Eve' }] })
    expect((await ok(eve.mine('PATCH', tournament, { team: null }))).body.team).toBeNull()
    const wasps = (await ok(eve.mine('PATCH', tournament, { newTeam: 'Wasps' }))).body
    expect([wasps.name, wasps.team]).toEqual(['Eve', expect.any(Number)])
    await ok(dee.mine('DELETE', tournament))
    expect((await dee.mine('GET', tournament)).body.player).toBeNull()
    expect((await hall.call('anonymous', 'GET', `${t}/team/${team}/`)).body.players).toEqual([])
    // Who has withdrawn may come again.
    expect((await ok(dee.mine('POST', tournament, { ...plain, team }))).body.team).toBe(team)
  })

  test('P2: cut short between the row and the log, the same sent again does the rest', async () => {
    const tournament = await openTournament(hall)
    const dee = await somebody(hall)
    const key = randomUUID()
    const form = { ...plain, newTeam: 'Resumed' }
    const { pool } = hall.rig.store
    const { body } = await ok(dee.mine('POST', tournament, form, key))
    // As a process leaves it that ended after the row: a free agent, and nothing answered.
    await pool.query('delete from kept.player where id = $1', [body.id])
    await pool.query(
      `insert into kept.player (id, tournament, scene, name, "user") values ($1, $2, $3, 'Dee', $4)`,
      [body.id, tournament, hall.scene, dee.id],
    )
    await pool.query(
      `insert into kept.idempotency_key (id, content_hash, status, body, person)
       select encode(sha256(convert_to($1, 'UTF8')), 'hex'), '', 0, jsonb_build_object('made', $2::int), $3`,
      [key, body.id, dee.id],
    )
    const before = await tail()
    const again = await ok(dee.mine('POST', tournament, form, key))
    expect(again.body).toMatchObject({ id: body.id, team: body.team })
    expect(await tail()).toBe(before)
  })
})

describe('check-in', () => {
  test('is the player’s own on the day alone, once; an official takes it back', async () => {
    await ok(stand('Pacific/Kiritimati'))
    const today = dateInZone('Pacific/Kiritimati')
    const [on, off] = [
      await openTournament(hall, { date: today }),
      await openTournament(hall, { date: dateInZone('Pacific/Pago_Pago') }),
    ]
    const dee = await somebody(hall)
    const checkIn = (tournament: number) =>
      dee.call('PUT', `${t}/tournament/${tournament}/registration/check-in/`)
    expect((await refused(checkIn(on))).slice(0, 2)).toEqual([404, 'NOT_REGISTERED'])
    for (const tournament of [on, off]) await ok(dee.mine('POST', tournament, plain))
    expect(await refused(checkIn(off))).toEqual([
      409,
      'CHECK_IN_CLOSED',
      `You can check in on the day of the tournament, ${dateInZone('Pacific/Pago_Pago')}.`,
    ])
    expect((await dee.mine('GET', on)).body.canCheckIn).toBe(true)
    const { id, checkInTime } = (await ok(checkIn(on))).body
    expect(Math.abs(Date.parse(checkInTime) - Date.now())).toBeLessThan(60_000)
    expect((await ok(checkIn(on))).body.checkInTime).toBe(checkInTime)
    const back = await ok(
      hall.call('official', 'PATCH', `${t}/player/${id}/`, { body: { checkInTime: null } }),
    )
    expect(back.body.checkInTime).toBeNull()
    await ok(stand('UTC'))
  })
})

test('nobody is registered by a key that is nobody’s, nor without signing in', async () => {
  const tournament = await openTournament(hall)
  const url = `${t}/tournament/${tournament}/registration/`
  expect((await hall.call('key', 'POST', url, { body: plain })).status).toBe(403)
  expect((await hall.call('anonymous', 'POST', url, { body: plain })).status).toBe(401)
})

test('a person is slowed down, the hall they stand in is not', async () => {
  const tournament = await openTournament(hall)
  const [dee, eve] = [await somebody(hall), await somebody(hall)]
  const found: number[] = []
  for (let n = 0; n < 61; n++) found.push((await dee.mine('DELETE', tournament)).status)
  expect(found.slice(0, 60)).toEqual(Array(60).fill(404))
  expect(found[60]).toBe(429)
  await ok(eve.mine('POST', tournament, plain))
})

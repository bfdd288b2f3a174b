import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'
import { newRegistrant, openTournament, organise } from './open-registration.ts'
import type { Registrant } from './open-registration.ts'

// Registration with a limited number of places, and the list of those who wait for one.
let fixture: TwoScenes
const mails: { to: string; subject: string; text: string }[] = []
const t = '/api/tournament'

beforeAll(async () => {
  fixture = await startTwoScenes({
    accounts: {
      publicUrl: 'https://waggle.example',
      mailer: async (mail) => void mails.push(mail),
    },
  })
})
afterAll(() => fixture?.app.stop())

let lastName = 0
async function people(count: number): Promise<(Registrant & { name: string; email: string })[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const name = `Player ${++lastName}`
      const email = `player${lastName}@example.org`
      return {
        ...(await newRegistrant(fixture, { name, email, emailVerified: true })),
        name,
        email,
      }
    }),
  )
}
const register = (who: Registrant & { name: string }, tournament: number) =>
  who.registration('POST', tournament, { name: who.name })
const list = (who: Registrant, method: 'PUT' | 'DELETE', tournament: number) =>
  who.call(method, `${t}/tournament/${tournament}/registration/waiting/`)
const own = async (who: Registrant, tournament: number) =>
  (await expectOk(who.registration('GET', tournament))).body
const registered = async (tournament: number) =>
  (await organise(fixture, 'GET', `player/?tournamentId=${tournament}`))['count'] as number
const endOffers = (tournament: number) =>
  fixture.app.store.pool.query(
    `update kept.waiting set offered_until = now() - interval '1 second'
     where tournament = $1 and offered_until is not null`,
    [tournament],
  )

test('R-PE-8: two people want the last place at the same time: one gets it, the other may wait', async () => {
  for (let round = 0; round < 3; round++) {
    const tournament = await openTournament(fixture, { places: 2 })
    const [first, ...rest] = await people(5)
    expect((await register(first!, tournament)).status).toBe(201)
    const replies = await Promise.all(rest.map((who) => register(who, tournament)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ])
    const refused = replies.find(({ status }) => status === 409)!.body
    expect([refused.code, refused.detail]).toEqual([
      'REGISTRATION_FULL',
      'All 2 places are taken. You can join the waiting list.',
    ])
    expect(await registered(tournament)).toBe(2)
  }
})

test('a free place goes to the first who waits, who is told and has a time to take it', async () => {
  const tournament = await openTournament(fixture, { places: 1, offerHours: 3 })
  const [first, second, third, fourth] = await people(4)
  await expectOk(register(first!, tournament))
  expect((await expectOk(list(second!, 'PUT', tournament))).body).toEqual({
    place: 1,
    offeredUntil: null,
  })
  await expectOk(list(third!, 'PUT', tournament))
  // Twice is the same place.
  expect((await expectOk(list(third!, 'PUT', tournament))).body.place).toBe(2)
  expect((await own(third!, tournament)).places).toEqual({ total: 1, taken: 1, waiting: 2 })

  const before = mails.length
  await expectOk(first!.registration('DELETE', tournament))
  const { waiting, places } = await own(second!, tournament)
  expect([waiting.place, places.taken]).toEqual([null, 1])
  const hours = (Date.parse(waiting.offeredUntil) - Date.now()) / 3_600_000
  expect(hours > 2.5 && hours <= 3).toBe(true)
  expect(mails.slice(before)).toMatchObject([
    { to: second!.email, text: expect.stringContaining('https://waggle.example/t/') },
  ])
  // Nobody passes those who wait.
  expect((await register(fourth!, tournament)).body.code).toBe('REGISTRATION_FULL')
  expect((await register(third!, tournament)).body.code).toBe('REGISTRATION_FULL')
  await expectOk(register(second!, tournament))
  expect((await own(second!, tournament)).waiting).toBeUndefined()
  expect((await own(third!, tournament)).waiting).toMatchObject({ place: 1 })
})

test('a place that is not taken in time is offered to the next', async () => {
  const tournament = await openTournament(fixture, { places: 1 })
  const [first, second, third] = await people(3)
  await expectOk(register(first!, tournament))
  await expectOk(list(second!, 'PUT', tournament))
  await expectOk(list(third!, 'PUT', tournament))
  await expectOk(first!.registration('DELETE', tournament))
  await endOffers(tournament)
  // As the server does every minute.
  await expectOk(list(first!, 'DELETE', tournament))
  expect((await own(second!, tournament)).waiting).toBeUndefined()
  expect((await own(third!, tournament)).waiting).toMatchObject({ place: null })
  expect((await register(second!, tournament)).body.code).toBe('REGISTRATION_FULL')
})

test('leaving the list, more places and a player who is removed move the list on', async () => {
  const tournament = await openTournament(fixture, { places: 1 })
  const [first, second, third, fourth] = await people(4)
  const { id } = (await expectOk(register(first!, tournament))).body
  for (const who of [second!, third!, fourth!]) await expectOk(list(who, 'PUT', tournament))
  await expectOk(list(second!, 'DELETE', tournament))
  expect((await own(third!, tournament)).waiting).toMatchObject({ place: 1 })
  await organise(fixture, 'PATCH', `tournament/${tournament}/`, { places: 2 })
  expect((await own(third!, tournament)).waiting).toMatchObject({ place: null })
  await organise(fixture, 'DELETE', `player/${id}/`)
  expect((await own(fourth!, tournament)).waiting).toMatchObject({ place: null })
  // Giving up an offer frees the place again.
  await expectOk(list(fourth!, 'DELETE', tournament))
  await expectOk(register(second!, tournament))
  expect((await own(third!, tournament)).places).toEqual({ total: 2, taken: 2, waiting: 0 })
})

test('without a limit, or with free places, nobody waits', async () => {
  const [who] = await people(1)
  const open = await openTournament(fixture)
  expect((await list(who!, 'PUT', open)).body.code).toBe('PLACES_FREE')
  expect(await own(who!, open)).not.toHaveProperty('places')
  const limited = await openTournament(fixture, { places: 2 })
  expect((await list(who!, 'PUT', limited)).body.code).toBe('PLACES_FREE')
  await expectOk(register(who!, limited))
  expect((await list(who!, 'PUT', limited)).body.code).toBe('ALREADY_REGISTERED')
})

test('organisers see the list and export it, with the names of removed questions', async () => {
  const tournament = await openTournament(fixture, { places: 1 })
  const [first, second] = await people(2)
  const question = { tournament, fieldDescription: 'Shirt size', fieldType: 'text' }
  const { id, fieldName } = await organise(fixture, 'POST', 'player-info-field/', question)
  await expectOk(first!.registration('POST', tournament, { name: 'Ann', [fieldName]: 'L' }))
  await expectOk(list(second!, 'PUT', tournament))
  await organise(fixture, 'DELETE', `player-info-field/${id}/`)
  const waiting = await organise(fixture, 'GET', `tournament/${tournament}/waiting/`)
  expect(waiting['waiting']).toMatchObject([
    { user: second!.id, name: second!.name, email: second!.email, offeredUntil: null },
  ])
  const csv = await expectOk(
    fixture.call('admin', 'GET', `${t}/tournament/${tournament}/players.csv`),
  )
  const [titles, ann, waits] = csv.text.trim().split('\r\n')
  expect(titles).toMatch(/"?Shirt size \(removed\)"?,"?Waiting list"?$/)
  expect(ann).toMatch(/L"?,?"?$/)
  expect([waits?.includes(second!.email), waits?.endsWith('1')]).toEqual([true, true])
  const { status } = await second!.call('GET', `${t}/tournament/${tournament}/waiting/`)
  expect(status).toBe(403)
})

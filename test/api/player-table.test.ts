import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ok, startHall } from '../support/two-scenes.ts'
import type { Body, Hall, Who } from '../support/two-scenes.ts'
import { openTournament, organise } from './open-registration.ts'

// Registered Players: a table of more than a thousand, found, ordered and taken home.
let hall: Hall
let tournament: number
let bees: number
const t = '/api/tournament'
const many = 1_100

beforeAll(async () => {
  hall = await startHall()
  tournament = await openTournament(hall, { name: 'Überfest' })
  bees = (await organise(hall, 'POST', 'team/', { tournament, name: 'Bees' })).id
  await hall.rig.store.pool.query(
    `insert into kept.player (id, tournament, scene, name, email, price, check_in_time)
     select nextval('kept.player_id'), $1, $2, 'Player ' || n, 'p' || n || '@example.org', n,
       case when n % 2 = 0 then now() end
     from generate_series(1, $3::int) as n`,
    [tournament, hall.scene, many],
  )
})
afterAll(() => hall?.rig.stop())

const find = async (who: Who, query: string): Promise<Body> => {
  const url = `${t}/player/?tournamentId=${tournament}&rowsPerPage=1000&${query}`
  return (await ok(hall.call(who, 'GET', url))).body
}
const newPlayer = (more: object) => organise(hall, 'POST', 'player/', { tournament, ...more })

describe('organisers find', () => {
  test('by a part of the name, taken as it is typed', async () => {
    const odd = await newPlayer({ name: '100%_Zoë' })
    for (const search of ['100%25', '%25_z', 'ZOË']) {
      const { results } = await find('official', `search=${search}`)
      expect([search, results.map((row: Body) => row.id)]).toEqual([search, [odd.id]])
    }
    expect((await find('anonymous', 'search=player%201100')).count).toBe(1)
    // An e-mail has no business in an address.
    expect((await find('admin', 'search=p7@example')).count).toBe(0)
  })

  test('who is checked in, who has paid, who is in no team', async () => {
    const paid = await newPlayer({ name: 'Payer', price: 5, paid: true, team: bees })
    const free = await newPlayer({ name: 'Guest', price: 0 })
    expect((await find('official', 'checkedIn=true')).count).toBe(many / 2)
    expect((await find('admin', 'checked_in=false')).results.at(-1).id).toBe(free.id)
    expect((await find('admin', 'paid=true')).results.map((row: Body) => row.id)).toEqual([paid.id])
    const rest = await find('admin', 'paid=false')
    expect(rest.count).toBeGreaterThan(many)
    expect(rest.results.some((row: Body) => row.paid)).toBe(false)
    expect((await find('anonymous', 'freeAgent=false')).results.map((row: Body) => row.id)).toEqual(
      [paid.id],
    )
    expect((await find('admin', `team=${bees}&paid=true&search=pay`)).count).toBe(1)
    expect((await find('admin', `team=${bees}&paid=false`)).count).toBe(0)
  })

  test('in the order they ask for, page after page, each once', async () => {
    const prices = (rows: Body[]) => rows.map((row) => row.price)
    const { results } = await find('admin', 'ordering=-price')
    expect(prices(results).slice(0, 3)).toEqual([many, many - 1, many - 2])
    const names = (await find('anonymous', 'ordering=name')).results.map((row: Body) => row.name)
    expect(names.slice(0, 4)).toEqual(['100%_Zoë', 'Guest', 'Payer', 'Player 1'])
    expect((await find('official', 'ordering=team')).results[0].name).toBe('Payer')
    const seen: number[] = []
    let next: string | null =
      `${t}/player/?tournamentId=${tournament}&rowsPerPage=300&ordering=checkInTime`
    while (next) {
      const { body } = await ok(hall.call('official', 'GET', next))
      seen.push(...body.results.map((row: Body) => row.id))
      next = body.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([many + 3, many + 3])
  })
})

test.each<[Who, string, number]>([
  ['anonymous', 'checkedIn=true', 403],
  ['player', 'ordering=-checkInTime', 403],
  ['otherAdmin', 'checkedIn=false', 403],
  ['official', 'paid=true', 403],
  ['official', 'ordering=price', 403],
  ['official', 'ordering=registrationTime', 403],
  ['admin', 'ordering=email', 400],
])('R-PE-1: %s asking for %s is answered %i', async (who, query, status) => {
  const url = `${t}/player/?tournamentId=${tournament}&${query}`
  expect((await hall.call(who, 'GET', url)).status).toBe(status)
})

describe('players.csv', () => {
  const cells = (line: string) =>
    line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)!.map((cell) => cell.replace(/,$/, ''))

  test('R-PE-5: has everybody with every answer, and no cell is a formula', async () => {
    const own = await openTournament(hall, { name: 'Überfest 2' })
    const ask = (fieldDescription: string) =>
      organise(hall, 'POST', 'player-info-field/', {
        tournament: own,
        fieldDescription,
        fieldType: 'text',
      })
    const [first, second, removed] = [await ask('=Shirt?'), await ask('Diet?'), await ask('Gone?')]
    await organise(hall, 'PUT', `tournament/${own}/question-order/`, {
      order: [second.id, first.id, removed.id],
    })
    const { id: team } = await organise(hall, 'POST', 'team/', { tournament: own, name: '@Team' })
    const price = '12.50'
    await organise(hall, 'POST', 'player/', {
      tournament: own,
      team,
      name: '=HYPERLINK("http://x","y")',
      pronouns: '+they',
      scene: '=PHL',
      tidbit: '-1\n"two"',
      email: 'dee@example.org',
      price: 1250,
      paid: true,
      selectedPaymentOptions: [{ paymentOption: { name: 'Entry', price }, quantity: 1 }],
      [first.fieldName]: '\tXL',
      [second.fieldName]: 'None',
      [removed.fieldName]: 'kept',
    })
    await organise(hall, 'DELETE', `player-info-field/${removed.id}/`)
    const url = `${t}/tournament/${own}/players.csv`
    const { status, headers, text } = await hall.call('admin', 'GET', url)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="[\w-]+-players\.csv"$/),
      'cache-control': 'no-store',
    })
    expect(text.startsWith('\uFEFFId,Name,')).toBe(true)
    const [head = '', line = ''] = text.slice(1).split('\r\n')
    const shown = Object.fromEntries(cells(head).map((title, index) => [title, cells(line)[index]]))
    expect(cells(head).filter(Boolean).slice(-3)).toEqual([
      'Diet?',
      `"'=Shirt?"`,
      `${removed.fieldName} (removed)`,
    ])
    expect(shown).toMatchObject({
      Name: `"'=HYPERLINK(""http://x"",""y"")"`,
      Pronouns: `"'+they"`,
      Scene: `"'=PHL"`,
      Tidbit: `"'-1\n""two"""`,
      Team: `"'@Team"`,
      'E-mail': 'dee@example.org',
      Price: '12.50',
      Paid: 'yes',
      'Payment options': '1 × Entry (12.50)',
      'Diet?': 'None',
      [`"'=Shirt?"`]: `"'\tXL"`,
      [`${removed.fieldName} (removed)`]: 'kept',
    })
  })

  test('of a thousand has each once', async () => {
    const { text } = await hall.call('admin', 'GET', `${t}/tournament/${tournament}/players.csv`)
    const ids = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0])
    const { count } = await find('admin', '')
    expect([ids.length, new Set(ids).size]).toEqual([count, count])
  })
})

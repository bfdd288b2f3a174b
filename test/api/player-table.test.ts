import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes, Caller } from '../support/two-scenes.ts'
import { openTournament, organise } from './open-registration.ts'

// Registered Players: search, order and export of a table of more than a thousand.
let fixture: TwoScenes
let tournament: number
let beesTeam: number
const t = '/api/tournament'
const playerCount = 1_100

beforeAll(async () => {
  fixture = await startTwoScenes()
  tournament = await openTournament(fixture, { name: 'Überfest' })
  beesTeam = (await organise(fixture, 'POST', 'team/', { tournament, name: 'Bees' })).id
  await fixture.app.store.pool.query(
    `insert into kept.player (id, tournament, scene, name, email, price, check_in_time)
     select nextval('kept.player_id'), $1, $2, 'Player ' || n, 'p' || n || '@example.org', n,
       case when n % 2 = 0 then now() end
     from generate_series(1, $3::int) as n`,
    [tournament, fixture.scene, playerCount],
  )
})
afterAll(() => fixture?.app.stop())

const findPlayers = async (who: Caller, query: string): Promise<Body> => {
  const url = `${t}/player/?tournamentId=${tournament}&rowsPerPage=1000&${query}`
  return (await expectOk(fixture.call(who, 'GET', url))).body
}
const newPlayer = (more: object) => organise(fixture, 'POST', 'player/', { tournament, ...more })

describe('organisers find', () => {
  test('by a part of the name, without wildcards', async () => {
    const odd = await newPlayer({ name: '100%_Zoë' })
    for (const search of ['100%25', '%25_z', 'ZOË']) {
      const { results } = await findPlayers('official', `search=${search}`)
      expect([search, results.map((row: Body) => row.id)]).toEqual([search, [odd.id]])
    }
    expect((await findPlayers('anonymous', 'search=player%201100')).count).toBe(1)
    // The search does not cover e-mails, because a URL must not contain them.
    expect((await findPlayers('admin', 'search=p7@example')).count).toBe(0)
  })

  test('by check-in, payment and team', async () => {
    const paid = await newPlayer({ name: 'Payer', price: 5, paid: true, team: beesTeam })
    const free = await newPlayer({ name: 'Guest', price: 0 })
    expect((await findPlayers('official', 'checkedIn=true')).count).toBe(playerCount / 2)
    expect((await findPlayers('admin', 'checked_in=false')).results.at(-1).id).toBe(free.id)
    expect((await findPlayers('admin', 'paid=true')).results.map((row: Body) => row.id)).toEqual([
      paid.id,
    ])
    const rest = await findPlayers('admin', 'paid=false')
    expect(rest.count).toBeGreaterThan(playerCount)
    expect(rest.results.some((row: Body) => row.paid)).toBe(false)
    expect(
      (await findPlayers('anonymous', 'freeAgent=false')).results.map((row: Body) => row.id),
    ).toEqual([paid.id])
    expect((await findPlayers('admin', `team=${beesTeam}&paid=true&search=pay`)).count).toBe(1)
    expect((await findPlayers('admin', `team=${beesTeam}&paid=false`)).count).toBe(0)
  })

  test('in the requested order, on pages without duplicates', async () => {
    const prices = (rows: Body[]) => rows.map((row) => row.price)
    const { results } = await findPlayers('admin', 'ordering=-price')
    expect(prices(results).slice(0, 3)).toEqual([playerCount, playerCount - 1, playerCount - 2])
    const names = (await findPlayers('anonymous', 'ordering=name')).results.map(
      (row: Body) => row.name,
    )
    expect(names.slice(0, 4)).toEqual(['100%_Zoë', 'Guest', 'Payer', 'Player 1'])
    expect((await findPlayers('official', 'ordering=team')).results[0].name).toBe('Payer')
    const seen: number[] = []
    let next: string | null =
      `${t}/player/?tournamentId=${tournament}&rowsPerPage=300&ordering=checkInTime`
    while (next) {
      const { body } = await expectOk(fixture.call('official', 'GET', next))
      seen.push(...body.results.map((row: Body) => row.id))
      next = body.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([playerCount + 3, playerCount + 3])
  })
})

test.each<[Caller, string, number]>([
  ['anonymous', 'checkedIn=true', 403],
  ['player', 'ordering=-checkInTime', 403],
  ['otherAdmin', 'checkedIn=false', 403],
  ['official', 'paid=true', 403],
  ['official', 'ordering=price', 403],
  ['official', 'ordering=registrationTime', 403],
  ['admin', 'ordering=email', 400],
])('R-PE-1: %s asking for %s is answered %i', async (who, query, status) => {
  const url = `${t}/player/?tournamentId=${tournament}&${query}`
  expect((await fixture.call(who, 'GET', url)).status).toBe(status)
})

describe('players.csv', () => {
  const cells = (line: string) =>
    line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)!.map((cell) => cell.replace(/,$/, ''))

  test('R-PE-5: has all players with all answers, and no cell is a formula', async () => {
    const own = await openTournament(fixture, { name: 'Überfest 2' })
    const ask = (fieldDescription: string) =>
      organise(fixture, 'POST', 'player-info-field/', {
        tournament: own,
        fieldDescription,
        fieldType: 'text',
      })
    const [first, second, removed] = [await ask('=Shirt?'), await ask('Diet?'), await ask('Gone?')]
    await organise(fixture, 'PUT', `tournament/${own}/question-order/`, {
      order: [second.id, first.id, removed.id],
    })
    const { id: team } = await organise(fixture, 'POST', 'team/', {
      tournament: own,
      name: '@Team',
    })
    const price = '12.50'
    await organise(fixture, 'POST', 'player/', {
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
    await organise(fixture, 'DELETE', `player-info-field/${removed.id}/`)
    const url = `${t}/tournament/${own}/players.csv`
    const { status, headers, text } = await fixture.call('admin', 'GET', url)
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
      'Gone? (removed)',
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
      'Paid or waived': '12.50',
      'Payment options': '1 × Entry (12.50)',
      'Diet?': 'None',
      [`"'=Shirt?"`]: `"'\tXL"`,
      'Gone? (removed)': 'kept',
    })
  })

  test('names choices by their current labels, and a part of the price that is paid', async () => {
    const own = await openTournament(fixture, { name: 'Choices' })
    const ask = (fieldType: string) =>
      organise(fixture, 'POST', 'player-info-field/', {
        tournament: own,
        fieldDescription: fieldType,
        fieldType,
        choices: [{ label: 'S' }, { label: 'L' }],
      })
    const [one, some] = [await ask('single_choice'), await ask('multi_choice')]
    const { id: player } = await organise(fixture, 'POST', 'player/', {
      tournament: own,
      name: 'Di',
      price: 1250,
      [one.fieldName]: 'L',
      [some.fieldName]: ['S', 'L'],
    })
    await organise(fixture, 'POST', 'ledger/', { player, kind: 'cash', cents: 505 })
    const choices = [
      { value: 'S', label: 'Small' },
      { value: 'L', label: 'Large' },
    ]
    for (const { id } of [one, some])
      await organise(fixture, 'PATCH', `player-info-field/${id}/`, { choices })
    const { text } = await fixture.call('admin', 'GET', `${t}/tournament/${own}/players.csv`)
    const [head = '', line = ''] = text.slice(1).split('\r\n')
    expect(cells(head).filter(Boolean).slice(-2)).toEqual(['single_choice', 'multi_choice'])
    expect(cells(line).filter(Boolean).slice(-2)).toEqual(['Large', '"Small; Large"'])
    expect(line).toContain(',12.50,no,5.05,')
  })

  test('of a thousand players has each once', async () => {
    const { text } = await fixture.call('admin', 'GET', `${t}/tournament/${tournament}/players.csv`)
    const ids = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0])
    const { count } = await findPlayers('admin', '')
    expect([ids.length, new Set(ids).size]).toEqual([count, count])
  })
})

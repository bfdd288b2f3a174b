import { withoutMessages } from '../support/without-messages.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, SampleTournament, TwoScenes, Caller } from '../support/two-scenes.ts'

let fixture: TwoScenes
let sample: SampleTournament
const t = '/api/tournament'

beforeAll(async () => {
  fixture = await startTwoScenes()
  sample = await newSampleTournament(fixture)
})
afterAll(() => fixture?.app.stop())

const get = async (who: Caller, url: string): Promise<Body> =>
  (await expectOk(fixture.call(who, 'GET', url))).body
const send = async (method: string, url: string, body: unknown = {}, key = randomUUID()) =>
  (
    await expectOk(
      fixture.call('admin', method, url, { body, headers: { 'idempotency-key': key } }),
    )
  ).body
const attempt = (who: Caller, method: string, url: string, body: unknown = {}) =>
  fixture.call(who, method, url, { body })
const newPlayer = (more: object): Promise<Body> =>
  send('POST', `${t}/player/`, { tournament: sample.tournament, name: 'Dee', ...more })
/** Links the player to an account, which only the operator's key may do. */
const newPlayerOf = async (user: number, more: object): Promise<Body> => {
  const body = { tournament: sample.tournament, user, ...more }
  return (await expectOk(fixture.call('key', 'POST', `${t}/player/`, { body }))).body
}
const storedPersonalData = async (): Promise<string> => {
  const { rows } = await fixture.app.store.pool.query<{ all: string }>(
    `select coalesce(string_agg(p::text, ''), '') || (select coalesce(string_agg(a::text, ''), '')
     from kept.idempotency_key a) as all from kept.player p`,
  )
  return rows[0]?.all ?? ''
}

describe('P19, R-PE-1: the visibility of a player', () => {
  let player: Body
  beforeAll(async () => {
    const question = await send('POST', `${t}/player-info-field/`, {
      tournament: sample.tournament,
      fieldDescription: 'Shirt?',
      fieldType: 'text',
      isRequired: false,
      choices: [],
    })
    player = await newPlayer({
      name: 'Dee',
      pronouns: 'they',
      scene: ' PHL ',
      tidbit: 'Juggles',
      email: 'dee@example.org',
      price: 1250,
      team: sample.teams[0],
      selectedPaymentOptions: [{ paymentOption: { name: 'Shirt', price: '12.50' } }],
      [question.fieldName]: 'XL',
    })
  })

  const forAll = ['id', 'image', 'name', 'pronouns', 'scene', 'team', 'tidbit', 'tournament']
  test.each<[Caller, string[]]>([
    ['anonymous', []],
    ['player', []],
    ['otherAdmin', []],
    ['official', ['checkInTime', 'doNotDisplay']],
  ])('%s sees the public fields, and nothing private', async (who, more) => {
    const one = await get(who, `${t}/player/${player.id}/`)
    expect(Object.keys(one).toSorted()).toEqual([...forAll, ...more].toSorted())
    expect(one).toMatchObject({ name: 'Dee', team: sample.teams[0], scene: 'PHL' })
    const { results } = await get(who, `${t}/player/?tournamentId=${sample.tournament}`)
    expect(results.find((row: Body) => row.id === player.id)).toEqual(one)
  })

  test('an admin of the scene sees all fields', async () => {
    expect(await get('admin', `${t}/player/${player.id}/`)).toEqual(player)
    expect(player).toMatchObject({ question1: 'XL', answers: { question1: 'XL' } })
    expect(player).toMatchObject({ email: 'dee@example.org', price: 1250, paid: false, user: null })
    expect(player.selectedPaymentOptions).toEqual([
      { paymentOption: { name: 'Shirt', price: '12.50' }, quantity: 1, customPrice: null },
    ])
  })

  test('a player sees all of their own fields, and only public ones of others', async () => {
    const { id: user } = await get('player', '/api/user/me/')
    const own = await newPlayerOf(user, { name: 'Own', email: 'own@example.org' })
    expect(await get('player', `${t}/player/${own.id}/`)).toEqual(own)
    expect(await get('player', `${t}/player/${player.id}/`)).not.toHaveProperty('email')
    const again = await attempt('key', 'POST', `${t}/player/`, {
      tournament: sample.tournament,
      name: 'Twice',
      user,
    })
    expect([again.status, again.body]).toEqual([
      400,
      { user: ['Already registered for this tournament'] },
    ])
  })

  test('a player who must not be displayed is invisible to the public', async () => {
    const hidden = await newPlayer({ name: 'Hidden', doNotDisplay: true, team: sample.teams[0] })
    const url = `${t}/player/${hidden.id}/`
    const isListedFor = async (who: Caller) => {
      const list = await get(who, `${t}/player/?teamId=${sample.teams[0]}`)
      const { players } = await get(who, `${t}/team/${sample.teams[0]}/`)
      expect(list.count).toBe(list.results.length)
      return [list.results, players].map((all: Body[]) => all.some((row) => row.id === hidden.id))
    }
    for (const who of ['anonymous', 'player', 'otherAdmin'] as const) {
      expect((await attempt(who, 'GET', url)).status).toBe(404)
      expect(await isListedFor(who)).toEqual([false, false])
    }
    for (const who of ['official', 'admin', 'key'] as const) {
      expect((await get(who, url)).name).toBe('Hidden')
      expect(await isListedFor(who)).toEqual([true, true])
    }
  })
})

describe('check-in', () => {
  test('is set once by an official, with the server’s time, and can be reset', async () => {
    const { id } = await newPlayer({ name: 'Early' })
    const url = `${t}/player/${id}/`
    const checkIn = async (checkInTime: string | null) =>
      (await expectOk(attempt('official', 'PATCH', url, { checkInTime }))).body.checkInTime
    const first = await checkIn('2001-01-01T00:00:00Z')
    expect(Math.abs(Date.parse(first) - Date.now())).toBeLessThan(60_000)
    expect(await checkIn('now')).toBe(first)
    expect(await checkIn(null)).toBeNull()
  })

  test('P18: is the only field of a player that an official can change', async () => {
    const { id } = await newPlayer({ name: 'Fixed' })
    const bodies = [{ name: 'X' }, { paid: true }, { team: null }, { checkInTime: 'now', price: 1 }]
    for (const body of bodies) {
      const { status } = await attempt('official', 'PATCH', `${t}/player/${id}/`, body)
      expect([body, status]).toEqual([body, 403])
    }
    expect((await get('official', `${t}/player/${id}/`)).checkInTime).toBeNull()
  })
})

describe('a player’s team', () => {
  test('is changed in the log, and cleared when the team is removed', async () => {
    const { id: team } = await send('POST', `${t}/team/`, {
      tournament: sample.tournament,
      name: 'Brief',
    })
    const { id } = await newPlayer({ name: 'Mover' })
    const url = `${t}/player/${id}/`
    expect((await send('PATCH', url, { team, paid: true })).team).toBe(team)
    expect((await get('anonymous', `${t}/team/${team}/`)).players).toEqual([{ id, name: 'Mover' }])
    await send('DELETE', `${t}/team/${team}/`)
    expect(await get('admin', url)).toMatchObject({ team: null, paid: true })
    const strange = await attempt('admin', 'PATCH', url, { team: 4_000_000, name: 'Lost' })
    expect([strange.status, strange.body.code]).toEqual([404, 'NO_SUCH_TEAM'])
    expect((await get('admin', url)).name).toBe('Mover')
  })

  test('P2: is set once by five concurrent requests with one key', async () => {
    const key = randomUUID()
    const body = { tournament: sample.tournament, name: 'Once', team: sample.teams[1] }
    const all = await Promise.all(
      [1, 2, 3, 4, 5].map(() => send('POST', `${t}/player/`, body, key)),
    )
    expect(all).toEqual(all.map(() => all[0]))
    const { results } = await get('admin', `${t}/player/?team_id=${sample.teams[1]}`)
    expect(results.map((row: Body) => row.name)).toEqual(['Once'])
  })

  test('P2: is completed by a repeated request after a crash between the log and the row', async () => {
    const key = randomUUID()
    const body = { tournament: sample.tournament, name: 'Resumed', team: sample.teams[2] }
    const { id } = await send('POST', `${t}/player/`, body, key)
    const { pool } = fixture.app.store
    await pool.query(
      `update kept.idempotency_key set status = 0, body = jsonb_build_object('made', $1::int)
       where body -> 'body' ->> 'id' = $2 and body -> 'body' ->> 'name' = 'Resumed'`,
      [id, `${id}`],
    )
    await pool.query('delete from kept.player where id = $1', [id])
    const tail = await fixture.app.log.tail()
    expect(await get('anonymous', `${t}/player/?teamId=${sample.teams[2]}`)).toMatchObject({
      count: 0,
    })
    expect(await send('POST', `${t}/player/`, body, key)).toMatchObject({
      id,
      team: sample.teams[2],
    })
    expect(await fixture.app.log.tail()).toBe(tail)
  })
})

describe('removing a player', () => {
  test('P20: leaves no personal data, not even in stored responses', async () => {
    const { id } = await newPlayer({
      name: 'Quincunx',
      email: 'quincunx@example.org',
      team: sample.teams[3],
    })
    await send('PATCH', `${t}/player/${id}/`, { tidbit: 'Quincunx indeed' })
    expect(await storedPersonalData()).toContain('uincunx')
    const key = randomUUID()
    const remove = () =>
      fixture.call('admin', 'DELETE', `${t}/player/${id}/`, { headers: { 'idempotency-key': key } })
    expect((await remove()).status).toBe(204)
    expect(await storedPersonalData()).not.toContain('uincunx')
    expect((await attempt('admin', 'GET', `${t}/player/${id}/`)).status).toBe(404)
    expect((await get('anonymous', `${t}/team/${sample.teams[3]}/`)).players).toEqual([])
    // A repeated request gets the same response (P2); a new one is not found.
    expect((await remove()).status).toBe(204)
    expect((await attempt('admin', 'DELETE', `${t}/player/${id}/`)).status).toBe(404)
  })

  test('P20: happens with the erasure of the person', async () => {
    const [id = 0] = await fixture.app.store.nextIds('person', 1)
    const { db } = fixture.app.store
    await db.insertInto('kept.person').values({ id, name: 'Gone' }).execute()
    const player = await newPlayerOf(id, { name: 'Vanishing' })
    expect(await storedPersonalData()).toContain('Vanishing')
    await db.deleteFrom('kept.person').where('id', '=', id).execute()
    expect(await storedPersonalData()).not.toContain('Vanishing')
    expect((await attempt('admin', 'GET', `${t}/player/${player.id}/`)).status).toBe(404)
  })
})

describe('validation of a player', () => {
  test.each<[string, object, object]>([
    ['no name', { name: ' ' }, { name: ['Player name is required'] }],
    ['a long name', { name: 'x'.repeat(101) }, { name: ['Too long'] }],
    ['a wrong image', { image: 'data:x' }, { image: ['Must be a valid data URI'] }],
    ['a wrong address', { image: 'ftp://x' }, { image: ['Must be a valid URL'] }],
    [
      'an answer to nothing',
      { question999: 'x' },
      { question999: ['There is no question with this name'] },
    ],
  ])('%s is refused with an error at the field', async (_, body, problem) => {
    const { players } = sample
    const reply = await attempt('admin', 'PATCH', `${t}/player/${players[0]}/`, body)
    expect(withoutMessages([reply.status, reply.body])).toEqual([400, problem])
  })
})

describe('P18: an admin cannot link a player to an account', () => {
  test('with any id; people link themselves by registering, and an admin may only remove the link', async () => {
    const { id: user } = await get('official', '/api/user/me/')
    const theirs = {
      user: ['Only the player can link their account, by registering while signed in'],
    }
    const url = `${t}/player/`
    for (const id of [user, 999_999]) {
      const body = { tournament: sample.tournament, name: 'Linked', user: id }
      const made = await attempt('admin', 'POST', url, body)
      expect([made.status, made.body]).toEqual([400, theirs])
      const changed = await attempt('admin', 'PATCH', `${url}${sample.players[0]}/`, { user: id })
      expect([changed.status, changed.body]).toEqual([400, theirs])
    }
    const own = await newPlayerOf(user, { name: 'Own' })
    const same = { user, name: 'Same' }
    expect((await send('PATCH', `${url}${own.id}/`, same)).user).toBe(user)
    expect((await send('PATCH', `${url}${own.id}/`, { user: null })).user).toBe(null)
    expect((await attempt('admin', 'PATCH', `${url}${own.id}/`, same)).status).toBe(400)
  })
})

test('a team’s image survives a removal and its undo', async () => {
  const { tournament } = sample
  const image = 'https://example.org/bees.png'
  const team = await send('POST', `${t}/team/`, { tournament, name: 'Looks', image })
  expect(team).toMatchObject({ image, players: [] })
  const wrong = await attempt('admin', 'PATCH', `${t}/team/${team.id}/`, { image: 'bees' })
  expect(withoutMessages([wrong.status, wrong.body])).toEqual([
    400,
    { image: ['Must be a valid URL'] },
  ])
  const { headers } = await expectOk(fixture.call('admin', 'DELETE', `${t}/team/${team.id}/`))
  const version = Number(headers['x-version'])
  await send('PUT', `${t}/tournament/${tournament}/undo/`, { version })
  expect(await get('anonymous', `${t}/team/${team.id}/`)).toEqual(team)
  expect((await send('PATCH', `${t}/team/${team.id}/`, { image: null })).image).toBeNull()
})

describe('a list of teams and players', () => {
  const list = (count: number, each: number) =>
    Array.from({ length: count }, (_, team) => ({
      name: `Team ${team}`,
      players: Array.from({ length: each }, (__, player) => ({ name: `P ${team}-${player}` })),
    }))
  /** teams with their players, in the order of the ids */
  const rosters = async (tournament: number) => {
    const { rows } = await fixture.app.store.pool.query<{ team: string; players: string[] }>(
      `select t.name as team, array_agg(p.name order by p.id) as players from kept.player p
       join view.member m on m.player = p.id join view.team t on t.id = m.team
       where p.tournament = $1 group by t.id, t.name order by t.id`,
      [tournament],
    )
    return rows.map(({ team, players }) => ({
      name: team,
      players: players.map((name) => ({ name })),
    }))
  }

  test('P2, P4: of 64 teams and 320 players is one commit, also after repeated requests', async () => {
    const { tournament } = await newSampleTournament(fixture)
    const [there, tail] = [await rosters(tournament), await fixture.app.log.tail()]
    const [key, url] = [randomUUID(), `${t}/tournament/${tournament}/roster/`]
    const body = { teams: list(64, 5) }
    const [answer, ...others] = await Promise.all([1, 2, 3].map(() => send('POST', url, body, key)))
    others.push(await send('POST', url, body, key))
    for (const other of others) expect(other).toEqual(answer)
    expect([answer?.teams.length, answer?.players.length]).toEqual([64, 320])
    expect(await fixture.app.log.tail()).toBe(tail + 1)
    expect(await rosters(tournament)).toEqual([...there, ...body.teams])
  })

  test('sent by two admins at once is stored once, and the other one is told who is there already', async () => {
    const { tournament, teams } = await newSampleTournament(fixture)
    const [team = 0] = teams
    const url = `${t}/tournament/${tournament}/roster/`
    const names = ['Zoë', 'Øyvind', 'Cy']
    const list = (change: (name: string) => string) => {
      const players = names.map((name) => ({ name: change(name) }))
      return { teams: [{ team, name: 'as it was', players }] }
    }
    const both = [list((name) => name), list((name) => name.toUpperCase())]
    const answers = await Promise.all(both.map((body) => attempt('admin', 'POST', url, body)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const refusal = answers.find(({ status }) => status === 409)!.body
    expect(refusal).toMatchObject({
      code: 'PLAYER_THERE',
      detail: expect.stringMatching(/^zoë is already in A/i) as string,
    })
    const there = async () => (await rosters(tournament)).find(({ name }) => name === 'A')?.players
    expect(await there()).toHaveLength(3)
    // A player of the same name in another team is a different person.
    const elsewhere = { teams: [{ team: teams[1], name: 'as it was', players: [{ name: 'Cy' }] }] }
    expect((await attempt('admin', 'POST', url, elsewhere)).status).toBe(201)
  })

  test('with errors is refused with their positions, and nothing of it is stored', async () => {
    const { tournament } = await newSampleTournament(fixture)
    const before = [await fixture.app.log.tail(), (await storedPersonalData()).length]
    const url = `${t}/tournament/${tournament}/roster/`
    const [one, two] = list(2, 2)
    const players = [{ name: 'Ada' }, { name: '', email: 'ada' }]
    const wrong = await attempt('admin', 'POST', url, { teams: [one, { ...two, players }] })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      {
        teams: [
          '1.players.1.name: Player name is required',
          expect.stringContaining('1.players.1.email: '),
        ],
      },
    ])
    const twice = await attempt('admin', 'POST', url, { teams: [one, two, one] })
    expect([twice.status, twice.body.code]).toEqual([409, 'TEAM_NAME_TWICE'])
    expect((await attempt('official', 'POST', url, { teams: [one] })).status).toBe(403)
    expect([await fixture.app.log.tail(), (await storedPersonalData()).length]).toEqual(before)
  })
})

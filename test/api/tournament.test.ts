import { withoutMessages } from '../support/without-messages.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import { newPrepared } from './prepared-rows.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'

// The fields of a tournament can be read and changed; a deleted one leaves nothing behind.
let fixture: TwoScenes
const t = '/api/tournament'
const url = (tournament: number) => `${t}/tournament/${tournament}/`

beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

const call = (method: string, path: string, body?: unknown) =>
  fixture.call('admin', method, path, body === undefined ? {} : { body })
const create = (more: object) =>
  call('POST', `${t}/tournament/`, { scene: fixture.scene, date: '2026-03-01', ...more })
const newTournament = async (name: string) => (await expectOk(create({ name }))).body.id as number
const read = (tournament: number) => fixture.call('anonymous', 'GET', url(tournament))
const banner = 'https://example.org/banner.png'

const fields: [field: string, value: unknown][] = [
  ['name', 'Spring Cup'],
  ['date', '2026-05-02'],
  ['description', 'Doors at **six**'],
  ['isActive', false],
  ['linkType', 'manual'],
  ['allowRegistration', true],
  ['registrationCloseDate', '2026-04-30'],
  ['registrationCloseDate', null],
  ['registrationBanner', banner],
  ['registrationBanner', 'https://example.org/b.png'],
  ['registrationBanner', null],
  ['registrationMessage', 'Bring *friends*'],
  ['tidbitPrompt', 'Favourite map?'],
  ['paymentMessage', 'Or pay at the door'],
  ['requirePlayerPhoto', true],
]

test('every field can be changed separately and read by everyone', async () => {
  const tournament = await newTournament('Fields')
  let { body: expected } = await read(tournament)
  for (const [field, value] of fields) {
    const { status, body } = await call('PATCH', url(tournament), { [field]: value })
    const { version, detailsVersion } = body
    const isDetail = ['name', 'date'].includes(field)
    expect([field, detailsVersion]).toEqual([field, isDetail ? version : expected.detailsVersion])
    expected = { ...expected, [field]: value, version, detailsVersion }
    expect([field, status, body]).toEqual([field, 200, expected])
    expect((await read(tournament)).body).toEqual(expected)
  }
  const { cabinet: north } = fixture
  const { body } = await call('PUT', url(tournament), { ...expected, assignedCabinets: [north] })
  expect(body).toEqual({ ...expected, assignedCabinets: [north], version: body.version })
})

test('the response has the scene, teams and stages', async () => {
  const { tournament, teams, bracket } = await newSampleTournament(fixture)
  const { body } = await read(tournament)
  expect(body).toMatchObject({
    scene: { id: fixture.scene, name: 'here', displayName: 'Here' },
    sceneName: 'here',
    stripeConfigured: false,
    brackets: [{ id: bracket, name: 'Main' }],
  })
  expect(body.teams.map((team: Body) => team.id)).toEqual(teams)
})

test('payments end with registration, and are shown as accepted only if they are possible', async () => {
  const tournament = await newTournament('Payments')
  const { db } = fixture.app.store
  const accepts = async () => {
    const row = db.selectFrom('kept.tournament').select('acceptPayments')
    return (await row.where('id', '=', tournament).executeTakeFirstOrThrow()).acceptPayments
  }
  await expectOk(call('PATCH', url(tournament), { allowRegistration: true }))
  const on = { acceptPayments: true }
  await db.updateTable('kept.tournament').set(on).where('id', '=', tournament).execute()
  // There is no payment account.
  expect((await read(tournament)).body).toMatchObject({
    acceptPayments: false,
    stripeConfigured: false,
  })
  await expectOk(call('PATCH', url(tournament), { registrationMessage: 'Soon' }))
  expect(await accepts()).toBe(true)
  await expectOk(call('PATCH', url(tournament), { allowRegistration: false }))
  expect(await accepts()).toBe(false)
})

test('R-PE-1: only organisers see the total of payments', async () => {
  const tournament = await newTournament('Paid')
  for (const [price, paid] of [
    [2_500, true],
    [1_999, true],
    [700, false],
  ]) {
    await expectOk(call('POST', `${t}/player/`, { tournament, name: 'Ada', price, paid }))
  }
  const summaries = ['anonymous', 'player', 'official', 'otherAdmin', 'admin', 'key'] as const
  const found: Record<string, unknown> = {}
  for (const who of summaries) {
    const { body } = await fixture.call(who, 'GET', url(tournament))
    found[who] = body.summary?.totalPaid ?? null
  }
  const none = { anonymous: null, player: null, official: null, otherAdmin: null }
  expect(found).toEqual({ ...none, admin: 4_499, key: 4_499 })
})

test('wrong fields are refused with these texts', async () => {
  const tournament = await newTournament('Texts')
  const name = ['Tournament name is required']
  const date = ['Tournament date is required']
  const both = await call('POST', `${t}/tournament/`, { scene: fixture.scene })
  expect([both.status, both.body]).toEqual([400, { name, date }])
  const wrong: [method: string, body: object, answer: object][] = [
    ['PUT', {}, { name, date }],
    ['PATCH', { name: '  ' }, { name }],
    ['PATCH', { date: '' }, { date }],
    ['PATCH', { date: 'soon' }, { date }],
    [
      'PATCH',
      { registrationBanner: 'data:text/html,<b>' },
      { registrationBanner: ['Must be a valid data URI'] },
    ],
    [
      'PATCH',
      { registrationBanner: 'javascript:alert(1)' },
      { registrationBanner: ['Must be a valid URL'] },
    ],
    [
      'PATCH',
      { acceptPayments: true, allowRegistration: true },
      { acceptPayments: ['Stripe needs to be configured before payments can be accepted.'] },
    ],
  ]
  const before = (await read(tournament)).body
  for (const [method, body, answer] of wrong) {
    const { status, body: answerBody } = await call(method, url(tournament), body)
    expect(withoutMessages([status, answerBody])).toEqual([400, answer])
  }
  expect((await read(tournament)).body).toEqual(before)
})

test('the slug is unique in its scene and does not change with the name', async () => {
  const { scene, otherScene } = fixture
  const made = await Promise.all(Array.from({ length: 4 }, () => create({ name: 'Weekly!' })))
  const slugs = new Set(made.map(({ body }) => body.slug as string))
  expect(slugs).toEqual(new Set(['weekly', 'weekly-2', 'weekly-3', 'weekly-4']))
  const { body: first } = made.find(({ body }) => body.slug === 'weekly')!
  const renamed = await call('PATCH', url(first.id), { name: 'Monthly' })
  expect(renamed.body).toMatchObject({ name: 'Monthly', slug: 'weekly' })
  expect((await create({ name: 'Weekly' })).body.slug).toBe('weekly-5')
  const away = { scene: otherScene, name: 'Weekly', date: '2026-03-01' }
  const other = await fixture.call('key', 'POST', `${t}/tournament/`, { body: away })
  expect(other.body.slug).toBe('weekly')
  const found = await fixture.call(
    'anonymous',
    'GET',
    `${t}/tournament/?scene=${scene}&slug=weekly`,
  )
  expect(found.body.results.map((one: Body) => one.id)).toEqual([first.id])
})

test('P2: a repeated command creates one tournament with one slug', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const body = { scene: fixture.scene, name: 'Address', date: '2026-03-01' }
  const answers = await Promise.all(
    [1, 2, 3].map(() => fixture.call('admin', 'POST', `${t}/tournament/`, { body, headers })),
  )
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]?.body.slug).toBe('address')
})

/** Tables of the schema `kept` that have rows of a tournament, except the witness. */
async function tablesWithRowsOf(tournament: number): Promise<string[]> {
  const { pool } = fixture.app.store
  const { rows: tables } = await pool.query<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns
     where table_schema = 'kept' and table_name <> 'witness'
       and (column_name = 'tournament' or (table_name = 'tournament' and column_name = 'id'))`,
  )
  const found: string[] = []
  for (const { name, column } of tables) {
    const query = `select 1 from kept.${name} where ${column} = $1`
    const { rowCount } = await pool.query(query, [tournament])
    if (rowCount) found.push(name)
  }
  return found.toSorted()
}

test('P20: a deleted tournament disappears from lists and reads, and its stored rows are removed', async () => {
  const sample = await newSampleTournament(fixture)
  await newPrepared(fixture, sample)
  const { tournament, teams, bracket, match, queue } = sample
  await expectOk(call('POST', `${t}/links/`, { tournament, url: 'https://example.org/' }))
  const player = { tournament, name: 'Ada Lovelace' }
  const headers = { 'idempotency-key': randomUUID() }
  await expectOk(fixture.call('admin', 'POST', `${t}/player/`, { body: player, headers }))
  const expectedTables = ['link', 'payment_option', 'player', 'question', 'tournament']
  expect(await tablesWithRowsOf(tournament)).toEqual(expect.arrayContaining(expectedTables))

  expect((await call('DELETE', url(tournament))).status).toBe(204)
  expect(await tablesWithRowsOf(tournament)).toEqual([])
  const answers = await fixture.app.store.pool.query(
    `select id from kept.idempotency_key where body::text like '%Ada Lovelace%'`,
  )
  expect(answers.rows).toEqual([])
  const list = await fixture.call('anonymous', 'GET', `${t}/tournament/?rowsPerPage=1000`)
  expect(list.body.results.map((one: Body) => one.id)).not.toContain(tournament)
  for (const end of ['', 'standings/', 'available-matches/']) {
    const { status, body } = await fixture.call('anonymous', 'GET', `${url(tournament)}${end}`)
    expect(withoutMessages([end, status, body])).toEqual([
      end,
      404,
      { detail: 'This tournament has been deleted.' },
    ])
  }
  const things = { team: teams[0], bracket, match, queue }
  for (const [noun, id] of Object.entries(things)) {
    const { status } = await fixture.call('anonymous', 'GET', `${t}/${noun}/${id}/`)
    expect([noun, status]).toEqual([noun, 404])
  }
  const changed = await call('PATCH', url(tournament), { description: 'Back?' })
  expect(changed.status).toBe(404)
  expect(await tablesWithRowsOf(tournament)).toEqual([])
})

test('a running tournament is deleted only by force, which frees its cabinet', async () => {
  const sample = await newSampleTournament(fixture)
  const { tournament, match } = sample
  await expectOk(
    call('PUT', `${t}/match/${match}/start/`, { cabinet: fixture.cabinet, force: true }),
  )
  const refused = await call('DELETE', url(tournament))
  expect(withoutMessages([refused.status, refused.body])).toEqual([
    409,
    { detail: 'M1 is being played. Stop it first.', code: 'MATCH_ACTIVE' },
  ])
  expect((await tablesWithRowsOf(tournament)).length).toBeGreaterThan(0)
  expect((await call('DELETE', `${url(tournament)}?force=true`)).status).toBe(204)
  const active = await fixture.call(
    'anonymous',
    'GET',
    `${t}/match/?activeCabinetId=${fixture.cabinet}`,
  )
  expect(active.body.results).toEqual([])
  const next = await newSampleTournament(fixture)
  const started = await call('PUT', `${t}/match/${next.match}/start/`, {
    cabinet: fixture.cabinet,
    force: true,
  })
  expect(started.status).toBe(200)
  await expectOk(call('PUT', `${t}/match/${next.match}/stop/`))
})

test('a PATCH of a match sets both teams with isFlipped, and completes or reopens it', async () => {
  const { tournament, match, teams } = await newSampleTournament(fixture)
  const path = `${t}/match/${match}/`
  const before = (await call('GET', path)).body
  const [blueTeam, goldTeam] = teams.filter(
    (team) => ![before.blueTeam, before.goldTeam].includes(team),
  )
  const others = { blueTeam, goldTeam, isFlipped: false }
  expect((await expectOk(call('PATCH', path, others))).body).toMatchObject(others)
  const incomplete = await call('PATCH', path, { goldTeam: null, isComplete: true })
  expect([incomplete.status, incomplete.body.code]).toEqual([409, 'TEAM_MISSING'])
  await expectOk(call('PUT', `${path}start/`, { cabinet: fixture.cabinet, force: true }))
  const ending = { blueScore: 2, isComplete: true, activeCabinet: null }
  const done = { isComplete: true, blueScore: 2, activeCabinet: null }
  expect((await expectOk(call('PATCH', path, ending))).body).toMatchObject(done)
  expect((await call('GET', path)).body).toMatchObject(done)
  // The same again changes nothing.
  expect((await expectOk(call('PATCH', path, ending))).body).toMatchObject(done)
  const reopened = (await expectOk(call('PATCH', path, { isComplete: false }))).body
  expect(reopened).toMatchObject({ isComplete: false, blueScore: 2 })
  await expectOk(call('DELETE', `${url(tournament)}?force=true`))
})

test('R-QT-1: deleting a tournament ends its queue timer', async () => {
  const { tournament, match, otherMatch, queue } = await newSampleTournament(fixture)
  const { db } = fixture.app.store
  const timers = () =>
    db.selectFrom('view.timer').select('cabinet').where('tournament', '=', tournament).execute()
  await expectOk(call('PUT', `${t}/queue/${queue}/set-queue/`, { matches: [otherMatch] }))
  await expectOk(
    call('PUT', `${t}/match/${match}/start/`, { cabinet: fixture.cabinet, force: true }),
  )
  await expectOk(call('PATCH', `${t}/match/${match}/`, { blueScore: 1 }))
  await expectOk(call('PUT', `${t}/match/${match}/complete/`, { force: true }))
  expect(await timers()).toEqual([{ cabinet: fixture.cabinet }])
  expect((await call('DELETE', url(tournament))).status).toBe(204)
  expect(await timers()).toEqual([])
})

test('P2: a repeated deletion gets the same response, and completes an interrupted one', async () => {
  const { tournament } = await newSampleTournament(fixture)
  const headers = { 'idempotency-key': randomUUID() }
  const { pool } = fixture.app.store
  await pool.query('alter table kept.link_token rename to link_token_away')
  const first = await fixture.call('admin', 'DELETE', url(tournament), { headers })
  await pool.query('alter table kept.link_token_away rename to link_token')
  expect(first.status).toBe(500)
  expect((await read(tournament)).status).toBe(404)
  expect((await tablesWithRowsOf(tournament)).length).toBeGreaterThan(0)
  for (const _ of [1, 2]) {
    const { status } = await fixture.call('admin', 'DELETE', url(tournament), { headers })
    expect(status).toBe(204)
  }
  expect(await tablesWithRowsOf(tournament)).toEqual([])
})

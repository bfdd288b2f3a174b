// Attendance, calls for officials and warnings, from phones, cabinets and paired tablets.
import { withoutMessages } from '../support/without-messages.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { random } from '#events/simulation/random.ts'
import { newSampleTournament, expectOk, person, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, SampleTournament, TwoScenes } from '../support/two-scenes.ts'
import { openTablet } from '../support/tablet-client.ts'

let fixture: TwoScenes
let sample: SampleTournament
let cabinetCode: string
const t = '/api/tournament'

beforeAll(async () => {
  fixture = await startTwoScenes({ secret: 'a secret of this test' })
  const code = `/api/game/cabinet/${fixture.cabinet}/code/`
  cabinetCode = (await expectOk(fixture.call('admin', 'POST', code))).body.code
})
afterAll(() => fixture?.app.stop())
beforeEach(async () => {
  sample = await newSampleTournament(fixture)
  await fixture.app.store.pool.query('delete from kept.attempt')
})

type Answer = { status: number; body: Body }
async function send(
  method: string,
  url: string,
  { body, as }: { body?: object; as?: Record<string, string> } = {},
): Promise<Answer> {
  const payload = body === undefined ? {} : { payload: body }
  const headers = as ?? {}
  const answer = await fixture.app.web.inject({ method: method as 'GET', url, headers, ...payload })
  return { status: answer.statusCode, body: answer.body ? answer.json() : null }
}
const put = (url: string, body: object, as?: Record<string, string>) =>
  send('PUT', `${t}/${url}/`, { body, ...(as && { as }) })
const state = () => fixture.app.desk.state(sample.tournament)
const teamCode = async (team = sample.teams[0]) =>
  (await expectOk(fixture.call('official', 'GET', `${t}/team/${team}/code/`))).body.code as string
const calls = async (who: 'official' | 'anonymous' = 'official') =>
  (await fixture.call(who, 'GET', `${t}/tournament/${sample.tournament}/official-call/`)).body
const calledState = async (as = {}) =>
  (await send('GET', `${t}/call-official/${cabinetCode}/`, { as })).body

async function tablet(name: string): Promise<Record<string, string>> {
  const devices = `${t}/scene/${fixture.scene}/device/`
  const request = { body: { name, cabinet: fixture.cabinet } }
  const { code } = (await expectOk(fixture.call('official', 'POST', devices, request))).body
  const url = '/api/user/pair/'
  const paired = await fixture.app.web.inject({ method: 'POST', url, payload: { code } })
  return { cookie: `waggle=${paired.cookies.find(({ name }) => name === 'waggle')!.value}` }
}

test('R-CO-1: a new code of a team makes the old one invalid', async () => {
  const [team, other] = sample.teams
  const [old, others] = [await teamCode(), await teamCode(other)]
  const renew = () => fixture.call('official', 'POST', `${t}/team/${team}/code/`, { body: {} })
  const { code } = (await expectOk(renew())).body
  expect([await teamCode(), await teamCode(other)]).toEqual([code, others])
  expect((await put(`team/${team}/report`, { missing: 1, code: old })).status).toBe(403)
  expect((await put(`team/${team}/report`, { missing: 1, code })).status).toBe(200)
  const { code: third } = (await expectOk(renew())).body
  expect(new Set([old, code, third]).size).toBe(3)
})

test('R-CO-1 R-PE-7: codes of a team and of a door end with their tournament', async () => {
  const [team] = sample.teams
  const code = await teamCode()
  const tournament = `${t}/tournament/${sample.tournament}`
  const door = { body: { isOpen: true } }
  const { code: doorCode } = (
    await expectOk(fixture.call('admin', 'PUT', `${tournament}/door/`, door))
  ).body
  await expectOk(fixture.call('admin', 'PATCH', `${tournament}/`, { body: { isActive: false } }))
  const person = { code: doorCode, name: 'Late', level: 1, isQueen: false }
  const over = {
    status: 409,
    body: { code: 'TOURNAMENT_OVER', detail: 'This tournament is over.' },
  }
  expect(withoutMessages(await put(`team/${team}/report`, { missing: 2, code }))).toEqual(over)
  expect(withoutMessages(await put(`team/${team}/call-official`, { code }))).toEqual(over)
  expect(withoutMessages(await send('POST', `${t}/door/`, { body: person }))).toEqual(over)
  expect(withoutMessages(await send('GET', `${t}/door/${doorCode}/`))).toEqual(over)
  // A wrong code learns nothing about the tournament.
  expect((await put(`team/${team}/report`, { missing: 2, code: 'x'.repeat(16) })).status).toBe(403)
  await expectOk(fixture.call('admin', 'PATCH', `${tournament}/`, { body: { isActive: true } }))
  expect((await put(`team/${team}/report`, { missing: 2, code })).status).toBe(200)
})

test('R-CO-1: a team reports its attendance by code; its players and officials need none', async () => {
  const [team, other] = sample.teams
  const code = await teamCode()
  expect(code).toMatch(/^[\w-]{16}$/)
  expect(await teamCode(other)).not.toBe(code)
  const missing = async () => (await state()).attendances[team!]?.missing
  expect((await put(`team/${team}/report`, { missing: 2, code })).status).toBe(200)
  expect(await missing()).toBe(2)
  expect((await put(`team/${other}/report`, { missing: 0, code })).status).toBe(403)
  expect((await put(`team/${team}/report`, { missing: 0 })).status).toBe(403)

  const player = await person(fixture.app, { name: 'CANARY-PLAYER' })
  const { body: me } = await send('GET', '/api/user/me/', { as: player })
  const { db } = fixture.app.store
  const own = db.updateTable('kept.player').set({ user: me.id })
  await own.where('id', '=', sample.players[0]!).execute()
  expect((await put(`team/${team}/report`, { missing: 0 }, player)).status).toBe(403)
  const moved = { body: { team } }
  await expectOk(fixture.call('key', 'PATCH', `${t}/player/${sample.players[0]}/`, moved))
  expect((await put(`team/${team}/report`, { missing: 0 }, player)).status).toBe(200)
  expect(await missing()).toBe(0)
  expect((await calledState(player)).team).toEqual({ id: team, name: 'A', missing: 0 })

  await expectOk(
    fixture.call('official', 'PUT', `${t}/team/${team}/attendance/`, { body: { missing: 3 } }),
  )
  const { version } = await state()
  const undo = { body: { version } }
  await expectOk(
    fixture.call('official', 'PUT', `${t}/tournament/${sample.tournament}/undo/`, undo),
  )
  expect(await missing()).toBe(0)
})

test('R-CO-2: a call is shown on every connected screen, and taken by one tablet', async () => {
  const [north, south] = [await tablet('North tablet'), await tablet('South tablet')]
  const screens = [1, 2].map((seed) =>
    openTablet({
      at: fixture.app.url,
      key: fixture.app.adminKey,
      tournament: sample.tournament,
      chance: random(`screen ${seed}`),
    }),
  )
  const shown = () => screens.map((one) => Object.values(one.shown().live.rows.officialCall).length)
  await expect
    .poll(() => screens.map((one) => one.shown().connection.health))
    .toEqual(['live', 'live'])
  expect((await put('call-official', { code: cabinetCode })).status).toBe(200)
  await expect.poll(shown).toEqual([1, 1])
  for (const one of screens) one.close()

  expect(await calledState()).toEqual({
    isPlayed: true,
    calls: [{ at: expect.any(String), takenAt: null, takenOn: null }],
    team: null,
  })
  const [{ num }] = await calls()
  const take = (as: Record<string, string>) =>
    put(`tournament/${sample.tournament}/take-call`, { num }, as)
  expect((await take(south)).status).toBe(200)
  expect((await take(north)).body).toMatchObject({ code: 'CALL_IS_TAKEN' })
  expect(await calls()).toMatchObject([{ num, cabinet: fixture.cabinet, takenBy: 'South tablet' }])
  expect((await calledState()).calls).toMatchObject([{ takenOn: 'South tablet' }])
  expect((await put(`tournament/${sample.tournament}/end-call`, { num }, south)).status).toBe(200)
  expect((await calledState()).calls).toEqual([])
})
test('P19: only officials see who took a call, and no name is in the log or a frame', async () => {
  const official = await person(fixture.app, {
    scene: fixture.scene,
    role: 'tournament',
    name: 'CANARY-OFFICIAL',
  })
  const code = await teamCode()
  expect((await put(`team/${sample.teams[0]}/call-official`, { code })).status).toBe(200)
  const [{ num }] = await calls()
  expect((await put(`tournament/${sample.tournament}/take-call`, { num }, official)).status).toBe(
    200,
  )
  expect(await calls()).toMatchObject([{ team: sample.teams[0], takenBy: 'CANARY-OFFICIAL' }])
  expect(
    (await fixture.call('anonymous', 'GET', `${t}/tournament/${sample.tournament}/official-call/`))
      .status,
  ).toBe(401)
  const { rows } = await fixture.app.store.pool.query(
    `select (select string_agg(c::text, '') from view.official_call c) ||
            (select string_agg(w::text, '') from kept.witness w where tournament = $1) as all`,
    [sample.tournament],
  )
  expect(rows[0].all).toContain('OfficialCallTaken')
  expect(rows[0].all).not.toContain('CANARY')
  expect(JSON.stringify(await state())).not.toContain(code)
})

test('P15: calls are rate-limited; a cabinet without an active tournament calls nobody', async () => {
  const call = () => put('call-official', { code: cabinetCode })
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push((await call()).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(await calls()).toHaveLength(1)
  expect((await put('call-official', { code: 'guessed' })).status).toBe(404)
  await fixture.app.store.pool.query('delete from kept.attempt')
  const { db } = fixture.app.store
  for (const { id } of await db.selectFrom('view.tournament').select('id').execute()) {
    const over = { body: { isActive: false } }
    await expectOk(fixture.call('key', 'PATCH', `${t}/tournament/${id}/`, over))
  }
  expect((await call()).body).toMatchObject({ code: 'NOTHING_PLAYED_HERE' })
  expect(await calledState()).toEqual({ isPlayed: false, calls: [], team: null })
})

test('R-CO-3: only officials see a warning, with the name of the player, and can undo it', async () => {
  const [team] = sample.teams
  const [player] = sample.players
  await expectOk(fixture.call('key', 'PATCH', `${t}/player/${player}/`, { body: { team } }))
  const warn = { body: { player, reason: 'conduct' } }
  await expectOk(fixture.call('official', 'PUT', `${t}/team/${team}/warn/`, warn))
  const list = `${t}/tournament/${sample.tournament}/warning/`
  const { body } = await expectOk(fixture.call('official', 'GET', list))
  expect(body).toMatchObject([{ team, player, reason: 'conduct', name: 'Ann' }])
  for (const who of ['anonymous', 'player', 'otherAdmin'] as const) {
    expect([401, 403]).toContain((await fixture.call(who, 'GET', list)).status)
  }
  const { version } = await state()
  const undo = { body: { version } }
  await expectOk(
    fixture.call('official', 'PUT', `${t}/tournament/${sample.tournament}/undo/`, undo),
  )
  expect((await expectOk(fixture.call('official', 'GET', list))).body).toEqual([])
})

test('R-PE-4: a tablet sets the attendance of teams that play at its cabinet, and of no others', async () => {
  const own = await tablet('North tablet')
  const at = (team: number | undefined) => put(`team/${team}/attendance`, { missing: 1 }, own)
  expect((await at(sample.teams[0])).body).toMatchObject({ code: 'OTHER_CABINET' })
  const queued = { body: { matches: [sample.match] } }
  await expectOk(fixture.call('key', 'PUT', `${t}/queue/${sample.queue}/set-queue/`, queued))
  const { db } = fixture.app.store
  const row = await db
    .selectFrom('view.match')
    .select(['blueTeam', 'goldTeam'])
    .where('id', '=', sample.match)
    .executeTakeFirstOrThrow()
  expect((await at(row.blueTeam!)).status).toBe(200)
  const idle = sample.teams.find((id) => id !== row.blueTeam && id !== row.goldTeam)
  expect((await at(idle)).body).toMatchObject({ code: 'OTHER_CABINET' })
})

import { withoutMessages } from '../support/without-messages.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isAllowedWhenPaired } from '#services/web/access/access.ts'
import { newSampleTournament, expectOk, person, startTwoScenes } from '../support/two-scenes.ts'
import type { SampleTournament, TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
const callOk: TwoScenes['call'] = (...args) => expectOk(fixture.call(...args))
let sample: SampleTournament
let other: number
let devices: string
const t = '/api/tournament'

beforeAll(async () => {
  fixture = await startTwoScenes()
  devices = `${t}/scene/${fixture.scene}/device/`
  const made = { scene: fixture.scene, name: 'second', displayName: 'Second' }
  other = (await callOk('key', 'POST', '/api/game/cabinet/', { body: made })).body.id
})
afterAll(() => fixture?.app.stop())
beforeEach(async () => {
  sample = await newSampleTournament(fixture)
  const body = { assignedCabinets: [fixture.cabinet, other] }
  await callOk('key', 'PATCH', `${t}/tournament/${sample.tournament}/`, { body })
})

type Headers = Record<string, string>
type Device = {
  id: number
  rights: string
  build: string
  isReadOnly: boolean
  isThis: boolean
  lastWriteAt: string | null
}
type Sent = { body?: unknown; as?: Headers }

/** Sends a request as a browser with these cookies. */
async function send(method: string, url: string, { body, as = {} }: Sent = {}) {
  const answer = await fixture.app.web.inject({
    method: method as 'GET',
    url,
    headers: { ...as, 'idempotency-key': randomUUID() },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  const { statusCode: status } = answer
  return { status, body: answer.body ? answer.json() : null, cookies: answer.cookies }
}

async function newCode(cabinet = fixture.cabinet, as = fixture.people.official): Promise<string> {
  const { body } = await send('POST', devices, { body: { name: 'north', cabinet }, as })
  return body.code
}

/** Pairs a tablet with a new code; its headers. */
async function pair(cabinet = fixture.cabinet, as = fixture.people.official): Promise<Headers> {
  const { status, cookies } = await send('POST', '/api/user/pair/', {
    body: { code: await newCode(cabinet, as) },
  })
  expect(status).toBe(200)
  return { cookie: `waggle=${cookies.find(({ name }) => name === 'waggle')!.value}` }
}

const match = (id: number, verb: string) => `${t}/match/${id}/${verb}`

const setReadOnly = (id: number, isReadOnly: boolean) =>
  send('PATCH', `${devices}${id}/`, { body: { isReadOnly }, as: fixture.people.admin })

async function listed(as = fixture.people.admin) {
  const { body } = await send('GET', `${devices}?rowsPerPage=1000`, { as })
  return body.results as Device[]
}

describe('R-PE-4: a paired tablet', () => {
  test('can referee at its cabinet, and the history has its name', async () => {
    const tablet = await pair()
    const start = { body: { cabinet: fixture.cabinet, force: true }, as: tablet }
    expect((await send('PUT', match(sample.match, 'start/'), start)).status).toBe(200)
    const team = (await send('GET', match(sample.match, ''))).body.blueTeam
    const point = { body: { team, by: 1 }, as: { ...tablet, 'x-device': 'liar' } }
    expect((await send('PUT', match(sample.match, 'add-score/'), point)).status).toBe(200)
    const history = `${t}/tournament/${sample.tournament}/history/?order=newest`
    const { body } = await send('GET', history, { as: tablet })
    expect(body.results[0]).toMatchObject({ device: 'north', by: { kind: 'person' } })
    const { version } = body.results[0]
    const undo = `${t}/tournament/${sample.tournament}/undo/`
    expect((await send('PUT', undo, { body: { version }, as: tablet })).status).toBe(200)
  })

  test('is refused at other cabinets, with the reason', async () => {
    const tablet = await pair()
    const there = { cabinet: other, force: true }
    const refused = { status: 403, body: { code: 'OTHER_CABINET' } }
    const start = match(sample.match, 'start/')
    expect(await send('PUT', start, { body: there, as: tablet })).toMatchObject(refused)
    await callOk('official', 'PUT', start, { body: there })
    const complete = match(sample.match, 'complete/')
    expect(await send('PUT', complete, { body: {}, as: tablet })).toMatchObject(refused)
    const { body } = await fixture.call(
      'admin',
      'GET',
      `${t}/tournament/${sample.tournament}/history/?order=newest`,
    )
    const { version } = body.results[0]
    const undo = `${t}/tournament/${sample.tournament}/undo/`
    expect(await send('PUT', undo, { body: { version }, as: tablet })).toMatchObject(refused)
    const answer = await send('PUT', complete, { body: {}, as: tablet })
    expect(answer.body.detail).toBe(
      'north is paired with another cabinet. Use the tablet there, or one that is not paired.',
    )
  })

  test('cannot undo, with its own step, a later step at another cabinet', async () => {
    const tablet = await pair()
    const { tournament, match: own } = await newSampleTournament(fixture)
    const asAdmin = async (method: string, url: string, body: unknown = {}) =>
      (await callOk('admin', method, `${t}${url}`, { body })).body
    const cabinets = { assignedCabinets: [fixture.cabinet, other] }
    await asAdmin('PATCH', `/tournament/${tournament}/`, cabinets)
    await asAdmin('PUT', `/match/${own}/start/`, { cabinet: fixture.cabinet, force: true })
    const { blueTeam: team } = (await send('GET', match(own, ''))).body
    const point = { body: { team, by: 1 }, as: tablet }
    expect((await send('PUT', match(own, 'add-score/'), point)).status).toBe(200)
    const { version } = (await send('GET', `${t}/tournament/${tournament}/`)).body
    await asAdmin('PUT', `/match/${own}/stop/`)
    await asAdmin('PUT', `/match/${own}/start/`, { cabinet: other, force: true })
    await asAdmin('PUT', `/match/${own}/`, { blueScore: 2 })
    await asAdmin('PUT', `/match/${own}/stop/`)

    const refused = { status: 403, body: { code: 'OTHER_CABINET' } }
    const url = `${t}/tournament/${tournament}`
    const all = { version, cascade: true, reason: 'practice' }
    expect(await send('PUT', `${url}/undo/`, { body: all, as: tablet })).toMatchObject(refused)
    expect(await asAdmin('PUT', `/tournament/${tournament}/undo/`, all)).toMatchObject({
      success: true,
    })
  })

  test('can neither undo nor restore a ruling, even one about its own cabinet', async () => {
    const tablet = await pair()
    const { tournament, match: own } = await newSampleTournament(fixture)
    const asAdmin = async (method: string, url: string, body: unknown = {}) =>
      (await callOk('admin', method, `${t}${url}`, { body })).body
    await asAdmin('PUT', `/match/${own}/start/`, { cabinet: fixture.cabinet, force: true })
    const { id } = await asAdmin('POST', '/protest/', { match: own, reason: 'wrong_point' })
    await asAdmin('PUT', `/protest/${id}/rule/`, { ruling: 'replay' })
    const url = `${t}/tournament/${tournament}/`
    const version = async () => (await send('GET', url)).body.version
    const undo = async (as: Headers) =>
      send('PUT', `${url}undo/`, { body: { version: await version() }, as })
    const detail =
      'north is paired with a cabinet and can only referee there. Use a device that is not paired.'
    const refused = { status: 403, body: { code: 'OTHER_CABINET', detail } }
    expect(await undo(tablet)).toMatchObject(refused)
    expect((await undo(fixture.people.official)).status).toBe(200)
    expect(await undo(tablet)).toMatchObject(refused)
  })

  test('is refused for actions that concern no cabinet, with the reason', async () => {
    const tablet = await pair()
    const url = `${t}/tournament/${sample.tournament}/create-queues/`
    expect(await send('PUT', url, { body: {}, as: tablet })).toMatchObject({
      status: 403,
      body: {
        code: 'OTHER_CABINET',
        detail:
          'north is paired with a cabinet and can only referee there. Use a device that is not paired.',
      },
    })
  })

  test('can only start a match that is on no cabinet and in no queue', async () => {
    const tablet = await pair()
    const { body: free } = await send('GET', match(sample.otherMatch, ''))
    expect(free.activeCabinet).toBe(null)
    const asked = [
      ['complete/', {}],
      ['forfeit/', { teams: [free.blueTeam] }],
      ['annotate/', { note: 'Seen from the hall' }],
      ['add-score/', { team: free.blueTeam, by: 1 }],
    ] as const
    for (const [verb, body] of asked) {
      const answer = await send('PUT', match(sample.otherMatch, verb), { body, as: tablet })
      expect([verb, answer.status, answer.body.code]).toEqual([verb, 403, 'OTHER_CABINET'])
    }
    expect((await send('GET', match(sample.otherMatch, ''))).body).toEqual(free)
    const start = { body: { cabinet: fixture.cabinet, force: true }, as: tablet }
    expect((await send('PUT', match(sample.otherMatch, 'start/'), start)).status).toBe(200)
  })

  test('P19: reads only public data, also about the person who paired it', async () => {
    const { body: own } = await send('GET', '/api/user/me/', { as: fixture.people.official })
    const made = {
      tournament: sample.tournament,
      name: 'Owner of the tablet',
      email: 'private@example.org',
      doNotDisplay: true,
      user: own.id,
    }
    const { body: player } = await callOk('key', 'POST', `${t}/player/`, { body: made })
    const url = `${t}/player/${player.id}/`
    const list = `${t}/player/?tournamentId=${sample.tournament}&rowsPerPage=1000`
    const asOfficial = await send('GET', url, { as: fixture.people.official })
    expect(asOfficial.body.email).toBe('private@example.org')
    const tablet = await pair()
    expect((await send('GET', url, { as: tablet })).status).toBe(404)
    const asTablet = await send('GET', list, { as: tablet })
    expect(asTablet.body).toEqual((await send('GET', list)).body)
    expect(JSON.stringify(asTablet.body)).not.toContain('private')
  })

  test('P18: may only do actions on matches, whoever paired it', async () => {
    const tablet = await pair(fixture.cabinet, fixture.people.owner)
    const routes = fixture.app.web.matrix().filter(({ url, method, socket, who }) => {
      const isAsked = url.startsWith('/api/') && !socket && !['HEAD', 'OPTIONS'].includes(method)
      return isAsked && !['everyone', 'cabinet'].includes(who)
    })
    const forbidden = routes.filter(({ action }) => !isAllowedWhenPaired(action))
    expect(forbidden.length).toBeGreaterThan(60)
    const answers: Record<string, unknown> = {}
    for (const { method, url } of forbidden) {
      const at = url.replace(/:\w+/g, '1')
      const { status, body } = await send(method, at, { as: tablet })
      answers[`${method} ${url}`] = `${status} ${body?.code}`
    }
    expect(new Set(Object.values(answers))).toEqual(new Set(['403 PAIRED']))
  })

  test('P19: shows only the name of the person whose session it uses', async () => {
    const owner = await person(fixture.app, {
      isOwner: true,
      name: 'Olga',
      email: 'olga@example.org',
      emailVerified: true,
    })
    const tablet = await pair(fixture.cabinet, owner)
    const { body } = await send('GET', '/api/user/me/', { as: tablet })
    expect(body).toMatchObject({
      name: 'Olga',
      email: null,
      isOwner: false,
      paired: {
        scene: fixture.scene,
        cabinet: fixture.cabinet,
        name: 'north',
        cabinetName: expect.stringMatching(/./),
      },
      roles: [{ scene: fixture.scene, role: 'tournament' }],
    })
    expect((await send('GET', '/api/user/me/', { as: owner })).body).toMatchObject({
      email: 'olga@example.org',
      paired: null,
    })
  })

  test('has no more rights than the person who paired it, and loses them with their role', async () => {
    const gone = await person(fixture.app, { scene: fixture.scene, role: 'tournament' })
    const tablet = await pair(fixture.cabinet, gone)
    const me = (await send('GET', '/api/user/me/', { as: gone })).body
    await fixture.app.store.db.deleteFrom('kept.role').where('person', '=', me.id).execute()
    const complete = { body: {}, as: tablet }
    expect(await send('PUT', match(sample.match, 'complete/'), complete)).toMatchObject({
      status: 403,
      body: { detail: 'Not Authorized' },
    })
  })

  test('can be removed from the list; other devices cannot', async () => {
    const tablet = await pair()
    const mine = (await listed()).find(({ rights }) => rights === 'cabinet')!
    const own = (await listed()).find(({ isThis }) => isThis)!
    const remove = (id: number) => send('DELETE', `${devices}${id}/`, { as: fixture.people.admin })
    const readByTablet = async () => (await send('GET', '/api/user/me/', { as: tablet })).status
    expect([(await remove(own.id)).status, await readByTablet()]).toEqual([404, 200])
    expect((await remove(mine.id)).status).toBe(204)
    expect((await listed()).map(({ id }) => id)).not.toContain(mine.id)
    expect(await readByTablet()).toBe(401)
  })
})

describe('R-PE-4: a pairing code', () => {
  test('works once, in any spelling', async () => {
    const code = await newCode()
    const written = `${code.slice(0, 5).toLowerCase()}-${code.slice(5)}`
    const take = () => send('POST', '/api/user/pair/', { body: { code: written } })
    expect((await take()).status).toBe(200)
    expect(await take()).toMatchObject({ status: 409, body: { code: 'LINK_USED_UP' } })
  })

  test('expires after 15 minutes', async () => {
    const code = await newCode()
    await fixture.app.store.db.updateTable('kept.pairing').set({ expiresAt: new Date() }).execute()
    expect((await send('POST', '/api/user/pair/', { body: { code } })).status).toBe(409)
  })

  test('is the same for a repeated command, and is stored nowhere', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const body = { name: 'north', cabinet: fixture.cabinet }
    const ask = () => fixture.call('official', 'POST', devices, { body, headers: key })
    const [first, second] = [await ask(), await ask()]
    expect(second.body).toEqual(first.body)
    const { rows } = await fixture.app.store.pool.query(
      'select * from kept.idempotency_key, kept.pairing',
    )
    expect(JSON.stringify(rows)).not.toContain(first.body.code)
  })

  test('can only be made by a person for a cabinet of the scene', async () => {
    const as = fixture.people.official
    const wrong = { body: { name: 'north', cabinet: 999_999 }, as }
    expect(await send('POST', devices, wrong)).toMatchObject({
      status: 400,
      body: { cabinet: ['There is no such cabinet in this scene'] },
    })
    const body = { name: 'north', cabinet: fixture.cabinet }
    expect(await fixture.call('key', 'POST', devices, { body })).toMatchObject({
      status: 409,
      body: { code: 'NOBODY' },
    })
  })
})

describe('R-PE-4: devices of a scene', () => {
  test('are listed with last seen, last write, build and clock', async () => {
    const tablet = await pair(other)
    const health = { battery: 18, unsent: 3, latency: { p50: 40, p95: 180 } }
    const report = { build: 'index-abc.js', clockOffsetMs: -1_250, health }
    await send('POST', '/api/user/device/', { body: report, as: tablet })
    const at = () => listed().then((rows) => rows.find(({ build }) => build === report.build)!)
    expect(await at()).toMatchObject({
      name: 'north',
      rights: 'cabinet',
      cabinet: other,
      isReadOnly: false,
      lastWriteAt: null,
      clockOffsetMs: -1_250,
      health,
      isThis: false,
    })
    const body = { cabinet: other, force: true }
    await send('PUT', match(sample.match, 'start/'), { body, as: tablet })
    await expect.poll(async () => (await at()).lastWriteAt).not.toBeNull()
    await send('PUT', match(sample.match, 'stop/'), { body: {}, as: tablet })
  })

  test('a read-only device can read but not write, only in that scene', async () => {
    const official = await person(fixture.app, { scene: fixture.scene, role: 'tournament' })
    const { id } = (await listed(official)).find(({ isThis }) => isThis)!
    await setReadOnly(id, true)
    const press = { body: { cabinet: fixture.cabinet, force: true }, as: official }
    const detail = 'This device is read-only. An admin can change that under Devices.'
    const refused = withoutMessages(await send('PUT', match(sample.match, 'start/'), press))
    expect(refused).toMatchObject({ status: 403, body: { code: 'READ_ONLY', detail } })
    expect(await listed(official)).toContainEqual(expect.objectContaining({ id, isReadOnly: true }))
    const me = async () => (await send('GET', '/api/user/me/', { as: official })).body
    expect((await me()).readOnlyIn).toEqual([fixture.scene])
    await setReadOnly(id, false)
    expect((await send('PUT', match(sample.match, 'start/'), press)).status).toBe(200)
    expect((await me()).readOnlyIn).toEqual([])
  })

  test('P18: a read-only device makes no keys, reset links or registrations, and erases nobody', async () => {
    const admin = await person(fixture.app, { scene: fixture.scene, role: 'admin' })
    const { id } = (await listed(admin)).find(({ isThis }) => isThis)!
    const asked: [string, string, object?][] = [
      ['POST', '/api/user/key/', { name: 'Script' }],
      ['POST', '/api/user/reset/link/', { person: 999_999 }],
      ['POST', '/api/user/role/', { code: 'none' }],
      ['POST', `${t}/tournament/${sample.tournament}/registration/`, { name: 'Vic' }],
      ['DELETE', '/api/user/me/', { password: 'none' }],
      ['GET', `${t}/links/opengraph/image/?url=x`],
    ]
    const answers = (all = asked) =>
      Promise.all(
        all.map(async ([how, url, body]) => (await send(how, url, { body, as: admin })).body?.code),
      )
    await setReadOnly(id, true)
    expect(await answers()).toEqual(asked.map(() => 'READ_ONLY'))
    await setReadOnly(id, false)
    expect(await answers(asked.slice(2, 4))).toEqual(['LINK_USED_UP', undefined])
  })

  test('the last admin device stays writable, even if two are set read-only at once', async () => {
    const admins = (await listed()).filter(({ rights }) => rights === 'admin')
    expect(admins.length).toBeGreaterThan(1)
    const lock = ({ id }: Device) =>
      fixture.call('key', 'PATCH', `${devices}${id}/`, { body: { isReadOnly: true } })
    const [first, second, ...others] = admins
    for (const one of others) await expectOk(lock(one))
    const answers = await Promise.all([lock(first!), lock(second!)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.body.code).toBe('LAST_ADMIN_DEVICE')
    const writing = (await listed()).filter(
      ({ rights, isReadOnly }) => rights === 'admin' && !isReadOnly,
    )
    expect(writing).toHaveLength(1)
  })
})

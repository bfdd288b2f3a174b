import { withoutMessages } from '../support/without-messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { access } from '#services/web/access/access.ts'
import type { Action } from '#services/web/access/access.ts'
import { password, startAccounts } from './account-client.ts'
import type { AccountFixture, Answer } from './account-client.ts'

let fixture: AccountFixture
let owner: Awaited<ReturnType<AccountFixture['person']>>
beforeAll(async () => {
  fixture = await startAccounts()
  owner = await fixture.person('Owner')
})
afterAll(() => fixture?.app.stop())

const me = '/api/user/me/'
const status = async (answer: Promise<Answer>) => (await answer).status
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

test('P18: API keys require the current password, and end together with all sessions', async () => {
  const ivy = await fixture.person('Ivy')
  const refused = await ivy.post('/api/user/key/', { name: 'Script' })
  expect(withoutMessages([refused.status, refused.body])).toEqual([
    400,
    { current: ['Enter your current password'] },
  ])
  const wrong = await ivy.post('/api/user/key/', { name: 'Script', current: 'not mine at all' })
  expect(withoutMessages(wrong.body)).toEqual({ current: ['Wrong password'] })
  const make = async () =>
    (await ivy.post('/api/user/key/', { name: 'Script', current: password })).body.key as string
  const asKey = async (key: string) => status(fixture.browser().call('GET', me, bearer(key)))
  const first = await make()
  expect(await asKey(first)).toBe(200)
  expect(await status(ivy.post('/api/user/sign-out-everywhere/'))).toBe(200)
  expect(await asKey(first)).toBe(401)
  await ivy.post('/api/user/sign-in/', { email: ivy.email, password })
  const second = await make()
  const next = { current: password, password: 'another long sentence' }
  expect(await status(ivy.put('/api/user/password/', next))).toBe(200)
  expect(await asKey(second)).toBe(401)
})

async function withScenes(name: string, role: 'admin' | 'tournament') {
  const who = await fixture.person(name)
  const { store } = fixture.app
  const ids = await store.nextIds('scene', 2)
  const rows = ids.map((id) => ({ id, name: `s${id}`, displayName: `Scene ${id}` }))
  await store.db.insertInto('kept.scene').values(rows).execute()
  const roles = ids.map((scene) => ({ person: who.id, scene, role }))
  await store.db.insertInto('kept.role').values(roles).execute()
  const make = async (scope: object | null, more: object = {}) =>
    who.post('/api/user/key/', { name: 'Script', current: password, scope, ...more })
  return { who, here: ids[0]!, there: ids[1]!, make }
}

test('P18: an unknown field is refused where ignoring it would give more rights', async () => {
  const { who, here, make } = await withScenes('Una', 'admin')
  const unknown = ['There is no such field']
  const misspelt = { scene: here, role: 'admin', expires_at: '2020-01-01T00:00:00Z' }
  const refused = await make(null, misspelt)
  const texts = { scene: unknown, role: unknown, expiresAt: unknown }
  expect(withoutMessages([refused.status, refused.body])).toEqual([400, texts])
  const inScope = await make({ scene: here, rights: 'read', cabinet: 1 })
  expect([inScope.status, inScope.body]).toEqual([
    400,
    { scope: ['cabinet: There is no such field'] },
  ])
  expect((await who.get('/api/user/key/')).body.count).toBe(0)
  const scene = `/api/tournament/scene/${here}/`
  const calls: [string, string, object][] = [
    ['PUT', 'role/', { email: 'guest@example.org', role: 'tournament' }],
    ['POST', 'device/', { name: 'Tablet', cabinet: 1 }],
    ['PATCH', 'device/1/', {}],
  ]
  for (const [method, end, body] of calls) {
    const { status, body: answer } = await who.call(method, scene + end, {
      body: { ...body, readOnly: true },
    })
    expect(withoutMessages([end, status, answer])).toEqual([end, 400, { readOnly: unknown }])
  }
})

test('P18: a refused key says what it allows, and a key that is not valid says so', async () => {
  const { who, here, there, make } = await withScenes('Xan', 'admin')
  const script = fixture.browser()
  const { key } = (await make({ scene: here, rights: 'read' })).body
  const detail = `This key allows only reading what an official may read, in scene ${here}.`
  const limited = { code: 'KEY_IS_FOR_LESS', scene: here, rights: 'read', detail }
  const calls: [string, string, object][] = [
    ['PATCH', `/api/game/scene/${here}/`, limited],
    ['GET', `/api/tournament/display/?sceneId=${there}`, limited],
    ['GET', `/api/tournament/scene/${here}/webhook/`, limited],
    ['GET', '/api/user/key/', { code: 'NO_KEY_ALLOWED' }],
  ]
  for (const [method, url, refusal] of calls) {
    const { status, body } = await script.call(method, url, bearer(key))
    expect([url, status, body]).toMatchObject([url, 403, refusal])
  }
  const misspelt = await script.call('GET', me, bearer(`${key}x`))
  expect([misspelt.status, misspelt.body.code]).toEqual([401, 'KEY_NOT_VALID'])
  expect((await who.get(`/api/tournament/scene/${here}/webhook/`)).status).toBe(200)
})

test('P18: a site’s owner is told of a scene that does not exist', async () => {
  const body = { name: 'Script', current: password, scope: { scene: 999_999, rights: 'read' } }
  const { status, body: answer } = await owner.post('/api/user/key/', body)
  expect([status, answer]).toEqual([400, { scope: ['There is no such scene'] }])
})

test('P18: a key for one scene has the granted rights there, and none elsewhere', async () => {
  const { here, there, make } = await withScenes('Uma', 'admin')
  const script = fixture.browser()
  const requestWith = async (key: string, method: string, url: string, body?: object) =>
    status(script.call(method, url, { ...bearer(key), ...(body && { body }) }))
  const shown = (scene: number) => `/api/tournament/display/?sceneId=${scene}`
  const rename = (scene: number) =>
    ['PATCH', `/api/game/scene/${scene}/`, { description: 'x' }] as const
  const of = async (rights: string) =>
    (await make({ scene: here, rights })).body as { key: string; scope: object }
  const [all, official, displays, read] = await Promise.all(
    ['admin', 'official', 'displays', 'read'].map(of),
  )
  expect(read!.scope).toEqual({ scene: here, sceneName: `Scene ${here}`, rights: 'read' })
  for (const { key } of [all!, official!, displays!, read!]) {
    expect(await requestWith(key, 'GET', shown(here))).toBe(200)
    expect(await requestWith(key, 'GET', shown(there))).toBe(403)
    expect(await requestWith(key, ...rename(there))).toBe(403)
  }
  for (const [{ key }, role] of [
    [all!, 'admin'],
    [official!, 'tournament'],
  ] as const) {
    const { body } = await script.call('GET', me, bearer(key))
    const roles = [{ scene: here, sceneName: `s${here}`, role }]
    expect(body).toMatchObject({ email: null, isOwner: false, roles })
  }
  expect(await requestWith(all!.key, ...rename(here))).toBe(200)
  for (const { key } of [official!, displays!, read!]) {
    expect(await requestWith(key, ...rename(here))).toBe(403)
  }
})

/** Actions that cover both reads and writes. */
const readToo = ['giveWarnings', 'reportAttendance', 'takeOfficialCalls']
const isRead = (action: string) => /^(read|preview)/.test(action) || readToo.includes(action)

test('P18: a key for a scene passes exactly the actions of its rights', async () => {
  const { here, make } = await withScenes('Vic', 'admin')
  const script = fixture.browser()
  const scoped = (who: string) => ['official', 'admin'].includes(who)
  // `undoAll` is no route: it decides which steps the route of `undo` takes back.
  const ofScene = Object.entries(access).flatMap(([action, who]) =>
    scoped(who) && action !== 'undoAll' ? [action] : [],
  )
  for (const rights of ['read', 'displays', 'official', 'admin']) {
    const { key } = (await make({ scene: here, rights })).body
    const passed = new Set<Action>()
    for (const { method, url, action, who, socket, stream } of fixture.app.web.matrix()) {
      if (socket || stream || ['HEAD', 'OPTIONS'].includes(method)) continue
      if (who === 'everyone' || who === 'cabinet') continue
      const path = url.replace(/:\w+/g, '999999')
      const { status } = await script.call(method, path, {
        ...bearer(key),
        ...(method !== 'GET' && { body: {} }),
      })
      if (status !== 403) passed.add(action)
    }
    const expectedActions: Record<string, (action: string) => boolean> = {
      displays: (action) => ['readDisplays', 'runDisplays'].includes(action),
      official: (action) => access[action as Action] === 'official',
      admin: () => true,
      read: (action) => access[action as Action] === 'official' && isRead(action),
    }
    const isExpected = expectedActions[rights]!
    expect([rights, [...passed].toSorted()]).toEqual([
      rights,
      ['readMe', ...ofScene.filter(isExpected)].toSorted(),
    ])
  }
})

test('P18: a key ends at its expiry, with its person’s role, and when it is removed', async () => {
  const { who, here, make } = await withScenes('Wyn', 'tournament')
  const script = fixture.browser()
  const requestWith = async (key: string) =>
    status(script.call('GET', `/api/tournament/display/?sceneId=${here}`, bearer(key)))
  const { db } = fixture.app.store

  const tooMuch = await make({ scene: here, rights: 'admin' })
  expect([tooMuch.status, tooMuch.body]).toEqual([
    400,
    { scope: ['You are not an admin of this scene'] },
  ])
  expect((await make({ scene: 999_999, rights: 'read' })).body).toEqual({
    scope: ['You have no role in this scene'],
  })
  const over = { endsAt: new Date(Date.now() - 1_000).toISOString() }
  expect((await make(null, over)).body).toEqual({ endsAt: ['This time is in the past'] })

  const endsAt = new Date(Date.now() + 60_000).toISOString()
  const { key, id } = (await make({ scene: here, rights: 'official' }, { endsAt })).body
  expect(await requestWith(key)).toBe(200)
  const { results } = (await who.get('/api/user/key/')).body
  expect(results).toMatchObject([{ id, endsAt, lastUsedAt: expect.any(String) }])
  await db.updateTable('kept.apiKey').set({ endsAt: new Date() }).where('id', '=', id).execute()
  expect(await requestWith(key)).toBe(401)

  const other = (await make({ scene: here, rights: 'read' })).body
  expect(await requestWith(other.key)).toBe(200)
  await db.deleteFrom('kept.role').where('person', '=', who.id).execute()
  expect(await requestWith(other.key)).toBe(403)
  expect(await status(who.remove(`/api/user/key/${other.id}/`))).toBe(204)
  expect(await requestWith(other.key)).toBe(401)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { access } from '../../services/web/access/access.ts'
import type { Action } from '../../services/web/access/access.ts'
import { password, startAccounts } from './account-client.ts'
import type { AccountStand, Answer } from './account-client.ts'

let stand: AccountStand
beforeAll(async () => {
  stand = await startAccounts()
  await stand.person('Owner')
})
afterAll(() => stand?.rig.stop())

const me = '/api/user/me/'
const status = async (answer: Promise<Answer>) => (await answer).status
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

test('P18: keys for scripts take the present password, and end with every session', async () => {
  const ivy = await stand.person('Ivy')
  const refused = await ivy.post('/api/user/key/', { name: 'Script' })
  expect([refused.status, refused.body]).toEqual([400, { current: ['Type your present password'] }])
  const wrong = await ivy.post('/api/user/key/', { name: 'Script', current: 'not mine at all' })
  expect(wrong.body).toEqual({ current: ['Wrong password'] })
  const make = async () =>
    (await ivy.post('/api/user/key/', { name: 'Script', current: password })).body.key as string
  const asKey = async (key: string) => status(stand.browser().call('GET', me, bearer(key)))
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
  const who = await stand.person(name)
  const { store } = stand.rig
  const ids = await store.nextIds('scene', 2)
  const rows = ids.map((id) => ({ id, name: `s${id}`, displayName: `Scene ${id}` }))
  await store.db.insertInto('kept.scene').values(rows).execute()
  const roles = ids.map((scene) => ({ person: who.id, scene, role }))
  await store.db.insertInto('kept.role').values(roles).execute()
  const make = async (scope: object | null, more: object = {}) =>
    who.post('/api/user/key/', { name: 'Script', current: password, scope, ...more })
  return { who, here: ids[0]!, there: ids[1]!, make }
}

test('P18: a key of one scene has there what it was given, and nothing anywhere else', async () => {
  const { here, there, make } = await withScenes('Uma', 'admin')
  const script = stand.browser()
  const asked = async (key: string, method: string, url: string, body?: object) =>
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
    expect(await asked(key, 'GET', shown(here))).toBe(200)
    expect(await asked(key, 'GET', shown(there))).toBe(403)
    expect(await asked(key, ...rename(there))).toBe(403)
  }
  expect(await asked(all!.key, ...rename(here))).toBe(200)
  for (const { key } of [official!, displays!, read!]) {
    expect(await asked(key, ...rename(here))).toBe(403)
  }
})

/** Actions whose reads have no name of their own. */
const readToo = ['giveWarnings', 'reportAttendance', 'takeOfficialCalls']
const isRead = (action: string) => /^(read|preview)/.test(action) || readToo.includes(action)

test('P18: by rights, a scene’s key passes these actions of all there are', async () => {
  const { here, make } = await withScenes('Vic', 'admin')
  const script = stand.browser()
  const scoped = (who: string) => ['official', 'admin'].includes(who)
  const ofScene = Object.entries(access).flatMap(([action, who]) => (scoped(who) ? [action] : []))
  for (const rights of ['read', 'displays', 'official', 'admin']) {
    const { key } = (await make({ scene: here, rights })).body
    const passed = new Set<Action>()
    for (const { method, url, action, who, socket, stream } of stand.rig.web.matrix()) {
      if (socket || stream || ['HEAD', 'OPTIONS'].includes(method)) continue
      if (who === 'everyone' || who === 'cabinet') continue
      const path = url.replace(/:\w+/g, '999999')
      const { status } = await script.call(method, path, {
        ...bearer(key),
        ...(method !== 'GET' && { body: {} }),
      })
      if (status !== 403) passed.add(action)
    }
    const wanted: Record<string, (action: string) => boolean> = {
      displays: (action) => ['readDisplays', 'runDisplays'].includes(action),
      official: (action) => access[action as Action] === 'official',
      admin: () => true,
      read: (action) => access[action as Action] === 'official' && isRead(action),
    }
    const isWanted = wanted[rights]!
    expect([rights, [...passed].toSorted()]).toEqual([
      rights,
      ['readMe', ...ofScene.filter(isWanted)].toSorted(),
    ])
  }
})

test('P18: a key ends at its end, with its person’s role, and the moment it is removed', async () => {
  const { who, here, make } = await withScenes('Wyn', 'tournament')
  const script = stand.browser()
  const asked = async (key: string) =>
    status(script.call('GET', `/api/tournament/display/?sceneId=${here}`, bearer(key)))
  const { db } = stand.rig.store

  const tooMuch = await make({ scene: here, rights: 'admin' })
  expect([tooMuch.status, tooMuch.body]).toEqual([
    400,
    { scope: ['You are not an admin of this scene'] },
  ])
  expect((await make({ scene: 999_999, rights: 'read' })).body).toEqual({
    scope: ['You have no role in this scene'],
  })
  const over = { endsAt: new Date(Date.now() - 1_000).toISOString() }
  expect((await make(null, over)).body).toEqual({ endsAt: ['It would have ended already'] })

  const endsAt = new Date(Date.now() + 60_000).toISOString()
  const { key, id } = (await make({ scene: here, rights: 'official' }, { endsAt })).body
  expect(await asked(key)).toBe(200)
  const { results } = (await who.get('/api/user/key/')).body
  expect(results).toMatchObject([{ id, endsAt, lastUsedAt: expect.any(String) }])
  await db.updateTable('kept.apiKey').set({ endsAt: new Date() }).where('id', '=', id).execute()
  expect(await asked(key)).toBe(401)

  const other = (await make({ scene: here, rights: 'read' })).body
  expect(await asked(other.key)).toBe(200)
  await db.deleteFrom('kept.role').where('person', '=', who.id).execute()
  expect(await asked(other.key)).toBe(403)
  expect(await status(who.remove(`/api/user/key/${other.id}/`))).toBe(204)
  expect(await asked(other.key)).toBe(401)
})

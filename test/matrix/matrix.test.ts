import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#events/refusals.ts'
import { newGame, roles, startTwoScenes, storedHashes } from '../support/two-scenes.ts'
import type { TwoScenes, Caller } from '../support/two-scenes.ts'
import { requestRoute, newTarget } from './request-route.ts'
import { matrixRoutes } from './index.ts'
import type { RouteCase, Target } from './index.ts'

// P18: every route for every role. A new route without a case in test/matrix fails this test.
let fixture: TwoScenes
let sharedTarget: Target
let game: number
const cases = matrixRoutes(() => game)
const request = (who: Caller, key: string, target: Target) =>
  requestRoute(fixture, cases, { who, key, target, game })

beforeAll(async () => {
  // Without practices no rows change in the background between the comparisons.
  fixture = await startTwoScenes({ practiceTimes: null })
  game = await newGame(fixture, { cabinet: fixture.cabinet })
  sharedTarget = await freshTarget()
})
afterAll(() => fixture?.app.stop())

const freshTarget = () => newTarget(fixture, game)
const byMethod: Record<string, number> = { GET: 200, PUT: 200, PATCH: 200, POST: 201, DELETE: 204 }

function routes() {
  return fixture.app.web.matrix().filter(({ method, url, socket, stream }) => {
    return (
      url.startsWith('/api/') && !socket && !stream && method !== 'HEAD' && method !== 'OPTIONS'
    )
  })
}

function grantedTo(key: string): NonNullable<RouteCase['who']> {
  return cases[key]?.who ?? (key.startsWith('GET ') ? 'everyone' : 'admin')
}

/** Cabinets and displays have a token or key, but no account, so they are not signed in. */
const denied = {
  anonymous: 401,
  cabinet: 401,
  device: 401,
  player: 403,
  official: 403,
  admin: 403,
  otherAdmin: 403,
  owner: 403,
}
const withoutAccount = ['anonymous', 'cabinet', 'device']
const withAccount = roles.filter((role) => !withoutAccount.includes(role))
const granted: Record<NonNullable<RouteCase['who']>, readonly string[]> = {
  everyone: roles,
  'signed-in': withAccount,
  self: withAccount,
  official: ['official', 'admin', 'owner'],
  admin: ['admin', 'owner'],
  player: ['admin', 'owner'],
  editor: ['admin', 'otherAdmin', 'owner'],
  owner: ['owner'],
}

test('P18: every route has a case here, and every case a route', () => {
  const found = routes().map(({ method, url }) => `${method} ${url}`)
  expect(found.toSorted()).toEqual(Object.keys(cases).toSorted())
})

test('P18: the access table grants each route to the expected roles', () => {
  const found = routes().map(({ method, url, who }) => [`${method} ${url}`, who])
  const pinned = Object.keys(cases).map((key) => [key, grantedTo(key)])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(pinned))
})

test('P18: sockets are public for watching, or for cabinets with a token', () => {
  const sockets = fixture.app.web.matrix().filter(({ socket }) => socket)
  expect(sockets.length).toBeGreaterThan(0)
  for (const { action } of sockets) expect(['watch', 'uploadFacts']).toContain(action)
})

const nobody = { detail: 'Not signed in', message: { key: 'notSignedIn' } }
const notAllowed = { detail: 'Not Authorized', message: { key: 'notAuthorized' } }
/** The token of a cabinet is sent as a key, but is none. */
const notIn: Partial<Record<(typeof roles)[number], object>> = {
  anonymous: nobody,
  device: nobody,
  cabinet: {
    detail: refusals.KEY_NOT_VALID,
    message: { key: 'KEY_NOT_VALID' },
    code: 'KEY_NOT_VALID',
  },
}

describe.each(roles)('P18: %s', (who) => {
  test('is refused all routes that are not granted, and nothing is stored', async () => {
    const before = await storedHashes(fixture)
    const found: Record<string, number> = {}
    const expected: Record<string, number> = {}
    for (const key of Object.keys(cases)) {
      if (granted[grantedTo(key)].includes(who)) continue
      const { status, body } = await request(who, key, sharedTarget)
      found[key] = status
      expected[key] = denied[who]
      expect([key, body]).toEqual([key, status === 401 ? notIn[who] : notAllowed])
    }
    expect(found).toEqual(expected)
    expect(await storedHashes(fixture)).toEqual(before)
  })

  test('may use all routes that are granted', async () => {
    const target = await freshTarget()
    const found: Record<string, number> = {}
    const expected: Record<string, number> = {}
    for (const [key, routeCase] of Object.entries(cases)) {
      if (!granted[grantedTo(key)].includes(who)) continue
      // Signing out is tested elsewhere, because the session is still needed here.
      if (key.includes('sign-out')) continue
      found[key] = (await request(who, key, target)).status
      const shown = who === 'device' ? routeCase.device : undefined
      expected[key] = shown ?? routeCase.status ?? byMethod[key.split(' ')[0] ?? ''] ?? 0
    }
    expect(found).toEqual(expected)
  })
})

test('P18: a person without a role in the scene is refused before the body is parsed', async () => {
  const body = '{"not": json'
  const url = `/api/tournament/match/${sharedTarget.match}/`
  expect((await fixture.call('anonymous', 'PATCH', url, { body })).status).toBe(401)
  expect((await fixture.call('player', 'PATCH', url, { body })).status).toBe(403)
})

test('P18: the scene is derived from the tournament, not from the body', async () => {
  const body = { scene: fixture.otherScene, tournament: sharedTarget.tournament, name: 'X' }
  const made = await fixture.call('otherAdmin', 'POST', '/api/tournament/team/', { body })
  expect(made.status).toBe(403)
})

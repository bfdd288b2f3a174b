import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newGame, roles, startHall, stored } from '../support/two-scenes.ts'
import type { Hall, Who } from '../support/two-scenes.ts'
import { askLine, ownOf } from './ask.ts'
import { matrixLines } from './index.ts'
import type { Line, Own } from './index.ts'

// P18: every route times everybody. A new route without a line in test/matrix makes this red.
let hall: Hall
let event: Own
let game: number
const lines = matrixLines(() => game)
const ask = (who: Who, key: string, own: Own) => askLine(hall, lines, { who, key, own, game })

beforeAll(async () => {
  // What is compared before and after stands still.
  hall = await startHall({ practiceTimes: null })
  game = await newGame(hall, { cabinet: hall.cabinet })
  event = await newOwn()
})
afterAll(() => hall?.rig.stop())

const newOwn = () => ownOf(hall, game)
const byMethod: Record<string, number> = { GET: 200, PUT: 200, PATCH: 200, POST: 201, DELETE: 204 }

function routes() {
  return hall.rig.web.matrix().filter(({ method, url, socket, stream }) => {
    return (
      url.startsWith('/api/') && !socket && !stream && method !== 'HEAD' && method !== 'OPTIONS'
    )
  })
}

function whoOf(key: string): NonNullable<Line['who']> {
  return lines[key]?.who ?? (key.startsWith('GET ') ? 'everyone' : 'admin')
}

/** A cabinet's token lets its client send games, a screen's key asks what to show: nobody's here. */
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
const things = ['anonymous', 'cabinet', 'device']
const persons = roles.filter((role) => !things.includes(role))
const granted: Record<NonNullable<Line['who']>, readonly string[]> = {
  everyone: roles,
  'signed-in': persons,
  self: persons,
  official: ['official', 'admin', 'owner'],
  admin: ['admin', 'owner'],
  player: ['admin', 'owner'],
  editor: ['admin', 'otherAdmin', 'owner'],
  owner: ['owner'],
}

test('P18: every route has a line here, and none is left over', () => {
  const found = routes().map(({ method, url }) => `${method} ${url}`)
  expect(found.toSorted()).toEqual(Object.keys(lines).toSorted())
})

test('P18: the access table grants what the roles of the product grant', () => {
  const found = routes().map(({ method, url, who }) => [`${method} ${url}`, who])
  const pinned = Object.keys(lines).map((key) => [key, whoOf(key)])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(pinned))
})

test('P18: sockets are for everyone to watch or for cabinets with a token', () => {
  const sockets = hall.rig.web.matrix().filter(({ socket }) => socket)
  expect(sockets.length).toBeGreaterThan(0)
  for (const { action } of sockets) expect(['watch', 'uploadFacts']).toContain(action)
})

describe.each(roles)('P18: %s', (who) => {
  test('is refused everything that is not granted, and nothing is stored', async () => {
    const before = await stored(hall)
    const found: Record<string, number> = {}
    const expected: Record<string, number> = {}
    for (const key of Object.keys(lines)) {
      if (granted[whoOf(key)].includes(who)) continue
      const { status, body } = await ask(who, key, event)
      found[key] = status
      expected[key] = denied[who]
      expect(body).toEqual({ detail: status === 401 ? 'Not signed in' : 'Not Authorized' })
    }
    expect(found).toEqual(expected)
    expect(await stored(hall)).toEqual(before)
  })

  test('is answered everything that is granted', async () => {
    const own = await newOwn()
    const found: Record<string, number> = {}
    const expected: Record<string, number> = {}
    for (const [key, line] of Object.entries(lines)) {
      if (!granted[whoOf(key)].includes(who)) continue
      // Signing out is another test's: the session is needed on.
      if (key.includes('sign-out')) continue
      found[key] = (await ask(who, key, own)).status
      const shown = who === 'device' ? line.device : undefined
      expected[key] = shown ?? line.status ?? byMethod[key.split(' ')[0] ?? ''] ?? 0
    }
    expect(found).toEqual(expected)
  })
})

test('P18: a role without its scene is refused before the body is read', async () => {
  const body = '{"not": json'
  const url = `/api/tournament/match/${event.match}/`
  expect((await hall.call('anonymous', 'PATCH', url, { body })).status).toBe(401)
  expect((await hall.call('player', 'PATCH', url, { body })).status).toBe(403)
})

test('P18: the scene is that of the thing, whatever the body says', async () => {
  const body = { scene: hall.otherScene, tournament: event.tournament, name: 'X' }
  const made = await hall.call('otherAdmin', 'POST', '/api/tournament/team/', { body })
  expect(made.status).toBe(403)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEvent, newGame, roles, startHall, stored } from './api-hall.ts'
import type { Event, Hall } from './api-hall.ts'

// P18: every route times everybody. A new route without a line below makes this red.
let hall: Hall
let event: Event
let game: number

beforeAll(async () => {
  hall = await startHall()
  event = await newEvent(hall)
  game = await newGame(hall, { cabinet: hall.cabinet })
})
afterAll(() => hall?.rig.stop())

type Line = {
  /** whom the product's roles grant it: pinned here, whatever the access table says */
  who?: 'everyone' | 'signed-in' | 'official' | 'admin' | 'owner'
  /** what the path's `:id` stands for */
  id?: keyof Event | 'cabinet' | 'scene' | 'game' | 'nothing'
  body?: (hall: Hall, event: Event) => unknown
  /** for those who may; else by the method */
  status?: number
}
const t = '/api/tournament'
const newName = () => `n${Math.floor(performance.now() * 1000)}`

/** Deletions last, what they need before them. */
const lines: Record<string, Line> = {
  'GET /api/game/scene/': {},
  'GET /api/game/scene/:id/': { id: 'scene' },
  [`GET ${t}/scene/`]: {},
  [`GET ${t}/scene/:id/`]: { id: 'scene' },
  'POST /api/game/scene/': { who: 'owner', body: () => ({ name: newName(), displayName: 'New' }) },
  'GET /api/game/cabinet/': {},
  'GET /api/game/cabinet/:id/': { id: 'cabinet' },
  'POST /api/game/cabinet/': {
    body: ({ scene }) => ({ scene, name: newName(), displayName: 'New' }),
  },
  'PATCH /api/game/cabinet/:id/': { id: 'cabinet', body: () => ({ description: newName() }) },
  'POST /api/game/cabinet/:id/token/': { id: 'cabinet', status: 200 },
  'GET /api/game/game/': {},
  'GET /api/game/game/recent/': {},
  'GET /api/game/game/:id/': { id: 'nothing', status: 404 },
  'PATCH /api/game/game/:id/': {
    who: 'official',
    id: 'game',
    body: () => ({ tournamentMatch: null }),
  },
  'GET /api/game/game/:id/stats/': { id: 'nothing', status: 404 },
  [`GET ${t}/tournament/`]: {},
  [`GET ${t}/tournament/tiebreaker-types/`]: {},
  [`GET ${t}/tournament/:id/`]: { id: 'tournament' },
  [`GET ${t}/tournament/:id/standings/`]: { id: 'tournament' },
  [`GET ${t}/tournament/:id/available-matches/`]: { id: 'tournament' },
  [`GET ${t}/tournament/:id/history/`]: { who: 'official', id: 'tournament' },
  [`POST ${t}/tournament/`]: { body: ({ scene }) => ({ scene, name: 'New', date: '2026-02-03' }) },
  [`PUT ${t}/tournament/:id/`]: {
    id: 'tournament',
    body: () => ({ name: newName(), date: '2026-02-03' }),
  },
  [`PATCH ${t}/tournament/:id/`]: { id: 'tournament', body: () => ({ description: newName() }) },
  [`PUT ${t}/tournament/:id/create-queues/`]: { who: 'official', id: 'tournament' },
  [`PUT ${t}/tournament/:id/create-queue/`]: { who: 'official', id: 'tournament' },
  // No timer runs.
  [`PUT ${t}/tournament/:id/extend-timer/`]: {
    who: 'official',
    id: 'tournament',
    body: ({ cabinet }) => ({ cabinet }),
    status: 409,
  },
  [`PUT ${t}/tournament/:id/hold-timer/`]: {
    who: 'official',
    id: 'tournament',
    body: ({ cabinet }) => ({ cabinet }),
  },
  [`GET ${t}/team/`]: {},
  [`GET ${t}/team/:id/`]: { id: 'teams' },
  [`POST ${t}/team/`]: { body: (_, { tournament }) => ({ tournament, name: newName() }) },
  [`PUT ${t}/team/:id/`]: { id: 'teams', body: () => ({ name: newName() }) },
  [`PATCH ${t}/team/:id/`]: { id: 'teams', body: () => ({ name: newName() }) },
  [`GET ${t}/bracket/`]: {},
  [`GET ${t}/bracket/:id/`]: { id: 'bracket' },
  [`GET ${t}/bracket/:id/standings/`]: { id: 'bracket' },
  [`POST ${t}/bracket/`]: { body: (_, { tournament }) => ({ tournament, name: 'New' }) },
  [`PUT ${t}/bracket/:id/`]: {
    id: 'bracket',
    body: () => ({ name: newName(), stageType: 'round_robin' }),
  },
  [`PATCH ${t}/bracket/:id/`]: { id: 'bracket', body: () => ({ name: newName() }) },
  [`PUT ${t}/bracket/:id/set-teams/`]: { id: 'bracket', body: (_, { teams }) => ({ teams }) },
  [`PUT ${t}/bracket/:id/validate/`]: { id: 'bracket' },
  [`PUT ${t}/bracket/:id/add-team/`]: {
    id: 'bracket',
    body: (_, { teams }) => ({ team: teams[0] }),
  },
  // A stage cannot be its own source.
  [`PUT ${t}/bracket/:id/default-placements/`]: {
    id: 'bracket',
    body: (_, { bracket }) => ({ from: [bracket], top: 2 }),
    status: 409,
  },
  [`GET ${t}/stage-placement/`]: {},
  [`POST ${t}/stage-placement/`]: {
    body: (_, { bracket, teams }) => ({ destBracket: bracket, destPlace: 1, team: teams[0] }),
  },
  [`PUT ${t}/stage-placement/`]: {
    body: (_, { bracket, teams }) =>
      teams.map((team, index) => ({ destBracket: bracket, destPlace: index + 1, team })),
  },
  // The matches of a round robin are generated.
  [`POST ${t}/match/`]: { who: 'official', body: (_, { bracket }) => ({ bracket }), status: 409 },
  [`DELETE ${t}/match/:id/`]: { who: 'official', id: 'match', status: 409 },
  [`GET ${t}/match/`]: {},
  [`GET ${t}/match/:id/`]: { id: 'match' },
  [`PUT ${t}/match/:id/start/`]: {
    who: 'official',
    id: 'match',
    body: ({ cabinet }) => ({ cabinet, force: true }),
  },
  [`PATCH ${t}/match/:id/`]: { who: 'official', id: 'match', body: () => ({ isWarmup: true }) },
  [`PUT ${t}/match/:id/add-score/`]: {
    who: 'official',
    id: 'match',
    body: (_, { teams }) => ({ team: teams[0], by: 1 }),
  },
  [`PUT ${t}/match/:id/complete/`]: { who: 'official', id: 'match' },
  [`PUT ${t}/match/:id/reopen/`]: { who: 'official', id: 'match' },
  [`PUT ${t}/match/:id/replay/`]: { who: 'official', id: 'match' },
  [`PUT ${t}/match/:id/review/`]: { who: 'official', id: 'match', body: () => ({ on: false }) },
  [`GET ${t}/match/:id/review/`]: { who: 'official', id: 'match' },
  [`PUT ${t}/match/:id/annotate/`]: {
    who: 'official',
    id: 'match',
    body: () => ({ note: 'Wrong' }),
  },
  // It is not on a cabinet now, and nobody outside wants to know.
  [`PUT ${t}/match/:id/replace/`]: {
    who: 'official',
    id: 'match',
    body: (_, { otherMatch }) => ({ match: otherMatch }),
    status: 409,
  },
  [`PUT ${t}/match/:id/report/`]: { who: 'official', id: 'match', status: 409 },
  // Another pair plays it.
  [`PUT ${t}/match/:id/forfeit/`]: {
    who: 'official',
    id: 'match',
    body: () => ({ teams: [999_999] }),
    status: 404,
  },
  [`PUT ${t}/match/:id/stop/`]: { who: 'official', id: 'match' },
  [`PUT ${t}/match/:id/`]: { who: 'official', id: 'match', body: () => ({ blueScore: 2 }) },
  [`GET ${t}/queue/`]: {},
  [`GET ${t}/queue/:id/`]: { id: 'queue' },
  // Nothing is queued yet.
  [`PUT ${t}/tournament/:id/select-next/`]: {
    who: 'official',
    id: 'tournament',
    body: ({ cabinet }) => ({ cabinet }),
    status: 409,
  },
  [`PATCH ${t}/queue/:id/`]: { who: 'official', id: 'queue', body: () => ({ enabled: true }) },
  [`PUT ${t}/queue/:id/set-cabinets/`]: {
    who: 'official',
    id: 'queue',
    body: ({ cabinet }) => ({ cabinets: [cabinet] }),
  },
  [`PUT ${t}/queue/:id/set-queue/`]: {
    who: 'official',
    id: 'queue',
    body: (_, { otherMatch }) => ({ matches: [otherMatch] }),
  },
  // By now its first match has been played.
  [`PUT ${t}/bracket/:id/create-matches/`]: { id: 'bracket', status: 409 },
  [`PUT ${t}/tournament/:id/undo/`]: {
    who: 'official',
    id: 'tournament',
    body: () => ({ version: 1 }),
    status: 409,
  },
  'GET /api/user/me/': { who: 'signed-in' },
  'POST /api/user/sign-out/': { who: 'everyone', status: 200 },
  'GET /api/user/sign-in/:code/': { status: 404 },
  'GET /api/docs/': {},
  'GET /api/docs/json/': {},
  'GET /api/health/': {},
  [`PUT ${t}/bracket/:id/withdraw-team/`]: {
    id: 'bracket',
    body: (_, { teams }) => ({ team: teams[3], how: 'void' }),
  },
  [`DELETE ${t}/queue/:id/`]: { who: 'official', id: 'queue' },
  [`DELETE ${t}/stage-placement/`]: {
    body: (_, { bracket }) => ({ destBracket: bracket, confirm: true }),
  },
  [`DELETE ${t}/bracket/:id/`]: { id: 'bracket' },
  [`DELETE ${t}/team/:id/`]: { id: 'teams' },
  [`DELETE ${t}/tournament/:id/`]: { id: 'tournament' },
}
const byMethod: Record<string, number> = { GET: 200, PUT: 200, PATCH: 200, POST: 201, DELETE: 204 }

function routes() {
  return hall.rig.web.matrix().filter(({ method, url, socket }) => {
    return url.startsWith('/api/') && !socket && method !== 'HEAD' && method !== 'OPTIONS'
  })
}

function ask(who: (typeof roles)[number], key: string, event: Event) {
  const { id, body } = lines[key] ?? {}
  const [method = '', path = ''] = key.split(' ')
  const { cabinet, scene } = hall
  const ids = { ...event, cabinet, scene, game, nothing: 999_999 }
  const target = id === undefined ? 0 : [ids[id]].flat()[0]
  const url = path.replace(':id', `${target}`).replace(':code', 'nobody')
  const sent = method === 'GET' ? undefined : (body?.(hall, event) ?? {})
  return hall.call(who, method, url, sent === undefined ? {} : { body: sent })
}

function whoOf(key: string): NonNullable<Line['who']> {
  return lines[key]?.who ?? (key.startsWith('GET ') ? 'everyone' : 'admin')
}

const denied = { anonymous: 401, player: 403, official: 403, admin: 403, otherAdmin: 403 }
const granted: Record<NonNullable<Line['who']>, readonly string[]> = {
  everyone: roles,
  'signed-in': roles.filter((role) => role !== 'anonymous'),
  official: ['official', 'admin'],
  admin: ['admin'],
  owner: [],
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
    const own = await newEvent(hall)
    const found: Record<string, number> = {}
    const expected: Record<string, number> = {}
    for (const [key, line] of Object.entries(lines)) {
      if (!granted[whoOf(key)].includes(who)) continue
      // Signing out is another test's: the session is needed on.
      if (key.includes('sign-out')) continue
      found[key] = (await ask(who, key, own)).status
      expected[key] = line.status ?? byMethod[key.split(' ')[0] ?? ''] ?? 0
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

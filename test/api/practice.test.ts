import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startWaggle } from '#services/index.ts'
import { requestRoute, newTarget } from '../matrix/request-route.ts'
import { matrixRoutes } from '../matrix/index.ts'
import { newGame, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes, Caller } from '../support/two-scenes.ts'
import { until } from '../support/desk-client.ts'

let fixture: TwoScenes
const t = '/api/tournament'
const practiceTimes = { speed: 400, gameSeconds: 20, pauseSeconds: 4, lookMs: 20 }

beforeAll(async () => {
  fixture = await startTwoScenes({ practiceTimes, secret: 'practice-secret-of-this-test-alone' })
})
afterAll(() => fixture?.app.stop())

const call = async (who: Caller, method: string, url: string, body?: unknown): Promise<Body> =>
  (await expectOk(fixture.call(who, method, url, body === undefined ? {} : { body }))).body
const get = (url: string) => call('anonymous', 'GET', url)
const requestPractice = (who: Caller = 'official', headers = {}) =>
  fixture.call(who, 'POST', `${t}/scene/${fixture.scene}/practice/`, { body: {}, headers })

type Practice = { id: number; scene: { id: number; name: string }; assignedCabinets: number[] }

async function startPractice(): Promise<Practice> {
  return (await expectOk(requestPractice())).body
}

const matchesOf = async ({ id }: { id: number }): Promise<Body[]> =>
  (await get(`${t}/match/?tournamentId=${id}&rowsPerPage=100`)).results
const completed = async (practice: { id: number }) =>
  (await matchesOf(practice)).filter((match) => match.isComplete)

test('ux 43: one press of an official creates 24 teams, a bracket, a queue and a simulated cabinet', async () => {
  const practice = await startPractice()
  expect(practice.scene).toMatchObject({ practiceOf: fixture.scene })
  const { results: teams } = await get(`${t}/team/?tournamentId=${practice.id}&rowsPerPage=50`)
  expect(teams).toHaveLength(24)
  expect(await matchesOf(practice)).toHaveLength(23)
  const { results: queues } = await get(`${t}/queue/?tournamentId=${practice.id}`)
  expect(queues[0].matches).toHaveLength(23)
  const [cabinet] = practice.assignedCabinets
  await until('the cabinet to be there', async () => {
    return (await get(`/api/game/cabinet/${cabinet}/`)).clientStatus === 'online'
  })
  // No games are simulated before a match has been started on the cabinet.
  expect((await get(`/api/game/game/?cabinetId=${cabinet}`)).count).toBe(0)
  await call('official', 'PUT', `${t}/tournament/${practice.id}/select-next/`, { cabinet })
  await until('a match played out', async () => (await completed(practice)).length > 0)
  const [match] = await completed(practice)
  const { results: games } = await get(`/api/game/game/?tournamentMatchId=${match.id}`)
  expect(games.length).toBeGreaterThanOrEqual(2)
  expect(Math.max(match.blueScore, match.goldScore)).toBe(2)
})

test('ux 43: a repeated request creates one practice, and at most four can run', async () => {
  const headers = { 'idempotency-key': 'practise-once' }
  const first = await expectOk(requestPractice('admin', headers))
  const again = await expectOk(requestPractice('admin', headers))
  expect(again.body.id).toBe(first.body.id)
  const replies = [await requestPractice(), await requestPractice(), await requestPractice()]
  expect(replies.at(-1)).toMatchObject({ status: 409, body: { code: 'PRACTICES_RUNNING' } })
  const beside = first.body.scene.id
  expect(
    await fixture.call('admin', 'POST', `${t}/scene/${beside}/practice/`, { body: {} }),
  ).toMatchObject({ status: 409, body: { code: 'PRACTICE_OF_PRACTICE' } })
  expect((await requestPractice('otherAdmin')).status).toBe(403)
  expect((await requestPractice('anonymous')).status).toBe(401)
})

/** Names of scenes, tournaments, teams and cabinets that only occur in practices. */
const canary = /PRACTICE[ :]|Practice [A-Z]|practice-\d/

test('ux 43: a running practice appears in no response about anything else, for any role', async () => {
  const game = await newGame(fixture, { cabinet: fixture.cabinet })
  const target = await newTarget(fixture, game)
  const routes = matrixRoutes(() => game)
  const { rows } = await fixture.app.store.pool.query(
    'select count(*)::int as games from view.game g join kept.cabinet c on c.id = g.cabinet where c.scene <> $1',
    [fixture.scene],
  )
  expect(rows[0].games).toBeGreaterThan(0)
  const reads = Object.keys(routes).filter((key) => key.startsWith('GET '))
  const leaks: string[] = []
  let answers = 0
  for (const who of ['anonymous', 'official', 'admin', 'owner'] as const) {
    for (const key of reads) {
      const { status, text } = await requestRoute(fixture, routes, { who, key, target, game })
      if (status === 200) answers++
      if (canary.test(text)) leaks.push(`${who} ${key}`)
      const [, path = ''] = key.split(' ')
      if (path.includes(':') || routes[key]?.query) continue
      // The unfiltered list.
      const unfiltered = await fixture.call(who, 'GET', `${path}?rowsPerPage=1000`)
      if (canary.test(unfiltered.text)) leaks.push(`${who} ${path}`)
    }
  }
  expect(leaks).toEqual([])
  expect(answers).toBeGreaterThan(200)
  const bare = ['game/game', 'game/cabinet', 'game/scene', 'tournament/tournament']
  const parts = ['team', 'match', 'bracket', 'queue'].map((name) => `tournament/${name}`)
  for (const path of [...bare, ...parts]) {
    const { text } = await fixture.call('admin', 'GET', `/api/${path}/?rowsPerPage=1000`)
    expect([path, canary.test(text), text.length > 60]).toEqual([path, false, true])
  }
})

test('ux 43: subscriptions are not notified of a practice', async () => {
  const { db } = fixture.app.store
  const subscription = {
    channel: 'webhook',
    address: null,
    options: '{"events":["match.completed"]}',
    after: 0,
  }
  const [real, practice] = [{ scene: fixture.scene }, { scene: await practiceScene() }]
  await db
    .insertInto('kept.subscription')
    .values([real, practice].map((place) => ({ ...subscription, ...place, tournament: null })))
    .execute()
  const { results } = await get(`${t}/tournament/?sceneId=${practice.scene}`)
  const played = await Promise.all(results.map(completed))
  const fresh = results[played.findIndex((matches) => matches.length === 0)]
  const [cabinet] = fresh.assignedCabinets
  await call('official', 'PUT', `${t}/tournament/${fresh.id}/select-next/`, { cabinet })
  await until('a match of a practice', async () => (await completed(fresh)).length > 0)
  const target = await newTarget(fixture, await newGame(fixture, { cabinet: fixture.cabinet }))
  await call('admin', 'PUT', `${t}/match/${target.match}/complete/`, { force: true })
  const deliveries = () => db.selectFrom('kept.delivery').select('tournament').execute()
  // Deliveries are created in order, so those for earlier events exist by then.
  await until('the real match to be told', async () => {
    return (await deliveries()).some(({ tournament }) => tournament === target.tournament)
  })
  expect(new Set((await deliveries()).map(({ tournament }) => tournament))).toEqual(
    new Set([target.tournament]),
  )
})

async function practiceScene(): Promise<number> {
  const { db } = fixture.app.store
  const scene = db.selectFrom('kept.scene').select('id').where('practiceOf', '=', fixture.scene)
  return (await scene.executeTakeFirstOrThrow()).id
}

test('ux 43: a practice continues after a restart', async () => {
  const one = await startTwoScenes({ practiceTimes })
  const started = await one.call('official', 'POST', `${t}/scene/${one.scene}/practice/`, {
    body: {},
  })
  const { id, assignedCabinets } = started.body
  const [cabinet] = assignedCabinets
  const path = `${t}/tournament/${id}/select-next/`
  await expectOk(one.call('official', 'PUT', path, { body: { cabinet } }))
  const { app } = one
  await app.stop()
  const { databaseUrl, streams, adminKey } = app
  const natsUrl = inject('natsUrl')
  const options = { databaseUrl, natsUrl, streams, adminKey, port: 0, quiet: true, practiceTimes }
  const other = await startWaggle(options)
  await until('a match played out', async () => {
    const url = `${t}/match/?tournamentId=${id}&rowsPerPage=100`
    const { results } = (await other.web.inject({ method: 'GET', url })).json()
    return results.some((match: Body) => match.isComplete)
  })
  await other.stop()
})

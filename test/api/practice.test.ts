import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startWaggle } from '../../services/index.ts'
import { askLine, ownOf } from '../matrix/ask.ts'
import { matrixLines } from '../matrix/index.ts'
import { newGame, ok, startHall } from '../support/two-scenes.ts'
import type { Body, Hall, Who } from '../support/two-scenes.ts'
import { until } from '../support/desk-client.ts'

let hall: Hall
const t = '/api/tournament'
const practiceTimes = { speed: 400, gameSeconds: 20, pauseSeconds: 4, lookMs: 20 }

beforeAll(async () => {
  hall = await startHall({ practiceTimes, secret: 'practice-secret-of-this-test-alone' })
})
afterAll(() => hall?.rig.stop())

const call = async (who: Who, method: string, url: string, body?: unknown): Promise<Body> =>
  (await ok(hall.call(who, method, url, body === undefined ? {} : { body }))).body
const get = (url: string) => call('anonymous', 'GET', url)
const begin = (who: Who = 'official', headers = {}) =>
  hall.call(who, 'POST', `${t}/scene/${hall.scene}/practice/`, { body: {}, headers })

type Practice = { id: number; scene: { id: number; name: string }; assignedCabinets: number[] }

async function practised(): Promise<Practice> {
  return (await ok(begin())).body
}

const matchesOf = async ({ id }: { id: number }): Promise<Body[]> =>
  (await get(`${t}/match/?tournamentId=${id}&rowsPerPage=100`)).results
const completed = async (practice: { id: number }) =>
  (await matchesOf(practice)).filter((match) => match.isComplete)

test('ux 43: one press of an official makes two dozen teams, a bracket, a queue and a cabinet that plays', async () => {
  const practice = await practised()
  expect(practice.scene).toMatchObject({ practiceOf: hall.scene })
  const { results: teams } = await get(`${t}/team/?tournamentId=${practice.id}&rowsPerPage=50`)
  expect(teams).toHaveLength(24)
  expect(await matchesOf(practice)).toHaveLength(23)
  const { results: queues } = await get(`${t}/queue/?tournamentId=${practice.id}`)
  expect(queues[0].matches).toHaveLength(23)
  const [cabinet] = practice.assignedCabinets
  await until('the cabinet to be there', async () => {
    return (await get(`/api/game/cabinet/${cabinet}/`)).clientStatus === 'online'
  })
  // Nobody stands at a cabinet for which no match was started.
  expect((await get(`/api/game/game/?cabinetId=${cabinet}`)).count).toBe(0)
  await call('official', 'PUT', `${t}/tournament/${practice.id}/select-next/`, { cabinet })
  await until('a match played out', async () => (await completed(practice)).length > 0)
  const [match] = await completed(practice)
  const { results: games } = await get(`/api/game/game/?tournamentMatchId=${match.id}`)
  expect(games.length).toBeGreaterThanOrEqual(2)
  expect(Math.max(match.blueScore, match.goldScore)).toBe(2)
})

test('ux 43: asked twice by one id it is one, and four run at most', async () => {
  const headers = { 'idempotency-key': 'practise-once' }
  const first = await ok(begin('admin', headers))
  const again = await ok(begin('admin', headers))
  expect(again.body.id).toBe(first.body.id)
  const replies = [await begin(), await begin(), await begin()]
  expect(replies.at(-1)).toMatchObject({ status: 409, body: { code: 'PRACTICES_RUNNING' } })
  const beside = first.body.scene.id
  expect(
    await hall.call('admin', 'POST', `${t}/scene/${beside}/practice/`, { body: {} }),
  ).toMatchObject({ status: 409, body: { code: 'PRACTICE_OF_PRACTICE' } })
  expect((await begin('otherAdmin')).status).toBe(403)
  expect((await begin('anonymous')).status).toBe(401)
})

/** Names that only practices have: of the scene, the tournament, teams, cabinets. */
const canary = /PRACTICE[ :]|Practice [A-Z]|practice-\d/

test('ux 43: a practice that is played is in no answer about anything else, whoever asks', async () => {
  const game = await newGame(hall, { cabinet: hall.cabinet })
  const own = await ownOf(hall, game)
  const lines = matrixLines(() => game)
  const { rows } = await hall.rig.store.pool.query(
    'select count(*)::int as games from view.game g join kept.cabinet c on c.id = g.cabinet where c.scene <> $1',
    [hall.scene],
  )
  expect(rows[0].games).toBeGreaterThan(0)
  const reads = Object.keys(lines).filter((key) => key.startsWith('GET '))
  const leaks: string[] = []
  let answers = 0
  for (const who of ['anonymous', 'official', 'admin', 'owner'] as const) {
    for (const key of reads) {
      const { status, text } = await askLine(hall, lines, { who, key, own, game })
      if (status === 200) answers++
      if (canary.test(text)) leaks.push(`${who} ${key}`)
      const [, path = ''] = key.split(' ')
      if (path.includes(':') || lines[key]?.query) continue
      // The whole list, without what asks for a part of it.
      const whole = await hall.call(who, 'GET', `${path}?rowsPerPage=1000`)
      if (canary.test(whole.text)) leaks.push(`${who} ${path}`)
    }
  }
  expect(leaks).toEqual([])
  expect(answers).toBeGreaterThan(200)
  const bare = ['game/game', 'game/cabinet', 'game/scene', 'tournament/tournament']
  const parts = ['team', 'match', 'bracket', 'queue'].map((name) => `tournament/${name}`)
  for (const path of [...bare, ...parts]) {
    const { text } = await hall.call('admin', 'GET', `/api/${path}/?rowsPerPage=1000`)
    expect([path, canary.test(text), text.length > 60]).toEqual([path, false, true])
  }
})

test('ux 43: nobody outside is told of a practice', async () => {
  const { db } = hall.rig.store
  const of = {
    channel: 'webhook',
    address: null,
    options: '{"events":["match.completed"]}',
    after: 0,
  }
  const [real, practice] = [{ scene: hall.scene }, { scene: await sceneBeside() }]
  await db
    .insertInto('kept.subscription')
    .values([real, practice].map((place) => ({ ...of, ...place, tournament: null })))
    .execute()
  const { results } = await get(`${t}/tournament/?sceneId=${practice.scene}`)
  const played = await Promise.all(results.map(completed))
  const fresh = results[played.findIndex((matches) => matches.length === 0)]
  const [cabinet] = fresh.assignedCabinets
  await call('official', 'PUT', `${t}/tournament/${fresh.id}/select-next/`, { cabinet })
  await until('a match of a practice', async () => (await completed(fresh)).length > 0)
  const own = await ownOf(hall, await newGame(hall, { cabinet: hall.cabinet }))
  await call('admin', 'PUT', `${t}/match/${own.match}/complete/`, { force: true })
  const told = () => db.selectFrom('kept.delivery').select('tournament').execute()
  // Everything is read in its order: what came before this is settled.
  await until('the real match to be told', async () => {
    return (await told()).some(({ tournament }) => tournament === own.tournament)
  })
  expect(new Set((await told()).map(({ tournament }) => tournament))).toEqual(
    new Set([own.tournament]),
  )
})

async function sceneBeside(): Promise<number> {
  const { db } = hall.rig.store
  const scene = db.selectFrom('kept.scene').select('id').where('practiceOf', '=', hall.scene)
  return (await scene.executeTakeFirstOrThrow()).id
}

test('ux 43: after a restart a practice goes on', async () => {
  const one = await startHall({ practiceTimes })
  const begun = await one.call('official', 'POST', `${t}/scene/${one.scene}/practice/`, {
    body: {},
  })
  const { id, assignedCabinets } = begun.body
  const [cabinet] = assignedCabinets
  const path = `${t}/tournament/${id}/select-next/`
  await ok(one.call('official', 'PUT', path, { body: { cabinet } }))
  const { rig } = one
  await rig.stop()
  const { databaseUrl, streams, adminKey } = rig
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

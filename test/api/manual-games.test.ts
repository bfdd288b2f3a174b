import { afterAll, beforeAll, expect, test } from 'vitest'
import { newGame, ok, startHall } from '../support/two-scenes.ts'
import type { Body, Hall } from '../support/two-scenes.ts'

// Officials attach games to matches by hand: the whole evening over REST.
let hall: Hall
const t = '/api/tournament'

beforeAll(async () => {
  hall = await startHall()
})
afterAll(() => hall?.rig.stop())

const get = async (url: string): Promise<Body> => (await ok(hall.call('official', 'GET', url))).body
const send = async (method: string, url: string, body: unknown = {}): Promise<Body> =>
  (await ok(hall.call('key', method, url, { body }))).body

async function refused(game: number, tournamentMatch: number): Promise<Body> {
  const body = { tournamentMatch }
  const reply = await hall.call('official', 'PATCH', `/api/game/game/${game}/`, { body })
  expect(reply.status).toBe(409)
  return reply.body
}

async function newMatch(
  scene: number,
  more: object = {},
): Promise<{ tournament: number; bracket: number; match: number }> {
  const about = { scene, name: 'League night', date: '2026-11-20', linkType: 'manual', ...more }
  const { id: tournament } = await send('POST', `${t}/tournament/`, about)
  const teams: number[] = []
  for (const name of ['Bees', 'Wasps']) {
    teams.push((await send('POST', `${t}/team/`, { tournament, name })).id)
  }
  const stage = { tournament, name: 'Night', stageType: 'custom', winsPerMatch: 3 }
  const { id: bracket } = await send('POST', `${t}/bracket/`, stage)
  const [blueTeam, goldTeam] = teams
  const { id: match } = await send('POST', `${t}/match/`, { bracket, blueTeam, goldTeam })
  return { tournament, bracket, match }
}

test('R-GE-7 manual link evening', async () => {
  const { match, bracket } = await newMatch(hall.scene)
  const read = () => get(`${t}/match/${match}/`)
  const attach = (game: number, tournamentMatch: number | null) =>
    hall.call('official', 'PATCH', `/api/game/game/${game}/`, { body: { tournamentMatch } })
  const games: number[] = []
  for (const winner of ['blue', 'gold', 'blue', 'blue', 'gold', 'gold'] as const) {
    games.push(await newGame(hall, { cabinet: hall.cabinet, winner }))
  }

  // The latest five of the cabinet, the newest first, and whether each can be clicked.
  const recent = async () =>
    (await get(`/api/game/game/recent/?cabinetId=${hall.cabinet}&matchId=${match}&rowsPerPage=5`))
      .results
  expect((await recent()).map((game: Body) => game.id)).toEqual(games.slice(1).toReversed())
  expect((await recent()).every((game: Body) => game.available)).toBe(true)
  const [shown] = await recent()
  expect(shown).toMatchObject({ winningTeam: 'gold', mapName: expect.any(String) })
  expect(['military', 'economic', 'snail']).toContain(shown.winCondition)

  // A click adds one to the team that won it, a second click takes it away.
  await ok(attach(games[5]!, match))
  expect(await read()).toMatchObject({ blueScore: 0, goldScore: 1 })
  await ok(attach(games[4]!, match))
  await ok(attach(games[3]!, match))
  expect(await read()).toMatchObject({ blueScore: 1, goldScore: 2 })
  const attached = await get(`/api/game/game/?tournamentMatchId=${match}`)
  expect(attached.results.map((game: Body) => game.id).toSorted()).toEqual(games.slice(3))
  await ok(attach(games[4]!, null))
  expect(await read()).toMatchObject({ blueScore: 1, goldScore: 1 })

  // What cannot be clicked says why.
  const { match: second } = await newMatch(hall.scene)
  expect(await refused(games[5]!, second)).toEqual({
    detail: 'This game is already part of a tournament match.',
    code: 'GAME_ATTACHED',
  })
  const elsewhere = await newMatch(hall.otherScene)
  expect((await refused(games[0]!, elsewhere.match)).detail).toBe(
    'This game is not associated with the same scene as this tournament.',
  )
  const running = await newGame(hall, { cabinet: hall.cabinet, until: 'middle' })
  expect((await refused(running, match)).detail).toBe('This game is not over yet.')

  // The deciding game by hand waits for a press of its own.
  await ok(attach(games[0]!, match))
  await ok(attach(games[2]!, match))
  expect(await read()).toMatchObject({ blueScore: 3, goldScore: 1, isComplete: false })
  await ok(hall.call('official', 'PUT', `${t}/match/${match}/complete/`))
  const done = await read()
  expect([done.isComplete, done.winner]).toEqual([true, done.blueTeam])
  expect((await refused(games[1]!, match)).detail).toBe('M1 is complete already.')
  const { standings } = await get(`${t}/bracket/${bracket}/standings/`)
  expect(standings.map((row: Body) => [row.team.name, row.gamesWon])).toEqual([
    ['Bees', 3],
    ['Wasps', 1],
  ])
})

test('R-GE-7: of two who add a game to matches of two tournaments at once one is told why not', async () => {
  const [one, two] = [await newMatch(hall.scene), await newMatch(hall.scene)]
  const game = await newGame(hall, { cabinet: hall.cabinet })
  const replies = await Promise.all(
    [one, two].map(({ match: tournamentMatch }) =>
      hall.call('official', 'PATCH', `/api/game/game/${game}/`, { body: { tournamentMatch } }),
    ),
  )
  const [taken, turnedDown] = replies.toSorted((a, b) => a.status - b.status)
  expect([taken?.status, turnedDown?.status, turnedDown?.body]).toEqual([
    200,
    409,
    { detail: 'This game is already part of a tournament match.', code: 'GAME_ATTACHED' },
  ])
  const scores = await Promise.all([one, two].map(({ match }) => get(`${t}/match/${match}/`)))
  expect(scores.reduce((sum, match) => sum + match.blueScore, 0)).toBe(1)
})

test('R-ST-1: a cabinet where another tournament plays is taken on purpose alone, by Next and by start', async () => {
  const south = { scene: hall.scene, name: 'south', displayName: 'South' }
  const { id: cabinet } = await send('POST', '/api/game/cabinet/', south)
  const more = { assignedCabinets: [cabinet] }
  const one = await newMatch(hall.scene, { ...more, name: 'First' })
  const two = await newMatch(hall.scene, { ...more, name: 'Second' })
  const press = (url: string, body: object, headers: Record<string, string> = {}) =>
    hall.call('official', 'PUT', `${t}/${url}`, { body, headers })
  const places = () =>
    Promise.all(
      [one, two].map(async ({ match }) => (await get(`${t}/match/${match}/`)).activeCabinet),
    )
  const start = `match/${one.match}/start/`
  expect((await press(start, { cabinet })).status).toBe(200)

  // Start asks first, naming what is played there, and nothing moves.
  const begin = `match/${two.match}/start/`
  const asked = await press(begin, { cabinet })
  expect([asked.status, asked.body.code]).toEqual([409, 'CABINET_TAKEN'])
  expect(asked.body.inUse).toMatchObject([
    { cabinet, tournament: one.tournament, tournamentName: 'First', match: one.match },
  ])
  expect(await places()).toEqual([cabinet, null])

  // Insisting stops the other one, and every read says so at once; the same press again does it once.
  const key = { 'idempotency-key': 'displace-by-start' }
  const insisted = await press(begin, { cabinet, displace: true }, key)
  expect([insisted.status, insisted.body.activeCabinet]).toEqual([200, cabinet])
  expect(await places()).toEqual([null, cabinet])

  // So does Next, for the head of the queue.
  const { results } = await get(`${t}/queue/?tournamentId=${one.tournament}`)
  await press(`queue/${results[0].id}/set-queue/`, { matches: [one.match] })
  const next = `tournament/${one.tournament}/select-next/`
  const asks = await press(next, { cabinet })
  expect([asks.status, asks.body.code]).toEqual([409, 'CABINET_TAKEN'])
  expect(asks.body.inUse).toMatchObject([{ tournament: two.tournament, match: two.match }])
  const taken = await press(next, { cabinet, displace: true })
  expect([taken.status, taken.body.match.id]).toEqual([200, one.match])
  expect(await places()).toEqual([cabinet, null])

  const repeated = await press(begin, { cabinet, displace: true }, key)
  expect([repeated.status, repeated.body]).toEqual([200, insisted.body])
  expect(await places()).toEqual([cabinet, null])
})

test('a match made by hand names its stage', async () => {
  for (const body of [{}, { bracket: null }, { bracket: 0 }]) {
    const reply = await hall.call('key', 'POST', `${t}/match/`, { body })
    expect([reply.status, reply.body.bracket]).toEqual([400, ['Tournament stage must be selected']])
  }
})

import { withoutMessages } from '../support/without-messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activeMatchesOn } from '#services/fanout/tournament/source.ts'
import { newGame, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'

// Officials attach games to matches manually: a whole evening over REST.
let fixture: TwoScenes
const t = '/api/tournament'

beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

const get = async (url: string): Promise<Body> =>
  (await expectOk(fixture.call('official', 'GET', url))).body
const send = async (method: string, url: string, body: unknown = {}): Promise<Body> =>
  (await expectOk(fixture.call('key', method, url, { body }))).body

async function refused(game: number, tournamentMatch: number): Promise<Body> {
  const body = { tournamentMatch }
  const reply = await fixture.call('official', 'PATCH', `/api/game/game/${game}/`, { body })
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

test('R-GE-7: games are attached by hand during an evening', async () => {
  const { match, bracket } = await newMatch(fixture.scene)
  const read = () => get(`${t}/match/${match}/`)
  const attach = (game: number, tournamentMatch: number | null) =>
    fixture.call('official', 'PATCH', `/api/game/game/${game}/`, { body: { tournamentMatch } })
  const games: number[] = []
  for (const winner of ['blue', 'gold', 'blue', 'blue', 'gold', 'gold'] as const) {
    games.push(await newGame(fixture, { cabinet: fixture.cabinet, winner }))
  }

  // The latest five games of the cabinet, newest first, and whether each can be attached.
  const recent = async () =>
    (
      await get(
        `/api/game/game/recent/?cabinetId=${fixture.cabinet}&matchId=${match}&rowsPerPage=5`,
      )
    ).results
  expect((await recent()).map((game: Body) => game.id)).toEqual(games.slice(1).toReversed())
  expect((await recent()).every((game: Body) => game.available)).toBe(true)
  const [shown] = await recent()
  expect(shown).toMatchObject({ winningTeam: 'gold', mapName: expect.any(String) })
  expect(['military', 'economic', 'snail']).toContain(shown.winCondition)

  // Attaching adds one to the team that won, detaching subtracts it.
  await expectOk(attach(games[5]!, match))
  expect(await read()).toMatchObject({ blueScore: 0, goldScore: 1 })
  await expectOk(attach(games[4]!, match))
  await expectOk(attach(games[3]!, match))
  expect(await read()).toMatchObject({ blueScore: 1, goldScore: 2 })
  const attached = await get(`/api/game/game/?tournamentMatchId=${match}`)
  expect(attached.results.map((game: Body) => game.id).toSorted()).toEqual(games.slice(3))
  await expectOk(attach(games[4]!, null))
  expect(await read()).toMatchObject({ blueScore: 1, goldScore: 1 })

  // Refusals give the reason.
  const { match: second } = await newMatch(fixture.scene)
  expect(withoutMessages(await refused(games[5]!, second))).toEqual({
    detail: 'This game is already part of a tournament match.',
    code: 'GAME_ATTACHED',
  })
  const elsewhere = await newMatch(fixture.otherScene)
  expect((await refused(games[0]!, elsewhere.match)).detail).toBe(
    'This game is not associated with the same scene as this tournament.',
  )
  const running = await newGame(fixture, { cabinet: fixture.cabinet, until: 'middle' })
  expect((await refused(running, match)).detail).toBe('This game is not over yet.')

  // A manually attached deciding game does not complete the match by itself.
  await expectOk(attach(games[0]!, match))
  await expectOk(attach(games[2]!, match))
  expect(await read()).toMatchObject({ blueScore: 3, goldScore: 1, isComplete: false })
  await expectOk(fixture.call('official', 'PUT', `${t}/match/${match}/complete/`))
  const done = await read()
  expect([done.isComplete, done.winner]).toEqual([true, done.blueTeam])
  expect((await refused(games[1]!, match)).detail).toBe('M1 is already complete.')
  const { standings } = await get(`${t}/bracket/${bracket}/standings/`)
  expect(standings.map((row: Body) => [row.team.name, row.gamesWon])).toEqual([
    ['Bees', 3],
    ['Wasps', 1],
  ])
})

test('R-GE-7: if a game is attached to matches of two tournaments at once, one is refused with the reason', async () => {
  const [one, two] = [await newMatch(fixture.scene), await newMatch(fixture.scene)]
  const game = await newGame(fixture, { cabinet: fixture.cabinet })
  const replies = await Promise.all(
    [one, two].map(({ match: tournamentMatch }) =>
      fixture.call('official', 'PATCH', `/api/game/game/${game}/`, { body: { tournamentMatch } }),
    ),
  )
  const [accepted, refusedReply] = replies.toSorted((a, b) => a.status - b.status)
  expect(withoutMessages([accepted?.status, refusedReply?.status, refusedReply?.body])).toEqual([
    200,
    409,
    { detail: 'This game is already part of a tournament match.', code: 'GAME_ATTACHED' },
  ])
  const scores = await Promise.all([one, two].map(({ match }) => get(`${t}/match/${match}/`)))
  expect(scores.reduce((sum, match) => sum + match.blueScore, 0)).toBe(1)
})

test('recent games are finished games of one cabinet, the latest 15 unless asked otherwise', async () => {
  const { results } = await get(`/api/game/cabinet/?sceneId=${fixture.scene}`)
  const body = { scene: fixture.scene, name: 'busy', displayName: 'Busy' }
  const { id: cabinet } = await send('POST', '/api/game/cabinet/', body)
  const games: number[] = []
  for (let n = 0; n < 16; n++) games.push(await newGame(fixture, { cabinet }))
  await newGame(fixture, { cabinet, until: 'middle' })
  await newGame(fixture, { cabinet: results[0].id })
  const recent = await get(`/api/game/game/recent/?cabinetId=${cabinet}`)
  expect(recent.count).toBe(16)
  expect(recent.results.map((game: Body) => game.id)).toEqual(games.slice(1).toReversed())
})

test('R-ST-1: Next and start take a cabinet from another tournament only with a confirmation', async () => {
  const south = { scene: fixture.scene, name: 'south', displayName: 'South' }
  const { id: cabinet } = await send('POST', '/api/game/cabinet/', south)
  const more = { assignedCabinets: [cabinet] }
  const one = await newMatch(fixture.scene, { ...more, name: 'First' })
  const two = await newMatch(fixture.scene, { ...more, name: 'Second' })
  const press = (url: string, body: object, headers: Record<string, string> = {}) =>
    fixture.call('official', 'PUT', `${t}/${url}`, { body, headers })
  const activeCabinets = () =>
    Promise.all(
      [one, two].map(async ({ match }) => (await get(`${t}/match/${match}/`)).activeCabinet),
    )
  const start = `match/${one.match}/start/`
  expect((await press(start, { cabinet })).status).toBe(200)

  // Start is refused, with the match played there, and nothing changes.
  const begin = `match/${two.match}/start/`
  const withoutDisplace = await press(begin, { cabinet })
  expect([withoutDisplace.status, withoutDisplace.body.code]).toEqual([409, 'CABINET_TAKEN'])
  expect(withoutDisplace.body.inUse).toMatchObject([
    { cabinet, tournament: one.tournament, tournamentName: 'First', match: one.match },
  ])
  expect(await activeCabinets()).toEqual([cabinet, null])

  // With the confirmation the other match is stopped. The same press again takes effect once.
  const key = { 'idempotency-key': 'displace-by-start' }
  const displaced = await press(begin, { cabinet, displace: true }, key)
  expect([displaced.status, displaced.body.activeCabinet]).toEqual([200, cabinet])
  expect(await activeCabinets()).toEqual([null, cabinet])

  // The same holds for Next with the head of the queue.
  const { results } = await get(`${t}/queue/?tournamentId=${one.tournament}`)
  await press(`queue/${results[0].id}/set-queue/`, { matches: [one.match] })
  const next = `tournament/${one.tournament}/select-next/`
  const nextWithoutDisplace = await press(next, { cabinet })
  expect([nextWithoutDisplace.status, nextWithoutDisplace.body.code]).toEqual([
    409,
    'CABINET_TAKEN',
  ])
  expect(nextWithoutDisplace.body.inUse).toMatchObject([
    { tournament: two.tournament, match: two.match },
  ])
  const displacedByNext = await press(next, { cabinet, displace: true })
  expect([displacedByNext.status, displacedByNext.body.match.id]).toEqual([200, one.match])
  expect(await activeCabinets()).toEqual([cabinet, null])

  const repeated = await press(begin, { cabinet, displace: true }, key)
  expect([repeated.status, repeated.body]).toEqual([200, displaced.body])
  expect(await activeCabinets()).toEqual([cabinet, null])
})

test('a refusal and the frame name a match of another tournament equally, with its stage if there are several', async () => {
  const west = { scene: fixture.scene, name: 'west', displayName: 'West' }
  const { id: cabinet } = await send('POST', '/api/game/cabinet/', west)
  const more = { assignedCabinets: [cabinet] }
  const one = await newMatch(fixture.scene, { ...more, name: 'First' })
  const two = await newMatch(fixture.scene, { ...more, name: 'Second' })
  const start = (match: number) =>
    fixture.call('official', 'PUT', `${t}/match/${match}/start/`, { body: { cabinet } })
  const names = async (): Promise<unknown[]> => {
    const { body } = await start(two.match)
    const [inFrame] = await activeMatchesOn(fixture.app.store, [cabinet])
    return [body.inUse[0].matchName, inFrame?.matchName]
  }
  expect((await start(one.match)).status).toBe(200)
  expect(await names()).toEqual(['M1 (Bees v Wasps)', 'M1 (Bees v Wasps)'])
  const finals = { tournament: one.tournament, name: 'Finals', stageType: 'custom' }
  await send('POST', `${t}/bracket/`, finals)
  expect(await names()).toEqual(['M1 of Night (Bees v Wasps)', 'M1 of Night (Bees v Wasps)'])
})

test('a match cannot be created without a stage', async () => {
  for (const body of [{}, { bracket: null }, { bracket: 0 }]) {
    const reply = await fixture.call('key', 'POST', `${t}/match/`, { body })
    expect([reply.status, reply.body.bracket]).toEqual([400, ['Tournament stage must be selected']])
  }
})

import { withoutMessages } from '../support/without-messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSampleTournament, newGame, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, SampleTournament, TwoScenes } from '../support/two-scenes.ts'
import { adminOf } from './admin-client.ts'

let fixture: TwoScenes
beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

const t = '/api/tournament'
const videoId = 'dQw4w9WgXcQ'
const { get: read, send } = adminOf(() => fixture)
const attempt = (method: string, url: string, body: unknown = {}) =>
  fixture.call('admin', method, url, { body })
const add = (body: object) =>
  send('POST', `${t}/video/add/`, { videoId, length: '2:00:00', ...body })

type PlayedGame = { id: number; start: number; end: number }

/** A game of this cabinet that counts for a match. */
async function newPlayedGame(match: number, cabinet: number): Promise<PlayedGame> {
  const id = await newGame(fixture, { cabinet })
  await send('PATCH', `/api/game/game/${id}/`, { tournamentMatch: match })
  const { startTime, endTime } = await read(`/api/game/game/${id}/`)
  return { id, start: Date.parse(startTime), end: Date.parse(endTime) }
}

/** Three matches of one game each on the cabinet, and a fourth on another. */
async function evening() {
  const sample: SampleTournament = await newSampleTournament(fixture)
  const { tournament } = sample
  const { results } = await read(`${t}/match/?tournamentId=${tournament}&rowsPerPage=100`)
  const matches = results.map(({ id }: Body) => id) as number[]
  const { id: other } = (
    await expectOk(
      fixture.call('key', 'POST', '/api/game/cabinet/', {
        body: { scene: fixture.scene, name: `other-${tournament}`, displayName: 'Other' },
      }),
    )
  ).body
  const games: PlayedGame[] = []
  for (const match of matches.slice(0, 3)) games.push(await newPlayedGame(match, fixture.cabinet))
  const elsewhere = await newPlayedGame(matches[3]!, other)
  return { tournament, matches, games, elsewhere, other: other as number }
}

const seconds = (from: number, to: number) => Math.floor((to - from) / 1_000)

test('R-VI-1: a video is synchronized by a moment of a game', async () => {
  const { tournament, games } = await evening()
  const [first, second, third] = games as [PlayedGame, PlayedGame, PlayedGame]
  const start = first.start - 60_000
  const at = (time: number) => (time - start) / 1_000

  const made = await add({
    tournament,
    game: first.id,
    gameEndTime: '1:00',
    referencePoint: 'start',
  })
  expect(made).toMatchObject({
    tournament,
    service: 'youtube',
    videoId,
    cabinetName: 'North',
    startTime: new Date(start).toISOString(),
    length: '02:00:00',
    warning: null,
  })
  const again = { tournament, game: second.id, gameEndTime: at(second.end) }
  const more = await add(again)
  expect([more.id, more.references.length, more.warning]).toEqual([made.id, 2, null])
  expect(Date.parse(more.startTime)).toBe(start)

  // A third reference that is a minute off changes nothing but causes a warning.
  const off = { gameEndTime: at(third.end) + 70, referencePoint: 'postgame' }
  const flagged = await add({ tournament, game: third.id, ...off })
  expect(Date.parse(flagged.startTime)).toBe(start)
  expect(flagged.warning).toBe('The references of this video disagree by 1:00.')
  expect(flagged.references.map(({ game, differsBy }: Body) => [game, differsBy])).toEqual([
    [first.id, 0],
    [second.id, 0],
    [third.id, -60],
  ])
  // A new reference to the same moment replaces the previous one.
  const right = { gameEndTime: at(third.end) + 10, referencePoint: 'postgame' }
  expect((await add({ tournament, game: third.id, ...right })).warning).toBeNull()
  expect((await read(`${t}/video/?tournament_id=${tournament}`)).results).toHaveLength(1)
})

test('R-VI-2, R-VI-3, R-VI-4: a video has chapters and links for its description', async () => {
  const { tournament, matches, games } = await evening()
  const [first] = games as [PlayedGame]
  const start = first.start - 60_000
  const moment = { game: first.id, gameEndTime: 60, referencePoint: 'start' }
  const { id } = await add({ tournament, ...moment })
  const names = async (match: number) => {
    const { blueTeam, goldTeam, roundName } = await read(`${t}/match/${match}/`)
    const [blue, gold] = [
      await read(`${t}/team/${blueTeam}/`),
      await read(`${t}/team/${goldTeam}/`),
    ]
    return `${roundName}: ${blue.name} vs. ${gold.name}`
  }
  const titles = await Promise.all(matches.slice(0, 3).map(names))
  const at = games.map((game) => seconds(start, game.start) - 5)
  const clock = (n: number) => `${Math.floor(n / 60)}:${`${n % 60}`.padStart(2, '0')}`
  const path = `${t}/video/${id}/timestamps/`
  const { timestamps, notice } = await read(path)
  expect(timestamps.split('\n')).toEqual([
    '0:00 - Start',
    ...titles.map((title, index) => `${clock(at[index]!)} - ${title}`),
  ])
  expect(notice).toBeNull()

  const links = await read(`${path}?format=links`)
  expect(links.timestamps.split('\n')).toEqual(
    titles.map((title, index) => `https://youtu.be/${videoId}?t=${at[index]} ${title}`),
  )
  const scored = await read(`${path}?scores=true`)
  expect(scored.timestamps.split('\n')[1]).toBe(`${clock(at[0]!)} - ${titles[0]} (1-0)`)
  expect(timestamps).not.toContain('(1-0)')
})

test('R-VI-3: with too few matches for chapters there are only links', async () => {
  const { tournament, match } = await newSampleTournament(fixture)
  const game = await newPlayedGame(match, fixture.cabinet)
  const { id } = await add({ tournament, game: game.id, gameEndTime: 60, referencePoint: 'start' })
  const chapters = await read(`${t}/video/${id}/timestamps/`)
  expect(chapters.timestamps).toBe('')
  expect(chapters.notice).toMatch(/three chapters/)
  const links = await read(`${t}/video/${id}/timestamps/?format=links`)
  expect(links.timestamps).toContain(`https://youtu.be/${videoId}?t=55 `)
})

test('a match links to the part of a video that shows it', async () => {
  const { tournament, matches, games, elsewhere, other } = await evening()
  const [first, second] = games as [PlayedGame, PlayedGame]
  const linkOf = async (match: number) => (await read(`${t}/match/${match}/`)).videoLink
  expect(await linkOf(matches[1]!)).toBeNull()
  const start = first.start - 60_000
  const moment = { gameEndTime: 60, referencePoint: 'start' }
  const { id } = await add({ tournament, game: first.id, ...moment })

  const from = seconds(start, second.start) - 5
  const to = Math.ceil((second.end - start) / 1_000) + 10
  const link = `https://www.youtube.com/embed/${videoId}?start=${from}&end=${to}`
  expect(await linkOf(matches[1]!)).toBe(link)
  const { results } = await read(`${t}/match/?tournamentId=${tournament}&rowsPerPage=100`)
  const linked = results.map(({ videoLink }: Body) => videoLink !== null)
  expect(linked).toEqual(results.map((_: Body, index: number) => index < 3))
  expect(results[1].videoLink).toBe(link)
  expect((await send('PATCH', `${t}/match/${matches[1]}/`, { isWarmup: true })).videoLink).toBe(
    link,
  )

  // The same video may show another cabinet, with a separate start time.
  const beside = await add({ tournament, game: elsewhere.id, ...moment })
  expect([beside.id === id, beside.cabinet, beside.cabinetName]).toEqual([false, other, 'Other'])
  expect(await linkOf(matches[3]!)).toContain(`embed/${videoId}?start=55&`)

  expect((await attempt('DELETE', `${t}/video/${id}/`)).status).toBe(204)
  expect(await linkOf(matches[1]!)).toBeNull()
  expect((await fixture.call('anonymous', 'GET', `${t}/video/${id}/`)).status).toBe(404)
})

test('an invalid reference is refused with the reason', async () => {
  const { tournament } = await newSampleTournament(fixture)
  const running = await newGame(fixture, { cabinet: fixture.cabinet, until: 'middle' })
  const { body: otherCabinet } = await expectOk(
    fixture.call('key', 'POST', '/api/game/cabinet/', {
      body: { scene: fixture.otherScene, name: `far-${tournament}`, displayName: 'Far' },
    }),
  )
  const foreign = await newGame(fixture, { cabinet: otherCabinet.id })
  const whole = { tournament, game: running, videoId, gameEndTime: 60, length: 600 }
  const resultOf = async (change: object) => {
    const { status, body } = await attempt('POST', `${t}/video/add/`, { ...whole, ...change })
    return [status, body]
  }
  expect(withoutMessages(await resultOf({}))).toEqual([
    409,
    { detail: 'This game is not over yet.', code: 'GAME_NOT_OVER' },
  ])
  expect(withoutMessages(await resultOf({ game: foreign }))).toEqual([
    409,
    {
      detail: 'This game is not associated with the same scene as this tournament.',
      code: 'GAME_OF_OTHER_SCENE',
    },
  ])
  expect(await resultOf({ game: 999_999_999 })).toEqual([400, { game: ['There is no such game'] }])
  const time = 'Seconds, or a time such as 1:02:03'
  expect(await resultOf({ gameEndTime: 'soon', length: -5 })).toEqual([
    400,
    { gameEndTime: [time], length: expect.arrayContaining([time]) },
  ])
  expect((await resultOf({ videoId: 'a/b?c' }))[1]).toHaveProperty('videoId')
  expect((await resultOf({ referencePoint: 'middle' }))[1]).toHaveProperty('referencePoint')
  expect((await resultOf({ referencePoint: 'start' }))[0]).toBe(201)
})

test('R-VI-1: a moment after the end of the video is refused', async () => {
  const { tournament, games } = await evening()
  const [first, second] = games as [PlayedGame, PlayedGame]
  const resultOf = async (change: object) => {
    const body = { tournament, game: first.id, videoId, length: 3_600, ...change }
    const { status, body: result } = await attempt('POST', `${t}/video/add/`, body)
    return [status, result]
  }
  const afterEnd = { gameEndTime: ['This is after the end of the video'] }
  expect(await resultOf({ gameEndTime: 6_000 })).toEqual([400, afterEnd])
  expect(await resultOf({ gameEndTime: '1:00:01', length: '1:00:00' })).toEqual([400, afterEnd])
  expect((await resultOf({ gameEndTime: 3_600 }))[0]).toBe(201)
  // Another length must not leave an earlier reference behind the end either.
  expect(await resultOf({ game: second.id, gameEndTime: 60, length: 600 })).toEqual([
    400,
    { length: ['Another moment of this video is later than its end'] },
  ])
  expect((await resultOf({ gameEndTime: 60, length: 600 }))[0]).toBe(201)
})

test('P2: removing a video twice with one key succeeds both times', async () => {
  const { tournament, match } = await newSampleTournament(fixture)
  const game = await newPlayedGame(match, fixture.cabinet)
  const { id } = await add({ tournament, game: game.id, gameEndTime: 60 })
  const headers = { 'idempotency-key': `video-${id}` }
  const remove = () => fixture.call('admin', 'DELETE', `${t}/video/${id}/`, { headers })
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEvent, newGame, ok, startHall } from '../support/two-scenes.ts'
import type { Body, Event, Hall } from '../support/two-scenes.ts'

let hall: Hall
beforeAll(async () => {
  hall = await startHall()
})
afterAll(() => hall?.rig.stop())

const t = '/api/tournament'
const videoId = 'dQw4w9WgXcQ'
const send = async (method: string, url: string, body: unknown = {}) =>
  (await ok(hall.call('admin', method, url, { body }))).body
const attempt = (method: string, url: string, body: unknown = {}) =>
  hall.call('admin', method, url, { body })
const read = async (url: string) => (await ok(hall.call('anonymous', 'GET', url))).body
const add = (body: object) =>
  send('POST', `${t}/video/add/`, { videoId, length: '2:00:00', ...body })

type Played = { id: number; start: number; end: number }

/** A game of this cabinet, counted for a match. */
async function played(match: number, cabinet: number): Promise<Played> {
  const id = await newGame(hall, { cabinet })
  await send('PATCH', `/api/game/game/${id}/`, { tournamentMatch: match })
  const { startTime, endTime } = await read(`/api/game/game/${id}/`)
  return { id, start: Date.parse(startTime), end: Date.parse(endTime) }
}

/** Three matches of one game each on the cabinet, a fourth on another. */
async function evening() {
  const event: Event = await newEvent(hall)
  const { tournament } = event
  const { results } = await read(`${t}/match/?tournamentId=${tournament}&rowsPerPage=100`)
  const matches = results.map(({ id }: Body) => id) as number[]
  const { id: other } = (
    await ok(
      hall.call('key', 'POST', '/api/game/cabinet/', {
        body: { scene: hall.scene, name: `other-${tournament}`, displayName: 'Other' },
      }),
    )
  ).body
  const games: Played[] = []
  for (const match of matches.slice(0, 3)) games.push(await played(match, hall.cabinet))
  const elsewhere = await played(matches[3]!, other)
  return { tournament, matches, games, elsewhere, other: other as number }
}

const seconds = (from: number, to: number) => Math.floor((to - from) / 1_000)

test('R-VI-1: a video is tied to the clock by a moment of a game', async () => {
  const { tournament, games } = await evening()
  const [first, second, third] = games as [Played, Played, Played]
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

  // A third, wrong by a minute, changes nothing but is told.
  const off = { gameEndTime: at(third.end) + 70, referencePoint: 'postgame' }
  const flagged = await add({ tournament, game: third.id, ...off })
  expect(Date.parse(flagged.startTime)).toBe(start)
  expect(flagged.warning).toBe('The references of this video differ by 1:00.')
  expect(flagged.references.map(({ game, differsBy }: Body) => [game, differsBy])).toEqual([
    [first.id, 0],
    [second.id, 0],
    [third.id, -60],
  ])
  // The same moment again takes the place of the one before.
  const right = { gameEndTime: at(third.end) + 10, referencePoint: 'postgame' }
  expect((await add({ tournament, game: third.id, ...right })).warning).toBeNull()
  expect((await read(`${t}/video/?tournament_id=${tournament}`)).results).toHaveLength(1)
})

test('R-VI-2, R-VI-3, R-VI-4: what is to be copied under a video', async () => {
  const { tournament, matches, games } = await evening()
  const [first] = games as [Played]
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

test('R-VI-3: too few matches for chapters leave the links', async () => {
  const { tournament, match } = await newEvent(hall)
  const game = await played(match, hall.cabinet)
  const { id } = await add({ tournament, game: game.id, gameEndTime: 60, referencePoint: 'start' })
  const chapters = await read(`${t}/video/${id}/timestamps/`)
  expect(chapters.timestamps).toBe('')
  expect(chapters.notice).toMatch(/three chapters/)
  const links = await read(`${t}/video/${id}/timestamps/?format=links`)
  expect(links.timestamps).toContain(`https://youtu.be/${videoId}?t=55 `)
})

test('a match links to the part of a video that shows it', async () => {
  const { tournament, matches, games, elsewhere, other } = await evening()
  const [first, second] = games as [Played, Played]
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

  // The same video may show another cabinet too; its clock is its own.
  const beside = await add({ tournament, game: elsewhere.id, ...moment })
  expect([beside.id === id, beside.cabinet, beside.cabinetName]).toEqual([false, other, 'Other'])
  expect(await linkOf(matches[3]!)).toContain(`embed/${videoId}?start=55&`)

  expect((await attempt('DELETE', `${t}/video/${id}/`)).status).toBe(204)
  expect(await linkOf(matches[1]!)).toBeNull()
  expect((await hall.call('anonymous', 'GET', `${t}/video/${id}/`)).status).toBe(404)
})

test('a reference that cannot be one says why', async () => {
  const { tournament } = await newEvent(hall)
  const running = await newGame(hall, { cabinet: hall.cabinet, until: 'middle' })
  const { body: there } = await ok(
    hall.call('key', 'POST', '/api/game/cabinet/', {
      body: { scene: hall.otherScene, name: `far-${tournament}`, displayName: 'Far' },
    }),
  )
  const foreign = await newGame(hall, { cabinet: there.id })
  const whole = { tournament, game: running, videoId, gameEndTime: 60, length: 600 }
  const said = async (change: object) => {
    const { status, body } = await attempt('POST', `${t}/video/add/`, { ...whole, ...change })
    return [status, body]
  }
  expect(await said({})).toEqual([
    409,
    { detail: 'This game is not over yet.', code: 'GAME_NOT_OVER' },
  ])
  expect(await said({ game: foreign })).toEqual([
    409,
    {
      detail: 'This game is not associated with the same scene as this tournament.',
      code: 'GAME_OF_OTHER_SCENE',
    },
  ])
  expect(await said({ game: 999_999_999 })).toEqual([400, { game: ['There is no such game'] }])
  const time = 'Seconds, or a time such as 1:02:03'
  expect(await said({ gameEndTime: 'soon', length: -5 })).toEqual([
    400,
    { gameEndTime: [time], length: expect.arrayContaining([time]) },
  ])
  expect((await said({ videoId: 'a/b?c' }))[1]).toHaveProperty('videoId')
  expect((await said({ referencePoint: 'middle' }))[1]).toHaveProperty('referencePoint')
  expect((await said({ referencePoint: 'start' }))[0]).toBe(201)
})

test('P2: a video removed twice with one id is removed once', async () => {
  const { tournament, match } = await newEvent(hall)
  const game = await played(match, hall.cabinet)
  const { id } = await add({ tournament, game: game.id, gameEndTime: 60 })
  const headers = { 'idempotency-key': `video-${id}` }
  const remove = () => hall.call('admin', 'DELETE', `${t}/video/${id}/`, { headers })
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
})

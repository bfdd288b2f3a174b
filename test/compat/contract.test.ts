// What existing programs read and write, on the port of the compatibility API.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuild } from '../../services/projector/index.ts'
import { newEvent, newGame, ok, startHall } from '../support/two-scenes.ts'
import type { Body, Event, Hall } from '../support/two-scenes.ts'
import * as golden from './expected-shapes.ts'
import { expectGolden } from './expected-shapes.ts'
import { addresses, walk } from './every-address.ts'

let hall: Hall
let event: Event
let game: number
let apiKey: string
let sessionCookie: string

beforeAll(async () => {
  hall = await startHall({ compatPort: 0, compatHost: 'hive.test' })
  event = await newEvent(hall)
  const press = (method: string, url: string, body: unknown = {}) =>
    ok(hall.call('admin', method, url, { body }))
  const match = `/api/tournament/match/${event.match}/`
  await press('PUT', `${match}start/`, { cabinet: hall.cabinet })
  await press('PATCH', match, { isWarmup: false })
  game = await newGame(hall, { cabinet: hall.cabinet, winner: 'gold' })
  await press('PATCH', `/api/game/game/${game}/`, { tournamentMatch: event.match })
  await press('PUT', `/api/tournament/queue/${event.queue}/set-queue/`, {
    matches: [event.otherMatch],
  })
  await press('POST', '/api/tournament/player-info-field/', {
    tournament: event.tournament,
    fieldDescription: 'Shirt size?',
    fieldType: 'text',
  })
  await press('PATCH', `/api/tournament/player/${event.players[0]}/`, { team: event.teams[0] })
  await press('POST', '/api/tournament/video/add/', {
    tournament: event.tournament,
    game,
    videoId: 'abc',
    gameEndTime: 600,
    length: 7_200,
  })
  apiKey = (await press('POST', '/api/user/key/', { name: 'Draft tool' })).body.key
  sessionCookie = hall.people.admin['cookie']!.replace('waggle=', '')
})
afterAll(() => hall?.rig.stop())

type Answer = { status: number; body: Body; text: string }
async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${hall.rig.compatUrl}${path}`, init)
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null, text }
}
const read = async (path: string): Promise<Body> => {
  const { status, body, text } = await ask(path)
  if (status !== 200) throw new Error(`${status}: ${text}`)
  return body
}
const rows = async (path: string): Promise<Body[]> => (await read(path)).results
const script = (method: string, body?: unknown, sessionid = apiKey): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', cookie: `sessionid=${sessionid}` },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

describe('read without log-in', () => {
  test('every object has exactly the keys and types that programs know, and says what the other dialect says', async () => {
    const { tournament, bracket, match, teams } = event
    const { scene, cabinet } = hall
    const team = teams[1]!
    const url = `/api/game/cabinet/${cabinet}/device/`
    const device = (await ok(hall.call('admin', 'POST', url, { body: { name: 'Reader' } }))).body.id
    const ids = { scene, cabinet, tournament, bracket, match, team, game, device }
    expect(await walk(hall, addresses(ids))).toEqual([])
    const queued = await read(`/api/game/cabinet/${cabinet}/queued-matches/`)
    expect(queued.matches.map((each: Body) => each.id)).toEqual([event.otherMatch])
    const found = await rows(`/api/game/cabinet/?scene=${scene}&name=north`)
    expect(found.map((each: Body) => each.id)).toEqual([cabinet])
  })

  test('a detail of a team has its players, and each player a key for each question', async () => {
    const [question] = await rows(
      `/api/tournament/player-info-field/?tournament_id=${event.tournament}`,
    )
    expect(question).toMatchObject({ field_description: 'Shirt size?', field_slug: null })
    const form = { ...golden.player, [question.field_name]: 'any' }
    const player = `/api/tournament/player/${event.players[0]}/`
    await ok(hall.call('admin', 'PATCH', player, { body: { scene: 'PHL' } }))
    const players = await rows(`/api/tournament/player/?team_id=${event.teams[0]}`)
    expectGolden(form, players)
    expect(players[0].scene).toBe('PHL')
    const team = await read(`/api/tournament/team/${event.teams[0]}/`)
    expect(team.players.map((player: Body) => player.id)).toEqual([event.players[0]])
  })

  test('its numbers are those of the other dialect', async () => {
    const own = (await ok(hall.call('anonymous', 'GET', `/api/game/game/${game}/`))).body
    const here = await read(`/api/game/game/${game}/`)
    expect(here).toMatchObject({
      id: own.id,
      map_name: own.mapName,
      tournament_match: event.match,
      winning_team: 'gold',
      status: 'complete',
      player_count: own.playerCount,
    })
    expect(here.start_time).toBe(own.startTime.replace('Z', '000Z'))
    const stats = (await ok(hall.call('anonymous', 'GET', `/api/game/game/${game}/stats/`))).body
    const told = await read(`/api/game/game/${game}/stats/`)
    expect(told.by_player.military_kills).toEqual(stats.byPlayer.militaryKills)
    expect(told.length_sec).toBe(stats.lengthSec)
    // Some programs look for the first of these in the text and take it for the teams' sums.
    const { text } = await ask(`/api/game/game/${game}/stats/`)
    expect(/"military_kills":(\{[^}]*\})/.exec(text)?.[1]).toBe(JSON.stringify(stats.militaryKills))
  })

  test('a warm-up is a game of no match', async () => {
    const match = `/api/tournament/match/${event.match}/`
    const warmUp = (on: boolean) =>
      ok(hall.call('admin', 'PATCH', match, { body: { isWarmup: on } }))
    await warmUp(true)
    const warm = await newGame(hall, { cabinet: hall.cabinet })
    await expect
      .poll(async () => (await ok(hall.call('anonymous', 'GET', `/api/game/game/${warm}/`))).body)
      .toMatchObject({ tournamentMatch: event.match, isWarmup: true })
    expect((await read(`/api/game/game/${warm}/`)).tournament_match).toBeNull()
  })

  test('lists are paged by a path that keeps every filter, to a page that is JSON and not there', async () => {
    const first = `/api/tournament/match/?tournament_id=${event.tournament}&rows_per_page=4&limit=100&format=json`
    const ids: number[] = []
    let next: string | null = first
    let pages = 0
    const paths: string[] = []
    while (next) {
      const page: Body = await read(next)
      ids.push(...page.results.map((each: Body) => each.id))
      next = page.next
      if (next) paths.push(next)
      pages++
    }
    expect([pages, ids.length]).toEqual([2, 6])
    expect(paths).toEqual([
      `/api/tournament/match/?tournament_id=${event.tournament}&rows_per_page=4&limit=100&format=json&page=2`,
    ])
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    const past = await ask(`${first}&page=3`)
    expect([past.status, past.body]).toEqual([404, { detail: 'Not found' }])
    expect((await ask('/api/tournament/nothing/')).body).toEqual({ detail: 'Not found' })
  })

  test('both spellings of a query mean the same', async () => {
    const snake = await read(`/api/tournament/match/?active_cabinet_id=${hall.cabinet}`)
    const camel = await read(`/api/tournament/match/?activeCabinetId=${hall.cabinet}`)
    expect(snake).toEqual(camel)
    expect(snake.results.map((each: Body) => each.id)).toEqual([event.match])
  })

  test('it is the same by its host name on the other port', async () => {
    const { port } = new URL(hall.rig.url)
    const path = `/api/tournament/tournament/${event.tournament}/`
    const get = (host: string) =>
      new Promise<Body>((resolve, reject) => {
        httpRequest({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
          let text = ''
          response.on('data', (part: Buffer) => (text += part.toString()))
          response.on('end', () => resolve(JSON.parse(text)))
        })
          .on('error', reject)
          .end()
      })
    expectGolden(golden.tournament, await get('hive.test'))
    expect(await get('waggle.test')).toHaveProperty('linkType')
  })
})

describe('a device at a cabinet', () => {
  let device: { id: number; token: string }
  beforeAll(async () => {
    const url = `/api/game/cabinet/${hall.cabinet}/device/`
    device = (await ok(hall.call('admin', 'POST', url, { body: { name: 'Button' } }))).body
  })
  const held = (body: URLSearchParams | FormData) =>
    ask('/api/video/video-clip/', { method: 'POST', body })
  const form = (token: string, cabinet = hall.cabinet) =>
    new URLSearchParams({ cabinet: `${cabinet}`, token, created_by: '1' })

  test('finds its cabinet, by its own number or by name in any case', async () => {
    const own = await read(`/api/game/client-device/${device.id}/`)
    expectGolden(golden.clientDevice, own)
    expect(own.cabinet).toBe(hall.cabinet)
    expectGolden(golden.signedIn, await read(`/api/game/client-device/${device.id}/signin/`))
    for (const query of [
      '?name=NORTH',
      '?scene=here&name=north',
      `?scene=${hall.scene}&name=North`,
    ]) {
      const found = (await read(`/api/game/cabinet${query}`)).results
      expect([query, found.map((each: Body) => each.id)]).toEqual([query, [hall.cabinet]])
    }
    expect((await ask('/api/game/client-device/999999/')).status).toBe(404)
  })

  test('marks a moment by its button, and the mark leads to the recording', async () => {
    const { status, body } = await held(form(device.token))
    expect([status, body.success]).toEqual([200, true])
    const [clip, ...more] = await rows(`/api/video/video-clip/?cabinet_id=${hall.cabinet}`)
    expectGolden(golden.clip, clip)
    expect(more).toEqual([])
    // Whom a device names has to be there.
    expect(clip).toMatchObject({ id: body.id, cabinet: hall.cabinet, created_by: null })
    expect(clip.link).toMatch(/^https:\/\/www\.youtube\.com\/embed\/abc\?start=\d+&end=\d+$/)
    const parts = new FormData()
    for (const [name, value] of form(device.token)) parts.append(name, value)
    expect((await held(parts)).body.success).toBe(true)
  })

  test('P18: its token marks nothing elsewhere, a wrong one nothing at all, and forms go nowhere else', async () => {
    const marked = () => rows('/api/video/video-clip/')
    const before = await marked()
    for (const body of [form('guessed'), form(device.token, 999_999), form(apiKey)]) {
      const answer = await held(body)
      expect([answer.status, answer.body.success]).toEqual([200, false])
    }
    expect(await marked()).toEqual(before)
    const elsewhere = await ask('/api/tournament/team/', {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}` },
      body: new URLSearchParams({ name: 'Never', tournament: `${event.tournament}` }),
    })
    expect(elsewhere.status).toBe(415)
  })
})

test('P15: whoever presses too often at one cabinet stops nobody at another', async () => {
  const body = { scene: hall.scene, name: 'south', displayName: 'South' }
  const south = (await ok(hall.call('admin', 'POST', '/api/game/cabinet/', { body }))).body.id
  const codes = await Promise.all(
    [hall.cabinet, south].map(async (id: number) => {
      const made = hall.call('admin', 'POST', `/api/game/cabinet/${id}/code/`, { body: {} })
      return (await ok(made)).body.code as string
    }),
  )
  const press = (code: string) =>
    hall.call('anonymous', 'POST', '/api/stats/signin/code/', {
      body: { code, action: 'sign_out', position: 9 },
    })
  const answers = await Promise.all(Array.from({ length: 40 }, () => press(codes[0]!)))
  expect(answers.map(({ status }) => status)).toContain(429)
  expect((await press(codes[1]!)).status).toBe(200)
})

describe('read as programs differ in asking', () => {
  test('with and without a slash, with as many rows as they like', async () => {
    const { tournament } = event
    expectGolden(golden.cabinet, await rows('/api/game/cabinet?name=north'))
    expectGolden(golden.cabinet, await rows('/api/game/cabinet/?rows_per_page=200'))
    expectGolden(golden.player, await playersWithoutAnswers())
    const asked = `?tournament_id=${tournament}&format=json`
    expectGolden(golden.question, await rows(`/api/tournament/player-info-field/${asked}`))
    const totals = await read(`/api/tournament/team/${event.teams[0]}/totals/`)
    expectGolden(golden.totals, totals)
    expect(totals.games).toBeGreaterThan(0)
    await rebuild(hall.rig.log, hall.rig.store)
    expect(await read(`/api/tournament/team/${event.teams[0]}/totals/`)).toEqual(totals)
    const [video] = await rows(`/api/tournament/video/${asked}&page=1`)
    const timestamps = await read(`/api/tournament/video/${video.id}/timestamps/`)
    expectGolden(golden.form('timestamps:text notice:text?'), timestamps)
  })

  test('tournaments come with the newest date first', async () => {
    const found = await rows('/api/tournament/tournament/')
    const dates: string[] = found.map((each) => each.date)
    expect(dates).toEqual(dates.toSorted((a, b) => b.localeCompare(a)))
  })

  /** Besides the key of each question. */
  async function playersWithoutAnswers() {
    const of = `?tournament_id=${event.tournament}`
    const names = (await rows(`/api/tournament/player-info-field/${of}`)).map((q) => q.field_name)
    const players = await rows(`/api/tournament/player/${of}`)
    return players.map((player) =>
      Object.fromEntries(Object.entries(player).filter(([key]) => !names.includes(key))),
    )
  }
})

test('every command of docs/devices.md does what is said there', async () => {
  const page = readFileSync(new URL('../../docs/devices.md', import.meta.url), 'utf8')
  const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
  expect(blocks.length).toBeGreaterThan(8)
  const cwd = mkdtempSync(join(tmpdir(), 'waggle-devices-'))
  const { url, compatUrl, adminKey } = hall.rig
  const env = {
    ...process.env,
    WAGGLE: url,
    HIVE: compatUrl ?? '',
    SCENE: 'here',
    NEW_SCENE: 'there',
    NAME: 'north',
    KEY: adminKey,
  }
  const script = `set -euo pipefail\n${blocks.join('\n')}`
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    cwd,
    env,
    timeout: 60_000,
  })
  expect(stdout).toContain('"imported":{"matches":6,"games":1,')
  expect(stdout).toContain('"success":true')
  expect(JSON.parse(readFileSync(join(cwd, 'hivemind-client.json'), 'utf8'))).toMatchObject({
    cabinets: [{ sceneName: 'here', cabinetName: 'north' }],
  })
  rmSync(cwd, { recursive: true })
})

describe('written by scripts', () => {
  test('a cookie with an API key makes, changes and removes; no header against forgery is needed', async () => {
    const { tournament, players } = event
    const made = await ask(
      '/api/tournament/team/?format=json',
      script('POST', { name: 'Drafted', tournament }),
    )
    expect(made.status).toBe(201)
    expectGolden({ ...golden.team, players: 'any' }, made.body)
    const player = `/api/tournament/player/${players[1]}/?format=json`
    const moved = await ask(player, script('PATCH', { team: made.body.id }))
    expect([moved.status, moved.body.team]).toEqual([200, made.body.id])
    const back = await ask(player, script('PATCH', { team: null }))
    expect(back.body.team).toBeNull()
    const gone = await ask(`/api/tournament/team/${made.body.id}/`, script('DELETE'))
    expect(gone.status).toBe(204)
  })

  test("P18: the browser's own session is nobody here, in either cookie, and no key is good in the other port's cookie", async () => {
    const { tournament } = event
    const body = { name: 'Never', tournament }
    const write = (cookie: string) =>
      ask('/api/tournament/team/', {
        ...script('POST', body),
        headers: { 'content-type': 'application/json', cookie },
      })
    for (const cookie of [
      `sessionid=${sessionCookie}`,
      `waggle=${sessionCookie}`,
      `waggle=${sessionCookie}; sessionid=${sessionCookie}`,
      'sessionid=guessed',
      '',
    ]) {
      expect([cookie, (await write(cookie)).status]).toEqual([cookie, 401])
    }
    const there = await fetch(`${hall.rig.url}/api/tournament/team/`, script('POST', body))
    expect(there.status).toBe(401)
    expect((await rows(`/api/tournament/team/?tournament_id=${tournament}`)).length).toBe(4)
  })

  test('P18: another site cannot use the cookie of a browser', async () => {
    const init = script('POST', { name: 'Never', tournament: event.tournament })
    const headers = { ...(init.headers as object), origin: 'https://elsewhere.example' }
    expect((await ask('/api/tournament/team/', { ...init, headers })).status).toBe(403)
  })

  test('a read with a cookie that is worth nothing is a read of anybody', async () => {
    const { status } = await ask('/api/tournament/tournament/', script('GET', undefined, 'old'))
    expect(status).toBe(200)
  })

  test('accounts, money and everything else of people are not spoken here', async () => {
    const urls = hall.rig.web
      .matrix()
      .map(({ url }) => url)
      .filter((url) => /^\/api\/(user|stripe)|payment|history|devices/.test(url))
    expect(urls.length).toBeGreaterThan(20)
    for (const url of new Set(urls)) {
      const path = url.replace(/:\w+/g, '1')
      expect([path, (await ask(path, script('GET'))).status]).toEqual([path, 404])
    }
  })
})

test('what a match says of its tournament is never told as unchanged', async () => {
  // One with a video is told anew in the other dialect, too.
  const { tournament: id } = await newEvent(hall)
  const path = `/api/tournament/match/?tournament_id=${id}`
  const { headers } = await fetch(`${hall.rig.url}${path}`)
  const again = { headers: { 'if-none-match': headers.get('etag') ?? '' } }
  expect((await fetch(`${hall.rig.url}${path}`, again)).status).toBe(304)
  const tournament = `/api/tournament/tournament/${id}/`
  const body = { description: 'At eight' }
  await ok(hall.call('admin', 'PATCH', tournament, { body }))
  const told = await ask(path, again)
  expect(told.status).toBe(200)
  expect(told.body.results[0].tournament.description).toBe('At eight')
  expect((await fetch(`${hall.rig.compatUrl}${path}`)).headers.get('etag')).toBeNull()
})

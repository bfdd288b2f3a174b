// Requests of existing programs, on the port of the compatibility API.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuild } from '#services/projector/index.ts'
import { limitMs } from '../support/limits.ts'
import { newSampleTournament, newGame, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, SampleTournament, TwoScenes } from '../support/two-scenes.ts'
import * as golden from './expected-shapes.ts'
import { expectGolden } from './expected-shapes.ts'
import { addresses, compareAddresses } from './every-address.ts'

let fixture: TwoScenes
const callOk: TwoScenes['call'] = (...args) => expectOk(fixture.call(...args))
let sample: SampleTournament
let game: number
let apiKey: string
let sessionCookie: string

beforeAll(async () => {
  fixture = await startTwoScenes({ compatPort: 0, compatHost: 'hive.test' })
  sample = await newSampleTournament(fixture)
  const press = (method: string, url: string, body: unknown = {}) =>
    callOk('admin', method, url, { body })
  const match = `/api/tournament/match/${sample.match}/`
  await press('PUT', `${match}start/`, { cabinet: fixture.cabinet })
  await press('PATCH', match, { isWarmup: false })
  game = await newGame(fixture, { cabinet: fixture.cabinet, winner: 'gold' })
  await press('PATCH', `/api/game/game/${game}/`, { tournamentMatch: sample.match })
  await press('PUT', `/api/tournament/queue/${sample.queue}/set-queue/`, {
    matches: [sample.otherMatch],
  })
  await press('POST', '/api/tournament/player-info-field/', {
    tournament: sample.tournament,
    fieldDescription: 'Shirt size?',
    fieldType: 'text',
  })
  await press('PATCH', `/api/tournament/player/${sample.players[0]}/`, { team: sample.teams[0] })
  await press('POST', '/api/tournament/video/add/', {
    tournament: sample.tournament,
    game,
    videoId: 'abc',
    gameEndTime: 600,
    length: 7_200,
  })
  apiKey = (await press('POST', '/api/user/key/', { name: 'Draft tool' })).body.key
  sessionCookie = fixture.people.admin['cookie']!.replace('waggle=', '')
})
afterAll(() => fixture?.app.stop())

type Answer = { status: number; body: Body; text: string }
async function request(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${fixture.app.compatUrl}${path}`, init)
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null, text }
}
const read = async (path: string): Promise<Body> => {
  const { status, body, text } = await request(path)
  if (status !== 200) throw new Error(`${status}: ${text}`)
  return body
}
const rows = async (path: string): Promise<Body[]> => (await read(path)).results
const script = (method: string, body?: unknown, sessionid = apiKey): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', cookie: `sessionid=${sessionid}` },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

describe('reads without signing in', () => {
  test('every object has exactly the keys and types that programs know, with the values of the native API', async () => {
    const { tournament, bracket, match, teams } = sample
    const { scene, cabinet } = fixture
    const team = teams[1]!
    const url = `/api/game/cabinet/${cabinet}/device/`
    const reply = await callOk('admin', 'POST', url, { body: { name: 'Reader' } })
    const ids = { scene, cabinet, tournament, bracket, match, team, game, device: reply.body.id }
    expect(await compareAddresses(fixture, addresses(ids))).toEqual([])
    const queued = await read(`/api/game/cabinet/${cabinet}/queued-matches/`)
    expect(queued.matches.map((each: Body) => each.id)).toEqual([sample.otherMatch])
    const found = await rows(`/api/game/cabinet/?scene=${scene}&name=north`)
    expect(found.map((each: Body) => each.id)).toEqual([cabinet])
  })

  test('a single team has its players, and each player a key for each question', async () => {
    const [question] = await rows(
      `/api/tournament/player-info-field/?tournament_id=${sample.tournament}`,
    )
    expect(question).toMatchObject({ field_description: 'Shirt size?', field_slug: 'shirt_size' })
    const form = { ...golden.player, [question.field_name]: 'any' }
    const player = `/api/tournament/player/${sample.players[0]}/`
    await callOk('admin', 'PATCH', player, { body: { scene: 'PHL' } })
    const players = await rows(`/api/tournament/player/?team_id=${sample.teams[0]}`)
    expectGolden(form, players)
    expect(players[0].scene).toBe('PHL')
    const team = await read(`/api/tournament/team/${sample.teams[0]}/`)
    expect(team.players.map((player: Body) => player.id)).toEqual([sample.players[0]])
  })

  test('games and statistics have the values of the native API', async () => {
    const native = (await callOk('anonymous', 'GET', `/api/game/game/${game}/`)).body
    const compat = await read(`/api/game/game/${game}/`)
    expect(compat).toMatchObject({
      id: native.id,
      map_name: native.mapName,
      tournament_match: sample.match,
      winning_team: 'gold',
      status: 'complete',
      player_count: native.playerCount,
    })
    expect(compat.start_time).toBe(native.startTime.replace('Z', '000Z'))
    const stats = (await callOk('anonymous', 'GET', `/api/game/game/${game}/stats/`)).body
    const compatStats = await read(`/api/game/game/${game}/stats/`)
    expect(compatStats.by_player.military_kills).toEqual(stats.byPlayer.militaryKills)
    expect(compatStats.length_sec).toBe(stats.lengthSec)
    // Some programs search the text for the first of these keys and expect the sums of the teams.
    const { text } = await request(`/api/game/game/${game}/stats/`)
    expect(/"military_kills":(\{[^}]*\})/.exec(text)?.[1]).toBe(JSON.stringify(stats.militaryKills))
  })

  test('a warm-up game has no match', async () => {
    const match = `/api/tournament/match/${sample.match}/`
    const warmUp = (on: boolean) => callOk('admin', 'PATCH', match, { body: { isWarmup: on } })
    await warmUp(true)
    const id = await newGame(fixture, { cabinet: fixture.cabinet })
    await expect
      .poll(async () => (await callOk('anonymous', 'GET', `/api/game/game/${id}/`)).body)
      .toMatchObject({ tournamentMatch: sample.match, isWarmup: true })
    expect((await read(`/api/game/game/${id}/`)).tournament_match).toBeNull()
  })

  test('the next page keeps every filter, and a page past the end is a 404 in JSON', async () => {
    const first = `/api/tournament/match/?tournament_id=${sample.tournament}&rows_per_page=4&limit=100&format=json`
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
      `/api/tournament/match/?tournament_id=${sample.tournament}&rows_per_page=4&limit=100&format=json&page=2`,
    ])
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    const past = await request(`${first}&page=3`)
    expect([past.status, past.body]).toEqual([404, { detail: 'Not found' }])
    expect((await request('/api/tournament/nothing/')).body).toEqual({ detail: 'Not found' })
  })

  test('both spellings of a query are equivalent', async () => {
    const snake = await read(`/api/tournament/match/?active_cabinet_id=${fixture.cabinet}`)
    const camel = await read(`/api/tournament/match/?activeCabinetId=${fixture.cabinet}`)
    expect(snake).toEqual(camel)
    expect(snake.results.map((each: Body) => each.id)).toEqual([sample.match])
  })

  test('it is also served on the native port under its own host name', async () => {
    const { port } = new URL(fixture.app.url)
    const path = `/api/tournament/tournament/${sample.tournament}/`
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
    const url = `/api/game/cabinet/${fixture.cabinet}/device/`
    device = (await callOk('admin', 'POST', url, { body: { name: 'Button' } })).body
  })
  const postClip = (body: URLSearchParams | FormData) =>
    request('/api/video/video-clip/', { method: 'POST', body })
  const form = (token: string, cabinet = fixture.cabinet) =>
    new URLSearchParams({ cabinet: `${cabinet}`, token, created_by: '1' })

  test('finds its cabinet by its own id, or by name in any case', async () => {
    const own = await read(`/api/game/client-device/${device.id}/`)
    expectGolden(golden.clientDevice, own)
    expect(own.cabinet).toBe(fixture.cabinet)
    expectGolden(golden.signedIn, await read(`/api/game/client-device/${device.id}/signin/`))
    for (const query of [
      '?name=NORTH',
      '?scene=here&name=north',
      `?scene=${fixture.scene}&name=North`,
    ]) {
      const found = (await read(`/api/game/cabinet${query}`)).results
      expect([query, found.map((each: Body) => each.id)]).toEqual([query, [fixture.cabinet]])
    }
    expect((await request('/api/game/client-device/999999/')).status).toBe(404)
  })

  test('stores a clip, which links to the recording', async () => {
    const { status, body } = await postClip(form(device.token))
    expect([status, body.success]).toEqual([200, true])
    const [clip, ...more] = await rows(`/api/video/video-clip/?cabinet_id=${fixture.cabinet}`)
    expectGolden(golden.clip, clip)
    expect(more).toEqual([])
    // The person named by the device does not exist.
    expect(clip).toMatchObject({ id: body.id, cabinet: fixture.cabinet, created_by: null })
    expect(clip.link).toMatch(/^https:\/\/www\.youtube\.com\/embed\/abc\?start=\d+&end=\d+$/)
    const parts = new FormData()
    for (const [name, value] of form(device.token)) parts.append(name, value)
    expect((await postClip(parts)).body.success).toBe(true)
  })

  test('P18: stores no clip with a wrong token or for another cabinet, and no other route accepts forms', async () => {
    const marked = () => rows('/api/video/video-clip/')
    const before = await marked()
    for (const body of [form('guessed'), form(device.token, 999_999), form(apiKey)]) {
      const answer = await postClip(body)
      expect([answer.status, answer.body.success]).toEqual([200, false])
    }
    expect(await marked()).toEqual(before)
    const elsewhere = await request('/api/tournament/team/', {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}` },
      body: new URLSearchParams({ name: 'Never', tournament: `${sample.tournament}` }),
    })
    expect(elsewhere.status).toBe(415)
  })
})

test('P15: the rate limit of one cabinet does not affect another', async () => {
  const body = { scene: fixture.scene, name: 'south', displayName: 'South' }
  const south = (await callOk('admin', 'POST', '/api/game/cabinet/', { body })).body.id
  const codes = await Promise.all(
    [fixture.cabinet, south].map(async (id: number) => {
      const made = fixture.call('admin', 'POST', `/api/game/cabinet/${id}/code/`, { body: {} })
      return (await expectOk(made)).body.code as string
    }),
  )
  const press = (code: string) =>
    fixture.call('anonymous', 'POST', '/api/stats/signin/code/', {
      body: { code, action: 'sign_out', position: 9 },
    })
  const answers = await Promise.all(Array.from({ length: 40 }, () => press(codes[0]!)))
  expect(answers.map(({ status }) => status)).toContain(429)
  expect((await press(codes[1]!)).status).toBe(200)
})

describe('variants of requests', () => {
  test('work with and without a trailing slash, and with any number of rows', async () => {
    const { tournament } = sample
    expectGolden(golden.cabinet, await rows('/api/game/cabinet?name=north'))
    expectGolden(golden.cabinet, await rows('/api/game/cabinet/?rows_per_page=200'))
    expectGolden(golden.player, await playersWithoutAnswers())
    const query = `?tournament_id=${tournament}&format=json`
    expectGolden(golden.question, await rows(`/api/tournament/player-info-field/${query}`))
    const totals = await read(`/api/tournament/team/${sample.teams[0]}/totals/`)
    expectGolden(golden.totals, totals)
    expect(totals.games).toBeGreaterThan(0)
    await rebuild(fixture.app.log, fixture.app.store)
    expect(await read(`/api/tournament/team/${sample.teams[0]}/totals/`)).toEqual(totals)
    const [video] = await rows(`/api/tournament/video/${query}&page=1`)
    const timestamps = await read(`/api/tournament/video/${video.id}/timestamps/`)
    expectGolden(golden.form('timestamps:text notice:text?'), timestamps)
  })

  test('get tournaments with the newest date first', async () => {
    const found = await rows('/api/tournament/tournament/')
    const dates: string[] = found.map((each) => each.date)
    expect(dates).toEqual(dates.toSorted((a, b) => b.localeCompare(a)))
  })

  /** Players without the keys of questions. */
  async function playersWithoutAnswers() {
    const of = `?tournament_id=${sample.tournament}`
    const names = (await rows(`/api/tournament/player-info-field/${of}`)).map((q) => q.field_name)
    const players = await rows(`/api/tournament/player/${of}`)
    return players.map((player) =>
      Object.fromEntries(Object.entries(player).filter(([key]) => !names.includes(key))),
    )
  }
})

test('every command of docs/devices.md works as described', async () => {
  const page = readFileSync(new URL('../../docs/devices.md', import.meta.url), 'utf8')
  const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
  expect(blocks.length).toBeGreaterThan(8)
  const cwd = mkdtempSync(join(tmpdir(), 'waggle-devices-'))
  const { url, compatUrl, adminKey } = fixture.app
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
  const options = { cwd, env, timeout: limitMs.wait }
  const { stdout } = await promisify(execFile)('bash', ['-c', script], options)
  expect(stdout).toContain('"imported":{"matches":6,"games":1,')
  expect(stdout).toContain('"success":true')
  expect(JSON.parse(readFileSync(join(cwd, 'hivemind-client.json'), 'utf8'))).toMatchObject({
    cabinets: [{ sceneName: 'here', cabinetName: 'north' }],
  })
  rmSync(cwd, { recursive: true })
})

describe('writes by scripts', () => {
  test('are authorized by a cookie with an API key, without a CSRF header', async () => {
    const { tournament, players } = sample
    const made = await request(
      '/api/tournament/team/?format=json',
      script('POST', { name: 'Drafted', tournament }),
    )
    expect(made.status).toBe(201)
    expectGolden({ ...golden.team, players: 'any' }, made.body)
    const player = `/api/tournament/player/${players[1]}/?format=json`
    const moved = await request(player, script('PATCH', { team: made.body.id }))
    expect([moved.status, moved.body.team]).toEqual([200, made.body.id])
    const back = await request(player, script('PATCH', { team: null }))
    expect(back.body.team).toBeNull()
    const gone = await request(`/api/tournament/team/${made.body.id}/`, script('DELETE'))
    expect(gone.status).toBe(204)
  })

  test('P18: a browser session does not work here in either cookie, nor an API key in a cookie of the native port', async () => {
    const { tournament } = sample
    const body = { name: 'Never', tournament }
    const write = (cookie: string) =>
      request('/api/tournament/team/', {
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
    const native = await fetch(`${fixture.app.url}/api/tournament/team/`, script('POST', body))
    expect(native.status).toBe(401)
    expect((await rows(`/api/tournament/team/?tournament_id=${tournament}`)).length).toBe(4)
  })

  test('P18: are refused from another site', async () => {
    const init = script('POST', { name: 'Never', tournament: sample.tournament })
    const headers = { ...(init.headers as object), origin: 'https://elsewhere.example' }
    expect((await request('/api/tournament/team/', { ...init, headers })).status).toBe(403)
  })

  test('an invalid cookie does not prevent a public read', async () => {
    const { status } = await request('/api/tournament/tournament/', script('GET', undefined, 'old'))
    expect(status).toBe(200)
  })

  test('accounts, payments and other routes for people do not exist here', async () => {
    const urls = fixture.app.web
      .matrix()
      .map(({ url }) => url)
      .filter((url) => /^\/api\/(user|stripe)|payment|history|devices/.test(url))
    expect(urls.length).toBeGreaterThan(20)
    for (const url of new Set(urls)) {
      const path = url.replace(/:\w+/g, '1')
      expect([path, (await request(path, script('GET'))).status]).toEqual([path, 404])
    }
  })
})

test('a list of matches with their tournament is never answered with 304', async () => {
  // This tournament has no video, since with one the native API would not respond with 304 either.
  const { tournament: id } = await newSampleTournament(fixture)
  const path = `/api/tournament/match/?tournament_id=${id}`
  const { headers } = await fetch(`${fixture.app.url}${path}`)
  const again = { headers: { 'if-none-match': headers.get('etag') ?? '' } }
  expect((await fetch(`${fixture.app.url}${path}`, again)).status).toBe(304)
  const tournament = `/api/tournament/tournament/${id}/`
  const body = { description: 'At eight' }
  await callOk('admin', 'PATCH', tournament, { body })
  const answer = await request(path, again)
  expect(answer.status).toBe(200)
  expect(answer.body.results[0].tournament.description).toBe('At eight')
  expect((await fetch(`${fixture.app.compatUrl}${path}`)).headers.get('etag')).toBeNull()
})

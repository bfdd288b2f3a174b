// Sign-in of players by card readers at cabinets, with the requests of existing readers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { forgetGuests, signOutIdleNow } from '#services/intake/idle-sign-out.ts'
import { rebuild, verify } from '#services/projector/index.ts'
import { connect } from '../clients/socket.ts'
import type { Client, Json } from '../clients/socket.ts'
import { until, whenAnswered } from '../support/desk-client.ts'
import {
  newSampleTournament,
  newGame,
  expectOk,
  person,
  startTwoScenes,
} from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'
import * as golden from './expected-shapes.ts'
import { expectGolden } from './expected-shapes.ts'

let fixture: TwoScenes
const callOk: TwoScenes['call'] = (...args) => expectOk(fixture.call(...args))
let feed: Client
let device: { id: number; token: string }
const cards = { ada: '04a1b2c3d4e5f6', eve: 'DEADBEEF' }
const names = { ada: 'Ada', eve: 'CANARY-HIDDEN-PERSON' }
const people: Record<'ada' | 'eve', { id: number; headers: Record<string, string> }> = {} as never

beforeAll(async () => {
  fixture = await startTwoScenes({ compatPort: 0 })
  feed = connect(`${fixture.app.compatUrl}/ws/signin/`, () => {})
  await feed.ready
  device = await newDevice('Reader')
  for (const who of ['ada', 'eve'] as const) {
    const headers = await person(fixture.app, { name: names[who] })
    const [{ id }] = (await query('select max(id) as id from kept.person')) as [{ id: number }]
    people[who] = { id, headers }
  }
})
afterAll(async () => {
  feed?.close()
  await fixture?.app.stop()
})

const query = async (sql: string): Promise<Body[]> => (await fixture.app.store.pool.query(sql)).rows
async function newDevice(name: string): Promise<{ id: number; token: string }> {
  const url = `/api/game/cabinet/${fixture.cabinet}/device/`
  return (await callOk('admin', 'POST', url, { body: { name } })).body
}

async function tap(what: Json): Promise<{ status: number; body: Json }> {
  const answer = await fetch(`${fixture.app.compatUrl}/api/stats/signin/nfc/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      scene_name: 'here',
      cabinet_name: 'north',
      device_id: null,
      token: device.token,
      ...what,
    }),
  })
  return { status: answer.status, body: (await answer.json()) as Json }
}
const success = { status: 200, body: { success: true } }
const failure = { status: 200, body: { success: false } }
const read = async (path: string): Promise<Body> =>
  (await fetch(`${fixture.app.compatUrl}${path}`)).json() as Promise<Body>
/** The body as text; of an event stream, which does not end, the first chunk. */
async function textOf(url: string): Promise<string> {
  const answer = await fetch(url)
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream) return answer.text()
  const reader = answer.body!.getReader()
  const { value } = await reader.read()
  return reader.cancel().then(() => new TextDecoder().decode(value))
}
const codeUrl = () => `/api/game/cabinet/${fixture.cabinet}/code/`
const signedIn = async () => (await read(`/api/game/cabinet/${fixture.cabinet}/signin/`)).signed_in
const received = (n: number) => until('the lamp', () => Promise.resolve(feed.messages.length >= n))

async function registerCard(who: 'ada' | 'eve'): Promise<void> {
  const before = feed.messages.length
  const { id, headers } = people[who]
  const made = await callOk('admin', 'POST', codeUrl(), { body: {} })
  const body = { code: made.body.code, reader: 'blue' }
  await callOk('anonymous', 'POST', '/api/stats/signin/register/', { body, headers })
  await received(before + 1)
  const message = feed.messages.at(-1)!
  expectGolden(golden.register, message)
  expect(message).toMatchObject({ user: id, reader_id: 'blue', device_ids: [`${device.id}`] })
  const { type: _, scene_name: __, cabinet_name: ___, ...echo } = message
  expect(await tap({ ...echo, action: 'nfc_register_tapped', card: cards[who] })).toMatchObject(
    success,
  )
}

test('a card is registered within the minute, and signs in and out at the positions of a cabinet', async () => {
  await registerCard('ada')
  const { id } = people.ada
  const before = feed.messages.length
  const inAt = { action: 'sign_in', card: cards.ada.toUpperCase() }
  expect(await tap({ ...inAt, player: '4' })).toMatchObject(success)
  await received(before + 1)
  expectGolden(golden.signIn, feed.messages.at(-1))
  expect(feed.messages.at(-1)).toMatchObject({
    action: 'sign_in',
    player_id: 4,
    position_name: 'Blue Stripes',
    user_id: id,
    user_name: 'Ada',
    cabinet_id: fixture.cabinet,
    device_ids: [`${device.id}`],
  })
  expectGolden(golden.signedIn, await read(`/api/game/client-device/${device.id}/signin/`))
  expect(await signedIn()).toMatchObject([{ user_id: id, player_id: 4 }])
  // Signing in at another position, sent as a number, leaves the first one.
  expect(await tap({ ...inAt, player: 6 })).toMatchObject(success)
  await received(before + 3)
  expect(feed.messages.slice(before).map((one) => [one['action'], one['player_id']])).toEqual([
    ['sign_in', 4],
    ['sign_out', 4],
    ['sign_in', 6],
  ])

  const game = await newGame(fixture, { cabinet: fixture.cabinet })
  const { users } = await read(`/api/game/game/${game}/`)
  expectGolden(golden.user, users)
  expect(users).toMatchObject([{ player_id: 6, user: id, game }])
  const stats = await read(`/api/game/game/${game}/stats/`)
  expect(stats.signed_in).toEqual({ 6: { id, name: 'Ada' } })

  expect(await tap({ action: 'sign_out', card: null, player: 6 })).toMatchObject(success)
  await until('the way out', async () => (await signedIn()).length === 0)
  const next = await newGame(fixture, { cabinet: fixture.cabinet })
  expect((await read(`/api/game/game/${next}/`)).users).toEqual([])
})

test('P19: a person who must not be displayed does not appear at a cabinet', async () => {
  await registerCard('eve')
  const { headers } = people.eve
  const body = { name: names.eve, doNotDisplay: true }
  await callOk('anonymous', 'PATCH', '/api/user/me/', { body, headers })
  const plain = connect(`${fixture.app.wsUrl}/ws/signin`, () => {})
  await plain.ready
  const before = feed.messages.length
  expect(await tap({ action: 'sign_in', card: cards.eve, player: 2 })).toMatchObject(success)
  const rows = () => query(`select person from view.sign_in where position = 2`)
  await until('the way in', async () => (await rows()).length === 1)
  // This sign-in is sent after the hidden one would have been.
  expect(await tap({ action: 'sign_in', card: cards.ada, player: 8 })).toMatchObject(success)
  await received(before + 1)
  await until('the other dialect', () => Promise.resolve(plain.messages.length > 0))
  expect(plain.messages).toMatchObject([{ playerId: 8, userName: 'Ada', sceneName: 'here' }])
  plain.close()
  const game = await newGame(fixture, { cabinet: fixture.cabinet })
  const answers = JSON.stringify([
    feed.messages.slice(before),
    await signedIn(),
    await read(`/api/game/game/${game}/`),
    await read(`/api/game/game/${game}/stats/`),
    (await callOk('anonymous', 'GET', `/api/game/game/${game}/stats/`)).body,
  ])
  expect(answers).not.toContain('CANARY')
  expect(answers).not.toContain(`"user":${people.eve.id}`)
  expect(answers).toContain(`"user":${people.ada.id}`)
})

test('P19: no response and no socket of either API contains a person who must not be displayed', async () => {
  const sample = await newSampleTournament(fixture)
  const { tournament, match: matchId, bracket, teams } = sample
  const [player] = sample.players
  await query(`update kept.player set "user" = ${people.eve.id}, name = '${names.eve}',
    pronouns = 'CANARY', tidbit = 'CANARY', do_not_display = true where id = ${player}`)
  const match = `/api/tournament/match/${matchId}/`
  await callOk('admin', 'PUT', `${match}start/`, {
    body: { cabinet: fixture.cabinet, force: true },
  })
  const sockets = ['gamestate', 'signin', 'ingame_stats', 'event-relay/here/north']
  const paths = [...sockets, `tournament-relay/${tournament}`]
  const bases = [fixture.app.compatUrl!, fixture.app.url]
  const opened = bases.flatMap((base) =>
    paths.map((path) => connect(`${base.replace('http', 'ws')}/ws/${path}`, () => {})),
  )
  await Promise.all(opened.map((socket) => socket.ready))
  await tap({ action: 'sign_out', player: 2 })
  await tap({ action: 'sign_in', card: cards.eve, player: 2 })
  await tap({ action: 'sign_in', card: cards.ada, player: 9 })
  const game = await newGame(fixture, { cabinet: fixture.cabinet })
  const [first] = opened
  await until('the names', () =>
    Promise.resolve(first!.messages.some(({ type }) => type === 'playernames')),
  )
  const main = [fixture.cabinet, game, tournament, matchId, bracket, people.eve.id]
  const ids = [...new Set([...main, sample.queue, player, ...teams, device.id, fixture.scene])]
  const reads = fixture.app.web
    .matrix()
    .filter(({ method, who, socket }) => method === 'GET' && who === 'everyone' && !socket)
    .filter(({ url }) => url.startsWith('/api/') && !url.includes('/oauth/'))
  const urls = reads.flatMap(({ url }) =>
    url.includes(':id') ? ids.map((id) => url.replace(':id', `${id}`)) : [url],
  )
  const filter = `?tournament_id=${tournament}&game_id=${game}&cabinet_id=${fixture.cabinet}&from=0`
  const answers: string[] = []
  for (const base of bases) {
    for (const url of urls) answers.push(await textOf(base + url + filter))
  }
  expect(answers.filter((text) => text.startsWith('{"')).length).toBeGreaterThan(urls.length)
  expect(answers.filter((text) => text.includes('CANARY'))).toEqual([])
  expect(answers.filter((text) => text.includes('Ada')).length).toBeGreaterThan(3)
  const heardAll = opened.map((socket) => JSON.stringify(socket.messages))
  expect(heardAll.filter((text) => text.includes('CANARY'))).toEqual([])
  for (const socket of opened) socket.close()
  await callOk('admin', 'PUT', `${match}stop/`, { body: {} })
})

test('a device works only at its own cabinet; unknown and removed devices sign nobody in', async () => {
  const south = { scene: fixture.otherScene, name: 'south', displayName: 'South' }
  await callOk('key', 'POST', '/api/game/cabinet/', { body: south })
  const inAt = { action: 'sign_in', card: cards.ada, player: 10 }
  expect(await tap({ ...inAt, scene_name: 'there', cabinet_name: 'south' })).toMatchObject(failure)
  expect(await tap({ ...inAt, device_id: '999' })).toMatchObject(failure)
  expect(await tap({ ...inAt, card: '00000000' })).toMatchObject(failure)
  expect(await tap({ ...inAt, token: fixture.app.adminKey })).toMatchObject(failure)
  const lost = await newDevice('Lost')
  const withLost = { ...inAt, token: lost.token, scene_name: null, cabinet_name: null }
  expect(await tap({ ...withLost, device_id: `${lost.id}` })).toMatchObject(success)
  const url = `/api/game/cabinet/${fixture.cabinet}/device/`
  const { body: list } = await callOk('admin', 'GET', url)
  expect(list.results.map((each: Body) => each.name)).toEqual(['Reader', 'Lost'])
  expect(JSON.stringify(list)).not.toContain(lost.token)
  await callOk('admin', 'DELETE', `${url}${lost.id}/`)
  expect(await tap(withLost)).toMatchObject(failure)
})

test('the code on a cabinet signs in people with an account, and guests with a name', async () => {
  const newCode = async () =>
    (await callOk('admin', 'POST', codeUrl(), { body: {} })).body.code as string
  const old = await newCode()
  const code = await newCode()
  expect((await callOk('admin', 'GET', codeUrl())).body).toEqual({ code })
  const page = (key: string) => fixture.call('anonymous', 'GET', `/api/stats/signin/code/${key}/`)
  expect((await page(old)).status).toBe(404)
  expect((await expectOk(page(code))).body.cabinet).toMatchObject({
    id: fixture.cabinet,
    sceneName: 'Here',
  })
  const press = (body: Body, headers = {}) =>
    fixture.call('anonymous', 'POST', '/api/stats/signin/code/', {
      body: { code, action: 'sign_in', ...body },
      headers,
    })
  expect((await press({ position: 3 })).body).toMatchObject({ guest: ['Enter your name'] })
  expect((await press({ position: 3, guest: 'Zoe', code: old })).status).toBe(404)
  await expectOk(press({ position: 3, guest: 'Zoe' }))
  await expectOk(press({ position: 5 }, people.ada.headers))
  const names = async () =>
    Object.fromEntries((await signedIn()).map((each: Body) => [each.player_id, each.user_name]))
  await until('both', async () => (await names())[3] === 'Zoe' && (await names())[5] === 'Ada')
  const state = connect(`${fixture.app.compatUrl}/ws/gamestate`, () => {})
  await state.ready
  const game = await newGame(fixture, { cabinet: fixture.cabinet })
  const stats = await read(`/api/game/game/${game}/stats/`)
  expect(stats.signed_in).toMatchObject({ 3: { name: 'Zoe' }, 5: { name: 'Ada' } })
  const { users } = await read(`/api/game/game/${game}/`)
  expectGolden(golden.user, users)
  expect(users.map((each: Body) => each.player_id)).toEqual(expect.arrayContaining([3, 5]))
  const queued = await read(`/api/game/cabinet/${fixture.cabinet}/queued-matches/`)
  expectGolden(golden.signIn, queued.signed_in)
  const named = () => state.messages.filter(({ type }) => type === 'playernames')
  await until('the names', () => Promise.resolve(named().length > 0))
  expectGolden(golden.gamestate['playernames']!, named())
  expect(named()[0]!['values']).toMatchObject(['', '', 'Zoe', '', 'Ada', '', '', '', '', ''])
  state.close()
  await expectOk(press({ position: 3, action: 'sign_out' }))
  await until('the way out', async () => !((await names())[3] === 'Zoe'))
  // A day later the name of the guest is gone, also from the game.
  await query(`update kept.guest set created_at = now() - interval '25 hours'`)
  expect((await read(`/api/game/game/${game}/stats/`)).signed_in[3]).toBeUndefined()
  await forgetGuests(fixture.app.store)
  expect(await query('select 1 from kept.guest')).toEqual([])
})

test('a cabinet that is idle for half an hour signs everybody out, and sends it', async () => {
  await tap({ action: 'sign_in', card: cards.ada, player: 7 })
  const isIn = async () => (await signedIn()).some((each: Body) => each.player_id === 7)
  await until('the way in', isIn)
  const before = feed.messages.length
  const { log, store } = fixture.app
  const after = (await log.tail()) ?? 0
  await signOutIdleNow(
    {
      store,
      storeFact: async (cabinet, event) =>
        void (await log.appendFacts({ cabinet, after, events: [event] })),
    },
    Date.now() + 31 * 60_000,
  )
  await until('the way out', async () => (await signedIn()).length === 0)
  const out = { action: 'sign_out', player_id: 7, user_name: 'Ada' }
  await expect.poll(() => feed.messages.slice(before)).toContainEqual(expect.objectContaining(out))
})

test('P19: a profile is private until its person makes it public with all its statistics', async () => {
  const { id, headers } = people.ada
  const change = (body: Body) => callOk('anonymous', 'PATCH', '/api/user/me/', { body, headers })
  const path = `/api/user/user/${id}/`
  const ask = async (url: string) => {
    const answer = await fetch(`${fixture.app.compatUrl}${url}`)
    return { status: answer.status, body: (await answer.json()) as Body }
  }
  const hidden = { status: 404, body: { detail: 'This profile is private.' } }
  for (const url of [path, `${path}public-data/`, `${path}totals/`, '/api/user/user/999999/']) {
    expect(await ask(url)).toEqual(hidden)
  }
  await change({ isProfilePublic: true })
  const { body } = await ask(`${path}public-data/`)
  expectGolden(golden.profile, body)
  expect((await ask(path)).body).toEqual(body)
  const { rows } = await fixture.app.store.pool.query<{ games: number }>(
    `select count(*)::int as games from view.game_user u join view.game g on g.id = u.game
     where u.person = $1 and g.winning_team is not null`,
    [id],
  )
  const [{ games } = { games: 0 }] = rows
  expect(games).toBeGreaterThan(1)
  const value = (name: string) => body.stats.find((each: Body) => each.name === name)?.value
  expect(value('games')).toBe(games)
  const { body: totals } = await ask(`${path}totals/`)
  expectGolden(golden.totals, totals)
  for (const groups of [totals.by_position, totals.by_map, totals.by_win_condition]) {
    expect(groups.reduce((sum: number, each: Body) => sum + each.games, 0)).toBe(games)
  }
  expect(Math.max(...Object.values<number>(totals.stats))).toBeGreaterThan(0)
  await rebuild(fixture.app.log, fixture.app.store)
  expect((await ask(`${path}totals/`)).body).toEqual(totals)
  // A person who must not be displayed has no profile, and does not appear as an opponent.
  expect(totals.opponents).toEqual([])
  await change({ doNotDisplay: true })
  expect(await ask(path)).toEqual(hidden)
  await change({ doNotDisplay: false })
})

test('P14: a socket for sign-ins or raw events that does not read is closed; others get everything', async () => {
  const { cabinet, app } = fixture
  const slow = await Promise.all(
    ['signin', 'event-relay/here/north', 'gamestate'].map(async (path) => {
      const socket = new WebSocket(`${app.compatUrl!.replace('http', 'ws')}/ws/${path}`)
      await once(socket, 'open')
      return { socket, closed: once(socket, 'close') }
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 100))
  for (const { socket } of slow) socket.pause()
  const filler = 'x'.repeat(100_000)
  const names = { sceneName: 'here', cabinetName: 'north' }
  const before = feed.messages.length
  for (let i = 0; i < 100; i++) {
    app.log.publish(`signin.${cabinet}`, {
      type: 'nfc_register',
      cabinet,
      reader: filler,
      person: 1,
      names,
    })
    app.log.publish(`game.${cabinet}`, { type: 'gamestart', cabinet, game: 'a', gameId: filler })
    const events = Array.from({ length: 50 }, (_, at) => ({
      gameID: null,
      eventID: `${i}-${at} ${filler.slice(0, 2_000)}`,
      time: new Date().toISOString(),
      type: 'glance',
      values: ['0', '0', '1', '2'],
    }))
    await whenAnswered(() => app.log.appendFacts({ cabinet, after: 0, events }))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await received(before + 100)
  for (const { socket, closed } of slow) {
    socket.resume()
    // 1006 if the close frame did not arrive in time.
    expect([1013, 1006]).toContain((await closed)[0])
  }
})

test('P20 P6: an erased person is in no game, and the rows equal those computed from the log', async () => {
  await callOk('owner', 'DELETE', `/api/user/${people.ada.id}/`, { body: {} })
  const { results } = await read(`/api/game/game/recent/?cabinet_id=${fixture.cabinet}`)
  expect(results.flatMap((game: Body) => game.users)).toEqual([])
  expect(await signedIn()).toEqual([])
  expect(await tap({ action: 'sign_in', card: cards.ada, player: 3 })).toMatchObject(failure)
  expect(await query('select 1 from kept.card')).toHaveLength(1)
  expect((await verify(fixture.app.log, fixture.app.store)).problems).toEqual([])
})

test('P15: wrong tokens are rate-limited, and a device with a valid token still works', async () => {
  const guess = () => tap({ action: 'sign_out', player: 1, token: 'guessed' })
  const answers = await Promise.all(Array.from({ length: 40 }, guess))
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  expect((await tap({ action: 'sign_out', player: 1 })).status).toBe(200)
})

import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { LiveFrame } from '../../events/view/frames.ts'
import { registerFanout } from '../../services/fanout/index.ts'
import { apiOf } from '../../scripts/support/rest-client.ts'
import type { Api } from '../../scripts/support/rest-client.ts'
import { createWeb } from '../../services/web/index.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'
import { until } from '../support/desk-client.ts'
import { rowsAfter } from '../support/rows-after.ts'

// What the tests read of answers; each asserts the part it is about.
type Json = Record<string, any> // oxlint-disable-line typescript/no-explicit-any
type Listener = { socket: WebSocket; got: Json[]; of(type: string): Json[] }

let rig: App
let api: Api
let cabinet: Json
let scene: number
const open: WebSocket[] = []

beforeAll(async () => {
  rig = await startApp()
  api = apiOf(rig.url, rig.adminKey)
  scene = (await api.post<Json>('/api/game/scene/', { name: 'nyc', displayName: 'NYC' }))['id']
  const wanted = { scene, name: 'Wonderville', displayName: 'Wonderville' }
  cabinet = await api.post<Json>('/api/game/cabinet/', wanted)
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})
afterAll(() => rig?.stop())

test('P5 P10: a snapshot, then every change, whoever comes back with whatever it has', async () => {
  const { tournament, match } = await started()
  const first = await subscribed(tournament, 0)
  await until('the frames', () => first.of('snapshot').length === 1)
  const versions = () => first.of('change').map((frame) => frame['version'])
  for (let i = 0; i < 5; i++) await score(match, i + 1)
  const latest = await versionOf(tournament)
  await until('the frames', () => versions().at(-1) === latest)
  const from = first.of('snapshot')[0]!['version'] as number
  expect(versions()).toEqual(Array.from({ length: latest - from }, (_, i) => from + 1 + i))

  const resumed = await subscribed(tournament, latest - 3)
  await until('the frames', () => resumed.of('change').length === 3)
  expect(resumed.of('snapshot')).toEqual([])
  expect(resumed.of('change')).toEqual(first.of('change').slice(-3))

  const ahead = await subscribed(tournament, latest + 100)
  await until('the frames', () => ahead.of('snapshot').length === 1)
  expect(rowsAfter(ahead.got)).toEqual(rowsAfter(first.got))
})

test('P10: while commands are made many come and go; all end with the same rows', async () => {
  const { tournament, match } = await started()
  const all: Promise<Listener>[] = []
  for (let i = 1; i <= 15; i++) {
    all.push(subscribed(tournament, i % 3 === 0 ? 0 : Math.max(0, i - 4), i % 2 === 0))
    await score(match, i)
  }
  const listeners = await Promise.all(all)
  const latest = await versionOf(tournament)
  await until('the frames', () => listeners.every(({ got }) => lastVersion(got) === latest))
  const whole = await subscribed(tournament, 0)
  await until('the frames', () => whole.of('snapshot').length === 1)
  const snapshots = listeners.filter(({ got }) => got[0]?.['type'] === 'snapshot')
  expect(snapshots.length).toBeGreaterThan(3)
  for (const { got } of snapshots) expect(rowsAfter(got)).toEqual(rowsAfter(whole.got))
})

test('P5: a frame that was lost on the way is found by the heartbeat', async () => {
  const tournament = await invented(3)
  const viewer = await subscribed(tournament, 3)
  await until('the frames', () => viewer.of('here').length > 0)
  await commitBehind(tournament, 4)
  await until('the frames', () => viewer.of('change').length === 1)
  const heard = () => viewer.of('here').at(-1)!['version']
  await until('the frames', () => heard() === 4)
})

test('P14: a viewer who does not read is told to go; the others miss nothing', async () => {
  const tournament = await invented(0)
  const slow = await subscribed(tournament, 0)
  const fine = await Promise.all([1, 2, 3].map(() => subscribed(tournament, 0)))
  const closed = once(slow.socket, 'close')
  await until('the frames', () => [slow, ...fine].every(({ got }) => got.length > 0))
  slow.socket.pause()
  const filler = 'x'.repeat(200_000)
  for (let version = 1; version <= 100; version++) {
    rig.log.publish(`frame.${tournament}`, { ...change(tournament, version), filler })
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const versions = Array.from({ length: 100 }, (_, i) => i + 1)
  for (const { of } of fine) {
    await until('the frames', () => of('change').length === 100)
    expect(of('change').map((frame) => frame['version'])).toEqual(versions)
  }
  slow.socket.resume()
  await closed
  expect(slow.of('change').length).toBeLessThan(100)
})

test('live cabinets come with the subscription and whenever they change', async () => {
  const { tournament } = await started()
  const viewer = await subscribed(tournament, 0)
  const socket = await upload()
  socket.send(event('spawn', ['1', 'False'], crypto.randomUUID()))
  await until('the frames', () => viewer.of('live').at(-1)?.['cabinet'].clientStatus === 'online')
  const game = crypto.randomUUID()
  socket.send(event('gamestart', ['map_day', 'True', '0', 'False', '17.26'], game))
  await until('the frames', () => viewer.of('live').at(-1)?.['cabinet'].game?.mapName === 'Day')
  const second = await subscribed(tournament, 0)
  await until('the frames', () => second.of('live').length > 0)
  expect((second.of('live')[0] as LiveFrame).cabinet).toMatchObject({ id: cabinet['id'] })

  const stats = await connected('/ws/ingame_stats')
  stats.socket.send(JSON.stringify({ type: 'subscribe', cabinet_id: cabinet['id'] }))
  await until('the frames', () => stats.got.length > 0)
  socket.send(event('berryDeposit', ['870', '960', '4'], game))
  await until('the frames', () => stats.got.at(-1)?.['berriesDeposited']?.['4'] === 1)
  expect(stats.got.at(-1)).toMatchObject({ cabinetId: cabinet['id'], mapName: 'Day' })
  socket.close()
  await until('the frames', () => viewer.of('live').at(-1)?.['cabinet'].clientStatus === 'offline')
})

test('a cabinet is live from when it is assigned until it is no more', async () => {
  const wanted = { scene, name: 'Second', displayName: 'Second' }
  const other = await api.post<Json>('/api/game/cabinet/', wanted)
  const { tournament } = await started()
  const viewer = await subscribed(tournament, 0)
  const ofOther = () => viewer.of('live').filter((frame) => frame['cabinet'].id === other['id'])
  const statuses = () => ofOther().map((frame) => frame['cabinet'].clientStatus)
  const assign = (cabinets: number[]) =>
    api.patch<Json>(`/api/tournament/tournament/${tournament}/`, { assignedCabinets: cabinets })
  const spawn = (of: Json) => event('spawn', ['1', 'False'], crypto.randomUUID(), { of })
  const first = await upload()
  first.send(spawn(other))
  await assign([cabinet['id'], other['id']])
  await until('the frames', () => statuses().at(-1) === 'online')
  first.close()
  await until('the frames', () => statuses().at(-1) === 'offline')

  await assign([cabinet['id']])
  const before = ofOther().length
  await until(
    'the frames',
    async () => viewer.of('change').at(-1)?.['version'] === (await versionOf(tournament)),
  )
  const second = await upload()
  second.send(spawn(other))
  const own = await upload()
  own.send(spawn(cabinet))
  await until('the frames', () => viewer.of('live').at(-1)?.['cabinet'].id === cabinet['id'])
  expect(ofOther().length).toBe(before)
  for (const socket of [second, own]) socket.close()
})

test('who does not subscribe gets whole objects (wire 3.3)', async () => {
  const { tournament, match } = await started()
  const viewer = await connected(`/ws/tournament-relay/${tournament}`)
  await new Promise((resolve) => setTimeout(resolve, 1_300))
  await score(match, 1)
  await until('the frames', () => viewer.of('match').length === 1)
  expect(viewer.of('match')[0]).toMatchObject({
    data: { id: match, blueScore: 1 },
    version: await versionOf(tournament),
  })
  const { results } = await api.get<Json>(`/api/tournament/queue/?tournamentId=${tournament}`)
  await api.patch<Json>(`/api/tournament/queue/${results[0].id}/`, { enabled: false })
  await until('the frames', () => viewer.of('queue').length > 0)
  expect(viewer.of('queue')[0]!['data']).toMatchObject({
    matchList: [],
    displayName: 'Wonderville',
  })
  await api.put<Json>(`/api/tournament/match/${match}/complete/`, { force: true })
  await until('the frames', () => viewer.of('standings').length > 0)
  const [first] = viewer.of('standings')[0]!['data'].standings
  expect(first).toMatchObject({ rank: 1, team: { name: 'A' } })
  expect(viewer.of('change')).toEqual([])
})

test('gamestate tells matches and games, the score before the end it belongs to', async () => {
  const { match } = await started()
  const all = await connected('/ws/gamestate/')
  const elsewhere = await connected('/ws/gamestate')
  elsewhere.socket.send(JSON.stringify({ scene_name: 'elsewhere' }))
  await new Promise((resolve) => setTimeout(resolve, 100))
  const { id } = cabinet
  await api.put<Json>(`/api/tournament/match/${match}/start/`, { cabinet: id, force: true })
  await until('the frames', () => all.of('match').length === 1)
  expect(all.of('match')[0]).toMatchObject({
    matchType: 'tournament',
    cabinetId: id,
    cabinetName: 'wonderville',
    sceneName: 'nyc',
    currentMatch: { id: match, blueTeam: 'A', goldTeam: 'B', blueScore: 0 },
  })
  const socket = await upload()
  await play(socket)
  await until('the frames', () => all.of('gameend').length === 1)
  expect(all.of('gameend')[0]).toMatchObject({ cabinetId: id, winningTeam: 'blue' })
  expect(all.of('gameend')[0]!['gameId']).toBe(all.of('gamestart')[0]!['gameId'])
  const order = all.got.map(({ type, currentMatch }) => `${type} ${currentMatch?.blueScore ?? ''}`)
  expect(order.indexOf('match 1')).toBeGreaterThan(0)
  expect(order.indexOf('match 1')).toBeLessThan(order.indexOf('gameend '))
  await api.put<Json>(`/api/tournament/match/${match}/complete/`, { force: true })
  await until('the frames', () => all.of('matchend').length === 1)
  expect(all.of('matchend')[0]).toMatchObject({ matchId: match, blueTeam: 'A', blueScore: 1 })
  expect(elsewhere.got).toEqual([])
  socket.close()
  await until('the frames', () => all.of('cabinetOffline').length === 1)
})

test('R-QU-2: gamestate does not name a match as on deck that waits for its teams', async () => {
  const { queue, ready, waiting } = await elimination()
  const all = await connected('/ws/gamestate/')
  const path = `/api/tournament/queue/${queue}/set-queue/`
  await api.put<Json>(path, { matches: [waiting, ready] })
  await until('the frames', () => all.of('match').length > 0)
  expect(all.of('match')[0]).toMatchObject({ currentMatch: null, onDeck: { id: ready } })
  await api.put<Json>(path, { matches: [waiting] })
  await until('the frames', () => all.of('match').at(-1)?.['onDeck'] === null)
})

test('P17: who asks for the time is told at once what the clock says, and nothing that was kept', async () => {
  const tournament = await invented(3)
  const viewer = await connected(`/ws/tournament-relay/${tournament}`)
  const before = Date.now()
  viewer.socket.send(JSON.stringify({ type: 'time', sent: 17 }))
  await until('the frames', () => viewer.got.length === 1)
  expect(viewer.got[0]).toEqual({ type: 'time', sent: 17, at: expect.any(String) })
  const at = Date.parse(viewer.got[0]!['at'])
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(Date.now())
})

test('a message of the wrong shape is answered; what is not there is said', async () => {
  const { tournament } = await started()
  const viewer = await connected(`/ws/tournament-relay/${tournament}/`)
  viewer.socket.send('{"type":"subscribe","have":"all"}')
  viewer.socket.send('x'.repeat(5_000))
  await until('the frames', () => viewer.of('error').length === 2)
  viewer.socket.send('{"type":"subscribe"}')
  await until('the frames', () => viewer.of('snapshot').length === 1)
  const nowhere = await subscribed(999_999, 0)
  expect((await once(nowhere.socket, 'close'))[0]).toBe(1008)
  expect(nowhere.got).toEqual([{ type: 'error', detail: 'Not found.' }])
})

test('P15: more viewers than may come are refused before the socket opens', async () => {
  const web = await createWeb({ store: rig.store, logger: false })
  registerFanout(web, { store: rig.store, log: rig.log, maxViewers: 1 })
  const url = await web.listen({ port: 0, host: '127.0.0.1' })
  const first = new WebSocket(`${url.replace('http', 'ws')}/ws/gamestate`)
  await once(first, 'open')
  const second = new WebSocket(`${url.replace('http', 'ws')}/ws/gamestate`)
  second.on('error', () => {})
  const [, response] = await once(second, 'unexpected-response')
  expect(response.statusCode).toBe(503)
  // P21: told to stop, viewers are told to come again.
  const closed = once(first, 'close')
  await web.close()
  expect((await closed)[0]).toBe(1001)
})

/** Two teams and one match between them, at the cabinet's tournament. */
async function started(): Promise<{ tournament: number; match: number }> {
  const stage = { name: 'Groups', stageType: 'round_robin', winsPerMatch: 3 }
  const { tournament, teams, matches } = await staged(['A', 'B'], stage)
  const match: number = matches[0]!['id']
  const [blueTeam, goldTeam] = teams
  const named = api.patch(`/api/tournament/match/${match}/`, { blueTeam, goldTeam })
  await named.catch(() => {})
  return { tournament, match }
}

/** Four teams at the cabinet's tournament: a match that can start, and the final that waits for it. */
async function elimination(): Promise<{ queue: number; ready: number; waiting: number }> {
  const stage = { name: 'Finals', stageType: 'single_elim' }
  const { tournament, matches } = await staged(['A', 'B', 'C', 'D'], stage)
  const queues = await api.get<Json>(`/api/tournament/queue/?tournamentId=${tournament}`)
  const idOf = (isReady: boolean): number =>
    matches.find((match) => (match['blueTeam'] !== null) === isReady)!['id']
  return { queue: queues['results'][0].id, ready: idOf(true), waiting: idOf(false) }
}

async function staged(names: string[], stage: { name: string; stageType: string }) {
  const wanted = { scene, name: 'Cup', date: '2026-11-20', assignedCabinets: [cabinet['id']] }
  const { id: tournament } = await api.post<Json>('/api/tournament/tournament/', wanted)
  const teams: number[] = []
  for (const name of names) {
    teams.push((await api.post<Json>('/api/tournament/team/', { tournament, name }))['id'])
  }
  const { id } = await api.post<Json>('/api/tournament/bracket/', { tournament, ...stage })
  await api.put(`/api/tournament/bracket/${id}/set-teams/`, { teams })
  await api.put(`/api/tournament/bracket/${id}/create-matches/`, {})
  const { results } = await api.get<Json>(`/api/tournament/match/?tournamentId=${tournament}`)
  return { tournament: tournament as number, teams, matches: results as Json[] }
}

function score(match: number, blueScore: number): Promise<Json> {
  return api.patch<Json>(`/api/tournament/match/${match}/`, { blueScore })
}

async function versionOf(tournament: number): Promise<number> {
  const { state } = rig.desk
  return (await state(tournament)).version
}

/** A tournament that only the read models know. */
let nextInvented = 900_000
async function invented(version: number): Promise<number> {
  const tournament = nextInvented++
  await rig.store.db
    .insertInto('view.tournamentVersion')
    .values({ tournament, version: 0 })
    .execute()
  for (let i = 1; i <= version; i++) await commitBehind(tournament, i)
  return tournament
}

async function commitBehind(tournament: number, version: number): Promise<void> {
  const frame = JSON.stringify(change(tournament, version))
  await rig.store.db.insertInto('view.change').values({ tournament, version, frame }).execute()
  await rig.store.db
    .updateTable('view.tournamentVersion')
    .set({ version })
    .where('tournament', '=', tournament)
    .execute()
}

function change(tournament: number, version: number) {
  const commit = {
    id: `${version}`,
    by: 'service',
    device: null,
    text: '',
    undoes: null,
    matches: [],
    cabinets: [],
  }
  return { type: 'change', tournament, version, at: '2026-11-20T00:00:00Z', commit, rows: {} }
}

async function connected(path: string): Promise<Listener> {
  const socket = new WebSocket(rig.wsUrl + path)
  const got: Json[] = []
  open.push(socket)
  socket.on('message', (raw: Buffer) => got.push(JSON.parse(raw.toString())))
  await once(socket, 'open')
  return { socket, got, of: (type) => got.filter((message) => message['type'] === type) }
}

async function subscribed(tournament: number, have: number, calm = false): Promise<Listener> {
  const listener = await connected(`/ws/tournament-relay/${tournament}`)
  listener.socket.send(JSON.stringify({ type: 'subscribe', have, calm }))
  return listener
}

async function upload(): Promise<WebSocket> {
  return (await connected('/ws/stats_listener/v3')).socket
}

type At = { time?: number; of?: Json }
function event(type: string, values: string[], gameID: string, at: At = {}): string {
  const { time = Date.now(), of = cabinet } = at
  const named = { sceneName: 'nyc', cabinetName: of['name'], token: of['token'] }
  return JSON.stringify({
    eventID: crypto.randomUUID(),
    gameID,
    type,
    values,
    time,
    cabinet: named,
  })
}

/** A military win for blue, long enough to count. */
async function play(socket: WebSocket): Promise<void> {
  const game = crypto.randomUUID()
  const start = Date.now()
  socket.send(event('gamestart', ['map_day', 'True', '0', 'False', '17.26'], game, { time: start }))
  await new Promise((resolve) => setTimeout(resolve, 300))
  for (let i = 1; i <= 3; i++) {
    socket.send(
      event('playerKill', ['9', '9', '2', '1', 'Queen'], game, { time: start + i * 10_000 }),
    )
  }
  socket.send(event('victory', ['Blue', 'military'], game, { time: start + 40_000 }))
}

function lastVersion(got: Json[]): number | undefined {
  return got.filter(({ type }) => type !== 'live').at(-1)?.['version']
}

import { snapshotForm } from '#services/fanout/tournament/source.ts'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { LiveFrame } from '#events/view/frames.ts'
import { registerFanout } from '#services/fanout/index.ts'
import { addBracket, addTeams, matchesOf } from '#scripts/support/bracket.ts'
import { apiOf } from '#scripts/support/rest-client.ts'
import type { Api } from '#scripts/support/rest-client.ts'
import { createWeb } from '#services/web/index.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'
import { until } from '../support/desk-client.ts'
import { rowsAfter } from '../support/rows-after.ts'

// Untyped JSON of responses; each test asserts the parts it needs.
type Json = Record<string, any> // oxlint-disable-line typescript/no-explicit-any
type Listener = { socket: WebSocket; inbox: Json[]; of(type: string): Json[] }

let app: App
let api: Api
let cabinet: Json
let scene: number
const open: WebSocket[] = []

beforeAll(async () => {
  app = await startApp()
  api = apiOf(app.url, app.adminKey)
  scene = (await api.post<Json>('/api/game/scene/', { name: 'nyc', displayName: 'NYC' }))['id']
  const about = { scene, name: 'Wonderville', displayName: 'Wonderville' }
  cabinet = await api.post<Json>('/api/game/cabinet/', about)
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})
afterAll(() => app?.stop())

test('P5 P10: a viewer gets a snapshot and then every change, and can resume from any version', async () => {
  const { tournament, match } = await newMatch()
  const first = await subscribe(tournament, 0)
  await until('the frames', () => first.of('snapshot').length === 1)
  const versions = () => first.of('change').map((frame) => frame['version'])
  for (let i = 0; i < 5; i++) await score(match, i + 1)
  const latest = await versionOf(tournament)
  await until('the frames', () => versions().at(-1) === latest)
  const from = first.of('snapshot')[0]!['version'] as number
  expect(versions()).toEqual(Array.from({ length: latest - from }, (_, i) => from + 1 + i))

  const resumed = await subscribe(tournament, latest - 3)
  await until('the frames', () => resumed.of('change').length === 3)
  expect(resumed.of('snapshot')).toEqual([])
  expect(resumed.of('change')).toEqual(first.of('change').slice(-3))

  const ahead = await subscribe(tournament, latest + 100)
  await until('the frames', () => ahead.of('snapshot').length === 1)
  expect(rowsAfter(ahead.inbox)).toEqual(rowsAfter(first.inbox))
})

test('P10: viewers that subscribe during commands, at any version, end with the same rows', async () => {
  const { tournament, match } = await newMatch()
  const all: Promise<Listener>[] = []
  for (let i = 1; i <= 15; i++) {
    all.push(subscribe(tournament, i % 3 === 0 ? 0 : Math.max(0, i - 4), i % 2 === 0))
    await score(match, i)
  }
  const listeners = await Promise.all(all)
  const latest = await versionOf(tournament)
  await until('the frames', () => listeners.every(({ inbox }) => lastVersion(inbox) === latest))
  const fresh = await subscribe(tournament, 0)
  await until('the frames', () => fresh.of('snapshot').length === 1)
  const snapshots = listeners.filter(({ inbox }) => inbox[0]?.['type'] === 'snapshot')
  expect(snapshots.length).toBeGreaterThan(3)
  for (const { inbox } of snapshots) expect(rowsAfter(inbox)).toEqual(rowsAfter(fresh.inbox))
})

test('P5: a lost frame is detected by the heartbeat', async () => {
  const tournament = await inventTournament(3)
  const viewer = await subscribe(tournament, 3)
  await until('the frames', () => viewer.of('here').length > 0)
  await addCommitSilently(tournament, 4)
  await until('the frames', () => viewer.of('change').length === 1)
  const heard = () => viewer.of('here').at(-1)!['version']
  await until('the frames', () => heard() === 4)
})

test('P14: a viewer that does not read is disconnected; the others miss nothing', async () => {
  const tournament = await inventTournament(0)
  const slow = await subscribe(tournament, 0)
  const fine = await Promise.all([1, 2, 3].map(() => subscribe(tournament, 0)))
  const closed = once(slow.socket, 'close')
  await until('the frames', () => [slow, ...fine].every(({ inbox }) => inbox.length > 0))
  slow.socket.pause()
  const filler = 'x'.repeat(200_000)
  for (let version = 1; version <= 100; version++) {
    // A heartbeat meanwhile reads Postgres, where an older version would count as a restored backup.
    await addCommitSilently(tournament, version)
    app.log.publish(`frame.${tournament}`, { ...change(tournament, version), filler })
    // On a busy machine they would fall behind too, and be disconnected like the slow one.
    await until('the frames', () => fine.every(({ of }) => of('change').length === version))
  }
  const versions = Array.from({ length: 100 }, (_, i) => i + 1)
  for (const { of } of fine) expect(of('change').map((frame) => frame['version'])).toEqual(versions)
  slow.socket.resume()
  await closed
  expect(slow.of('change').length).toBeLessThan(100)
})

test('live cabinet states are sent on subscription and on every change', async () => {
  const { tournament } = await newMatch()
  const viewer = await subscribe(tournament, 0)
  const socket = await upload()
  socket.send(event('spawn', ['1', 'False'], crypto.randomUUID()))
  await until('the frames', () => viewer.of('live').at(-1)?.['cabinet'].clientStatus === 'online')
  const game = crypto.randomUUID()
  socket.send(event('gamestart', ['map_day', 'True', '0', 'False', '17.26'], game))
  await until('the frames', () => viewer.of('live').at(-1)?.['cabinet'].game?.mapName === 'Day')
  const second = await subscribe(tournament, 0)
  await until('the frames', () => second.of('live').length > 0)
  expect((second.of('live')[0] as LiveFrame).cabinet).toMatchObject({ id: cabinet['id'] })

  const stats = await connect('/ws/ingame_stats')
  stats.socket.send(JSON.stringify({ type: 'subscribe', cabinet_id: cabinet['id'] }))
  await until('the frames', () => stats.inbox.length > 0)
  socket.send(event('berryDeposit', ['870', '960', '4'], game))
  await until('the frames', () => stats.inbox.at(-1)?.['berriesDeposited']?.['4'] === 1)
  expect(stats.inbox.at(-1)).toMatchObject({ cabinetId: cabinet['id'], mapName: 'Day' })
  for (let n = 0; n < 11; n++) socket.send(event('berryDeposit', ['870', '960', '4'], game))
  socket.send(event('victory', ['Blue', 'economic'], game))
  await until('the end', () => stats.inbox.at(-1)?.['berriesDeposited']?.['4'] === 12)
  socket.close()
  await until('the frames', () => viewer.of('live').at(-1)?.['cabinet'].clientStatus === 'offline')
})

test('live states of a cabinet are sent from its assignment until its removal', async () => {
  const about = { scene, name: 'Second', displayName: 'Second' }
  const other = await api.post<Json>('/api/game/cabinet/', about)
  const { tournament } = await newMatch()
  const viewer = await subscribe(tournament, 0)
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

test('a viewer that does not subscribe gets complete objects (wire 3.3)', async () => {
  const { tournament, match } = await newMatch()
  const viewer = await connect(`/ws/tournament-relay/${tournament}`)
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

test('gamestate sends matches and games, and a score before the end of its game', async () => {
  const { match } = await newMatch()
  const all = await connect('/ws/gamestate/')
  const elsewhere = await connect('/ws/gamestate')
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
  const order = all.inbox.map(
    ({ type, currentMatch }) => `${type} ${currentMatch?.blueScore ?? ''}`,
  )
  expect(order.indexOf('match 1')).toBeGreaterThan(0)
  expect(order.indexOf('match 1')).toBeLessThan(order.indexOf('gameend '))
  await api.put<Json>(`/api/tournament/match/${match}/complete/`, { force: true })
  await until('the frames', () => all.of('matchend').length === 1)
  expect(all.of('matchend')[0]).toMatchObject({ matchId: match, blueTeam: 'A', blueScore: 1 })
  expect(elsewhere.inbox).toEqual([])
  socket.close()
  await until('the frames', () => all.of('cabinetOffline').length === 1)
})

test('R-QU-2: gamestate does not show a match without teams as on deck', async () => {
  const { queue, ready, waiting } = await elimination()
  const all = await connect('/ws/gamestate/')
  const path = `/api/tournament/queue/${queue}/set-queue/`
  await api.put<Json>(path, { matches: [waiting, ready] })
  await until('the frames', () => all.of('match').length > 0)
  expect(all.of('match')[0]).toMatchObject({ currentMatch: null, onDeck: { id: ready } })
  await api.put<Json>(path, { matches: [waiting] })
  await until('the frames', () => all.of('match').at(-1)?.['onDeck'] === null)
})

test('P17: a time request is answered immediately with the current time', async () => {
  const tournament = await inventTournament(3)
  const viewer = await connect(`/ws/tournament-relay/${tournament}`)
  const before = Date.now()
  viewer.socket.send(JSON.stringify({ type: 'time', sent: 17 }))
  await until('the frames', () => viewer.inbox.length === 1)
  expect(viewer.inbox[0]).toEqual({ type: 'time', sent: 17, at: expect.any(String) })
  const at = Date.parse(viewer.inbox[0]!['at'])
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(Date.now())
})

test('a malformed message and an unknown tournament are answered with an error', async () => {
  const { tournament } = await newMatch()
  const viewer = await connect(`/ws/tournament-relay/${tournament}/`)
  viewer.socket.send('{"type":"subscribe","have":"all"}')
  viewer.socket.send('x'.repeat(5_000))
  await until('the frames', () => viewer.of('error').length === 2)
  viewer.socket.send('{"type":"subscribe"}')
  await until('the frames', () => viewer.of('snapshot').length === 1)
  const nowhere = await subscribe(999_999, 0)
  expect((await once(nowhere.socket, 'close'))[0]).toBe(1008)
  expect(nowhere.inbox).toEqual([{ type: 'error', detail: 'Not found.' }])
})

test('P15: viewers above the limit, in total or from one address, are refused before the socket opens', async () => {
  const web = await createWeb({ store: app.store, logger: false, trustProxy: true })
  registerFanout(web, { store: app.store, log: app.log, maxViewers: 2, maxPerAddress: 1 })
  const url = `ws${(await web.listen({ port: 0, host: '127.0.0.1' })).slice(4)}/ws/gamestate`
  const results: (string | number)[] = []
  for (const ip of ['2001:db8::1', '2001:db8::2', '203.0.113.1', '203.0.113.2']) {
    const socket = new WebSocket(url, { headers: { 'x-forwarded-for': ip } })
    open.push(socket.on('error', () => {}))
    const refused = once(socket, 'unexpected-response').then(([, { statusCode }]) => statusCode)
    results.push(await Promise.race([refused, once(socket, 'open').then(() => 'open')]))
  }
  // P21: at shutdown viewers are told to reconnect.
  const closed = once(open[0]!, 'close')
  await web.close()
  expect((await closed)[0]).toBe(1001)
  expect(results).toEqual(['open', 503, 'open', 503])
})

/** A tournament on the cabinet with two teams and a match between them. */
async function newMatch(): Promise<{ tournament: number; match: number }> {
  const stage = { name: 'Groups', stageType: 'round_robin', winsPerMatch: 3 }
  const { tournament, teams, matches } = await newStage(['A', 'B'], stage)
  const match: number = matches[0]!['id']
  const [blueTeam, goldTeam] = teams
  const named = api.patch(`/api/tournament/match/${match}/`, { blueTeam, goldTeam })
  await named.catch(() => {})
  return { tournament, match }
}

/** A tournament on the cabinet with four teams: a match that can start, and the final. */
async function elimination(): Promise<{ queue: number; ready: number; waiting: number }> {
  const stage = { name: 'Finals', stageType: 'single_elim' }
  const { tournament, matches } = await newStage(['A', 'B', 'C', 'D'], stage)
  const queues = await api.get<Json>(`/api/tournament/queue/?tournamentId=${tournament}`)
  const idOf = (isReady: boolean): number =>
    matches.find((match) => (match['blueTeam'] !== null) === isReady)!['id']
  return { queue: queues['results'][0].id, ready: idOf(true), waiting: idOf(false) }
}

async function newStage(names: string[], stage: { name: string; stageType: string }) {
  const about = { scene, name: 'Cup', date: '2026-11-20', assignedCabinets: [cabinet['id']] }
  const { id: tournament } = await api.post<Json>('/api/tournament/tournament/', about)
  const teams = await addTeams(api, tournament, names)
  await addBracket(api, tournament, { teams, ...stage })
  const matches = await matchesOf<Json>(api, tournament)
  return { tournament: tournament as number, teams, matches }
}

function score(match: number, blueScore: number): Promise<Json> {
  return api.patch<Json>(`/api/tournament/match/${match}/`, { blueScore, force: true })
}

async function versionOf(tournament: number): Promise<number> {
  const { state } = app.desk
  return (await state(tournament)).version
}

/** A tournament that exists only in the read models. */
let nextInvented = 900_000
async function inventTournament(version: number): Promise<number> {
  const tournament = nextInvented++
  await app.store.db
    .insertInto('view.tournamentVersion')
    .values({ tournament, version: 0 })
    .execute()
  for (let i = 1; i <= version; i++) await addCommitSilently(tournament, i)
  return tournament
}

async function addCommitSilently(tournament: number, version: number): Promise<void> {
  const frame = JSON.stringify(change(tournament, version))
  await app.store.db.insertInto('view.change').values({ tournament, version, frame }).execute()
  await app.store.db
    .updateTable('view.tournamentVersion')
    .set({ version })
    .where('tournament', '=', tournament)
    .execute()
}

function change(tournament: number, version: number) {
  const empty = { device: null, text: '', undoes: null, matches: [], cabinets: [] }
  const commit = { id: `${version}`, by: 'service', ...empty }
  return { type: 'change', tournament, version, at: '2026-11-20T00:00:00Z', commit, rows: {} }
}

async function connect(path: string): Promise<Listener> {
  const socket = new WebSocket(app.wsUrl + path)
  const inbox: Json[] = []
  open.push(socket)
  socket.on('message', (raw: Buffer) => inbox.push(JSON.parse(raw.toString())))
  await once(socket, 'open')
  return { socket, inbox, of: (type) => inbox.filter((message) => message['type'] === type) }
}

async function subscribe(tournament: number, have: number, isCalm = false): Promise<Listener> {
  const listener = await connect(`/ws/tournament-relay/${tournament}`)
  const request = { type: 'subscribe', have, form: snapshotForm, calm: isCalm }
  listener.socket.send(JSON.stringify(request))
  return listener
}

async function upload(): Promise<WebSocket> {
  return (await connect('/ws/stats_listener/v3')).socket
}

type EventOptions = { time?: number; of?: Json }
function event(type: string, values: string[], gameID: string, options: EventOptions = {}): string {
  const { time = Date.now(), of = cabinet } = options
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

function lastVersion(inbox: Json[]): number | undefined {
  return inbox.filter(({ type }) => type !== 'live').at(-1)?.['version']
}

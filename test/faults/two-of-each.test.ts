// Two of every service on the same servers, restarted in turn as for an update, and killed: every
// press and game counts once, and no screen goes back to an earlier version.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addScore } from '#console/src/core/presses/actions.ts'
import { addBracket, addTeams, matchesOf } from '#scripts/support/bracket.ts'
import { apiOf } from '#scripts/support/rest-client.ts'
import type { Api } from '#scripts/support/rest-client.ts'
import { connectCabinet } from '#services/practice/client.ts'
import type { CabinetClient } from '#services/practice/client.ts'
import { playGame } from '#events/simulation/play.ts'
import { random } from '#events/simulation/random.ts'
import type { Random } from '#events/simulation/random.ts'
import { openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { openStore } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import { bundled, startChild } from '../support/child-process.ts'
import type { TestChild } from '../support/child-process.ts'
import { startProxy } from '../support/proxy.ts'
import type { Proxy } from '../support/proxy.ts'
import { newDatabase } from '../support/app.ts'
import { pause, projected, seedOf, until } from '../support/desk-client.ts'
import { expectRowsOfLog } from '../support/rows-of-log.ts'
import { openTablet } from '../support/tablet-client.ts'
import type { Tablet } from '../support/tablet-client.ts'

type Row = { id: number }
type Match = Row & { blueTeam: number; goldTeam: number; blueScore: number; goldScore: number }
type Copy = { child: TestChild; port: number }
type Evening = {
  tournament: number
  matches: Match[]
  cabinets: { cabinetName: string; token: string }[]
}

const name = `two${randomBytes(6).toString('hex')}`
const adminKey = randomBytes(24).toString('base64url')
const sceneName = 'hive'
const copies = 2
const tabletCount = 4
/** So long that the clients' clocks outrun the slowest machine, where games would be late (R-GE-4). */
const gameGapMs = 3_600_000
/** No team reaches 99 points, so nothing is refused. */
const limits = { pressesATablet: 60, gamesACabinet: 20 }

let file: string
let databaseUrl: string
let store: Store
let log: Log
let proxy: Proxy
let api: Api
const running = new Set<Copy>()

beforeAll(async () => {
  databaseUrl = await newDatabase(name)
  store = await openStore({ url: databaseUrl, max: 4 })
  log = await openLog({ url: inject('natsUrl'), streams: `${name}_` })
  file = await bundled('test/support/children/waggle.ts')
  await Promise.all(Array.from({ length: copies }, start))
  // Connections are balanced over the running copies, as by a proxy with health checks.
  let turn = 0
  proxy = await startProxy(() => [...running][turn++ % Math.max(1, running.size)]?.port ?? 9)
  api = apiOf(`http://127.0.0.1:${proxy.port}`, adminKey)
})

afterAll(async () => {
  await Promise.all([...running].map(({ child }) => child.end('SIGKILL')))
  await proxy?.close()
  await log?.close()
  await store?.close()
})

async function start(): Promise<Copy> {
  const env = { DATABASE_URL: databaseUrl, NATS_URL: inject('natsUrl'), STREAMS: `${name}_` }
  const child = startChild(file, { ...env, ADMIN_KEY: adminKey }, 'at http')
  await child.ready
  const port = Number(/at http:\/\/[^:]+:(\d+) /.exec(child.output())?.[1])
  const copy = { child, port }
  running.add(copy)
  return copy
}

/**
 * Four teams that play each other on two cabinets; matches need more points than the evening has.
 */
async function createEvening(): Promise<Evening> {
  const scene = await api.post<Row>('/api/game/scene/', { name: sceneName, displayName: 'Hive' })
  const cabinets: Evening['cabinets'] = []
  const ids: number[] = []
  for (const cabinet of ['north', 'south']) {
    const about = { scene: scene.id, name: cabinet, displayName: cabinet }
    const created = await api.post<Row & { token: string }>('/api/game/cabinet/', about)
    cabinets.push({ cabinetName: cabinet, token: created.token })
    ids.push(created.id)
  }
  const { id: tournament } = await api.post<Row>('/api/tournament/tournament/', {
    scene: scene.id,
    name: 'Two of each',
    date: '2026-01-02',
    assignedCabinets: ids,
  })
  const teams = await addTeams(api, tournament, ['Bees', 'Wasps', 'Moths', 'Ants'])
  const stage = { name: 'Main', stageType: 'round_robin', winsPerMatch: 99 }
  await addBracket(api, tournament, { teams, ...stage })
  const all = await matchesOf<Match>(api, tournament)
  const first = all[0]!
  const isApart = (match: Match) =>
    ![match.blueTeam, match.goldTeam].some((id) => [first.blueTeam, first.goldTeam].includes(id))
  const matches = [first, all.find(isApart)!]
  for (const [index, { id }] of matches.entries())
    await api.put(`/api/tournament/match/${id}/start/`, { cabinet: ids[index] })
  return { tournament, matches, cabinets }
}

type Played = { events: number; games: number }

/** Plays one game after another, each to its end. */
async function playOn(
  client: CabinetClient,
  seed: string,
  shouldContinue: () => boolean,
): Promise<Played> {
  const played = { events: 0, games: 0 }
  let startMs = Date.now()
  while (shouldContinue() && played.games < limits.gamesACabinet) {
    const startAt = new Date(startMs)
    const events = playGame({ seed: `${seed} ${played.games}`, startAt, seconds: 20 })
    startMs = Date.parse(events.at(-1)!.time) + gameGapMs
    for (const event of events) {
      client.send(event)
      if (event.gameID !== null) played.events += 1
      if (played.events % 5 === 0) await pause(20)
    }
    await client.idle()
    played.games += 1
  }
  return played
}

type Pressing = { tablet: Tablet; chance: Random; matches: Match[]; shouldContinue: () => boolean }

/** Adds points to either team of either match; returns the ids of the presses. */
async function pressOn({ tablet, chance, matches, shouldContinue }: Pressing): Promise<string[]> {
  const pressed: string[] = []
  while (shouldContinue() && pressed.length < limits.pressesATablet) {
    const match = tablet.match(chance.pick(matches).id)
    const point = match && addScore(match, chance.pick(['blue', 'gold']), 1)
    // Confirmed, because two tablets and the cabinet give points to the same teams.
    if (point?.command.type === 'AddScore')
      pressed.push(tablet.press({ ...point, command: { ...point.command, force: true } }))
    await pause(chance.between(50, 250))
  }
  return pressed
}

/** Tablets that record every step back to an earlier version. */
function openTablets(baseUrl: string, { tournament }: Evening, seed: string) {
  const stepsBack: string[] = []
  const tablets = Array.from({ length: tabletCount }, (_, index) => {
    const chance = random(`${seed} tablet ${index}`)
    const tablet = openTablet({ at: baseUrl, key: adminKey, tournament, chance })
    let version = 0
    tablet.watch(({ live }) => {
      if (live.version < version) stepsBack.push(`${index}: ${live.version} after ${version}`)
      version = live.version
    })
    return { chance, tablet }
  })
  return { tablets, stepsBack }
}

/** Ends each copy in turn, while its replacement starts and the other copy works. */
async function restartAll(): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGKILL', 'SIGKILL'] as const) {
    const oldest = [...running][0]!
    running.delete(oldest)
    const [exit] = await Promise.all([oldest.child.end(signal), start()])
    expect(exit).toBe(signal === 'SIGTERM' ? 0 : 'SIGKILL')
    await pause(500)
  }
}

async function pointsOf({ matches }: Evening): Promise<number> {
  const rows = await Promise.all(
    matches.map(({ id }) => api.get<Match>(`/api/tournament/match/${id}/`)),
  )
  return sum(rows.map(({ blueScore, goldScore }) => blueScore + goldScore))
}

async function proposedGames(tournament: number): Promise<number> {
  const events = (await log.load(tournament)).flatMap(({ commit }) => commit.events)
  return events.filter(({ type }) => type === 'GameProposed').length
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

test('P2 P11 P21: with two of every service, restarted in turn and killed, nothing is lost or duplicated', async () => {
  const seed = seedOf('two-of-each')
  const evening = await createEvening()
  const { tournament, matches, cabinets } = evening
  const baseUrl = `http://127.0.0.1:${proxy.port}`
  const { tablets, stepsBack } = openTablets(baseUrl, evening, seed)
  const url = `${baseUrl.replace('http', 'ws')}/ws/stats_listener/v3`
  const clients = cabinets.map((named) => connectCabinet({ url, sceneName, ...named }))
  let isOver = false
  const shouldContinue = () => !isOver
  const pressing = tablets.map((one) => pressOn({ ...one, matches, shouldContinue }))
  const playing = clients.map((client, index) => playOn(client, `${seed} ${index}`, shouldContinue))
  await restartAll()
  isOver = true
  const pressed = (await Promise.all(pressing)).flat()
  const played = await Promise.all(playing)
  const isAnswered = () => tablets.every(({ tablet }) => tablet.unsent().length === 0)
  await until('the last answer', isAnswered)
  await projected(log, store)

  const ids = (await log.load(tournament)).map(({ commit }) => commit.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(pressed.filter((id) => !ids.includes(id))).toEqual([])
  expect(tablets.flatMap(({ tablet }) => tablet.shown().presses)).toEqual([])
  const [events, games] = [
    sum(played.map((one) => one.events)),
    sum(played.map((one) => one.games)),
  ]
  // Excludes the events that intakes add when a client connects and disconnects.
  const { rows } = await store.pool.query(
    `select count(*)::int as stored, count(distinct event_id)::int as events,
        (select count(*) from view.game)::int as games
       from view.cabinet_event where game_id is not null`,
  )
  expect(rows[0]).toEqual({ stored: events, events, games })
  // The referee that counts the last game may just have started. A game is proposed instead if its
  // client was without a connection for so long that it is late (R-GE-4).
  const settled = async () => (await pointsOf(evening)) + (await proposedGames(tournament))
  await until('the last game', async () => (await settled()) >= pressed.length + games)
  await projected(log, store)
  expect(await settled()).toBe(pressed.length + games)

  await expectRowsOfLog({ log, store })
  const last = (await log.load(tournament)).at(-1)!.commit.version
  const isShown = () => tablets.every(({ tablet }) => tablet.shown().live.version === last)
  await until('the last change on every screen', isShown)
  expect(stepsBack).toEqual([])
  for (const { tablet } of tablets) tablet.close()
  await Promise.all(clients.map((client) => client.close()))
})

// Two of every service on the same servers, restarted in turn as for an update, and killed: what a
// hall has pressed and played counts once, and no screen goes back.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addScore } from '../../console/src/core/outbox/actions.ts'
import { apiOf } from '../../scripts/support/rest-client.ts'
import type { Api } from '../../scripts/support/rest-client.ts'
import { connectCabinet } from '../../services/practice/client.ts'
import type { CabinetClient } from '../../services/practice/client.ts'
import { playGame } from '../../events/simulation/play.ts'
import { random } from '../../events/simulation/random.ts'
import type { Random } from '../../events/simulation/random.ts'
import { openLog } from '../../services/log/index.ts'
import type { Log } from '../../services/log/index.ts'
import { fill, hashes } from '../../services/projector/index.ts'
import { openStore } from '../../services/store/index.ts'
import type { Store } from '../../services/store/index.ts'
import { bundled, startChild } from '../support/child-process.ts'
import type { TestChild } from '../support/child-process.ts'
import { startProxy } from '../support/proxy.ts'
import type { Proxy } from '../support/proxy.ts'
import { newDatabase } from '../support/app.ts'
import { pause, projected, seedOf, until } from '../support/desk-client.ts'
import { openTablet } from '../support/tablet-client.ts'
import type { Tablet } from '../support/tablet-client.ts'

type Row = { id: number }
type Match = Row & { blueTeam: number; goldTeam: number; blueScore: number; goldScore: number }
type Copy = { child: TestChild; port: number }
type Hall = {
  tournament: number
  matches: Match[]
  cabinets: { cabinetName: string; token: string }[]
}

const name = `two${randomBytes(6).toString('hex')}`
const adminKey = randomBytes(24).toString('base64url')
const sceneName = 'hive'
const copies = 2
const tabletCount = 4
/** Nobody gets to 99 points, so nothing is refused. */
const most = { pressesATablet: 60, gamesACabinet: 20 }
const upWithinMs = 90_000
const allMs = 300_000

let file: string
let databaseUrl: string
let store: Store
let log: Log
let line: Proxy
let api: Api
const running = new Set<Copy>()

beforeAll(async () => {
  databaseUrl = await newDatabase(name)
  store = await openStore({ url: databaseUrl, max: 4 })
  log = await openLog({ url: inject('natsUrl'), streams: `${name}_` })
  file = await bundled('test/faults/children/waggle.ts')
  await Promise.all(Array.from({ length: copies }, start))
  // Each connection goes to the next one that runs, as behind a proxy that checks.
  let turn = 0
  line = await startProxy(() => [...running][turn++ % Math.max(1, running.size)]?.port ?? 9)
  api = apiOf(`http://127.0.0.1:${line.port}`, adminKey)
}, allMs)

afterAll(async () => {
  await Promise.all([...running].map(({ child }) => child.end('SIGKILL')))
  await line?.close()
  await log?.close()
  await store?.close()
})

async function start(): Promise<Copy> {
  const env = { DATABASE_URL: databaseUrl, NATS_URL: inject('natsUrl'), STREAMS: `${name}_` }
  const child = startChild(file, { ...env, ADMIN_KEY: adminKey }, 'at http')
  await Promise.race([child.ready, pause(upWithinMs)])
  const port = Number(/at http:\/\/[^:]+:(\d+) /.exec(child.said())?.[1])
  const copy = { child, port }
  running.add(copy)
  return copy
}

/** Four teams that play each other on two cabinets, to more points than the evening has. */
async function openHall(): Promise<Hall> {
  const scene = await api.post<Row>('/api/game/scene/', { name: sceneName, displayName: 'Hive' })
  const cabinets: Hall['cabinets'] = []
  const ids: number[] = []
  for (const cabinet of ['north', 'south']) {
    const about = { scene: scene.id, name: cabinet, displayName: cabinet }
    const made = await api.post<Row & { token: string }>('/api/game/cabinet/', about)
    cabinets.push({ cabinetName: cabinet, token: made.token })
    ids.push(made.id)
  }
  const { id: tournament } = await api.post<Row>('/api/tournament/tournament/', {
    scene: scene.id,
    name: 'Two of each',
    date: '2026-01-02',
    assignedCabinets: ids,
  })
  const teams: number[] = []
  for (const team of ['Bees', 'Wasps', 'Moths', 'Ants'])
    teams.push((await api.post<Row>('/api/tournament/team/', { tournament, name: team })).id)
  const stage = { tournament, name: 'Main', stageType: 'round_robin', winsPerMatch: 99 }
  const { id: bracket } = await api.post<Row>('/api/tournament/bracket/', stage)
  await api.put(`/api/tournament/bracket/${bracket}/set-teams/`, { teams })
  await api.put(`/api/tournament/bracket/${bracket}/create-matches/`, {})
  const path = `/api/tournament/match/?tournamentId=${tournament}`
  const { results } = await api.get<{ results: Match[] }>(path)
  const first = results[0]!
  const isApart = (match: Match) =>
    ![match.blueTeam, match.goldTeam].some((id) => [first.blueTeam, first.goldTeam].includes(id))
  const matches = [first, results.find(isApart)!]
  for (const [index, { id }] of matches.entries())
    await api.put(`/api/tournament/match/${id}/start/`, { cabinet: ids[index] })
  return { tournament, matches, cabinets }
}

type Played = { events: number; games: number }

/** One game after the other; the last is played to its end. */
async function playOn(client: CabinetClient, seed: string, goesOn: () => boolean): Promise<Played> {
  const played = { events: 0, games: 0 }
  let startMs = Date.now()
  while (goesOn() && played.games < most.gamesACabinet) {
    const startAt = new Date(startMs)
    const events = playGame({ seed: `${seed} ${played.games}`, startAt, pace: 20 })
    startMs = Date.parse(events.at(-1)!.time) + 5_000
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

type Pressing = { tablet: Tablet; chance: Random; matches: Match[]; goesOn: () => boolean }

/** Points for either team of either match; the ids of the presses. */
async function pressOn({ tablet, chance, matches, goesOn }: Pressing): Promise<string[]> {
  const pressed: string[] = []
  while (goesOn() && pressed.length < most.pressesATablet) {
    const match = tablet.match(chance.pick(matches).id)
    const point = match && addScore(match, chance.pick(['blue', 'gold']), 1)
    if (point) pressed.push(tablet.press(point))
    await pause(chance.between(50, 250))
  }
  return pressed
}

/** Screens that say so when what they show goes back. */
function openTablets(at: string, { tournament }: Hall, seed: string) {
  const stepsBack: string[] = []
  const tablets = Array.from({ length: tabletCount }, (_, index) => {
    const chance = random(`${seed} tablet ${index}`)
    const tablet = openTablet({ at, key: adminKey, tournament, chance })
    let version = 0
    tablet.watch(({ live }) => {
      if (live.version < version) stepsBack.push(`${index}: ${live.version} after ${version}`)
      version = live.version
    })
    return { chance, tablet }
  })
  return { tablets, stepsBack }
}

/** Each copy is ended in turn, while the next begins and the other one works. */
async function restartAll(): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGKILL', 'SIGKILL'] as const) {
    const oldest = [...running][0]!
    running.delete(oldest)
    const [how] = await Promise.all([oldest.child.end(signal), start()])
    expect(how).toBe(signal === 'SIGTERM' ? 0 : 'SIGKILL')
    await pause(500)
  }
}

async function pointsOf({ matches }: Hall): Promise<number> {
  const rows = await Promise.all(
    matches.map(({ id }) => api.get<Match>(`/api/tournament/match/${id}/`)),
  )
  return sum(rows.map(({ blueScore, goldScore }) => blueScore + goldScore))
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

test(
  'P2 P11 P21: with two of every service, restarted in turn and killed, nothing is lost or doubled',
  async () => {
    const seed = seedOf('two-of-each')
    const hall = await openHall()
    const { tournament, matches, cabinets } = hall
    const at = `http://127.0.0.1:${line.port}`
    const { tablets, stepsBack } = openTablets(at, hall, seed)
    const url = `${at.replace('http', 'ws')}/ws/stats_listener/v3`
    const clients = cabinets.map((named) => connectCabinet({ url, sceneName, ...named }))
    let isOver = false
    const goesOn = () => !isOver
    const pressing = tablets.map((one) => pressOn({ ...one, matches, goesOn }))
    const playing = clients.map((client, index) => playOn(client, `${seed} ${index}`, goesOn))
    await restartAll()
    isOver = true
    const pressed = (await Promise.all(pressing)).flat()
    const played = await Promise.all(playing)
    const isAnswered = () => tablets.every(({ tablet }) => tablet.unsent().length === 0)
    await until('the last answer', isAnswered, upWithinMs)
    await projected(log, store)

    const ids = (await log.load(tournament)).map(({ commit }) => commit.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(pressed.filter((id) => !ids.includes(id))).toEqual([])
    expect(tablets.flatMap(({ tablet }) => tablet.shown().presses)).toEqual([])
    const [events, games] = [
      sum(played.map((one) => one.events)),
      sum(played.map((one) => one.games)),
    ]
    // Intakes note themselves when a client comes and goes.
    const { rows } = await store.pool.query(
      `select count(*)::int as stored, count(distinct event_id)::int as events,
        (select count(*) from view.game)::int as games
       from view.cabinet_event where game_id is not null`,
    )
    expect(rows[0]).toEqual({ stored: events, events, games })
    // The referee that counts the last game may have begun a moment ago.
    const isCounted = async () => (await pointsOf(hall)) >= pressed.length + games
    await until('the last game to count', isCounted, upWithinMs)
    await projected(log, store)
    expect(await pointsOf(hall)).toBe(pressed.length + games)

    const upTo = { tournament: await log.tail(), facts: await log.factsTail() }
    await fill({ log, store, schema: 'view_fresh', upTo })
    expect(await hashes(store, 'view')).toEqual(await hashes(store, 'view_fresh'))
    const last = (await log.load(tournament)).at(-1)!.commit.version
    const isShown = () => tablets.every(({ tablet }) => tablet.shown().live.version === last)
    await until('the last change on every screen', isShown, upWithinMs)
    expect(stepsBack).toEqual([])
    for (const { tablet } of tablets) tablet.close()
    await Promise.all(clients.map((client) => client.close()))
  },
  allMs,
)

// A log that is spread over several pairs of streams, in the middle of its evenings: nothing moves,
// nothing is lost, and what is damaged stops its own pair alone.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { jetstreamManager } from '@nats-io/jetstream'
import type { JetStreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import type { Command } from '../../events/schema/command.ts'
import { playGame } from '../../events/simulation/play.ts'
import { spread } from '../../scripts/log-pairs/spread.ts'
import { apiOf } from '../../scripts/support/rest-client.ts'
import type { Api } from '../../scripts/support/rest-client.ts'
import { startWaggle } from '../../services/index.ts'
import type { Waggle } from '../../services/index.ts'
import { natsAddress, openLog, pairAt } from '../../services/log/index.ts'
import { connectCabinet } from '../../services/practice/client.ts'
import { hashes, rebuild, repair, verify } from '../../services/projector/index.ts'
import { openStore } from '../../services/store/index.ts'
import { serveMetrics } from '../../services/telemetry/index.ts'
import { newDatabase } from '../support/app.ts'
import { done, projected, until } from '../support/desk-client.ts'
import { takeable } from './backup-locations.ts'
import { backup } from '../../scripts/backup/create-backup.ts'
import { restore } from '../../scripts/backup/restore-backup.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Row = { id: number }
type Match = Row & { blueScore: number; goldScore: number; activeCabinet: number | null }
type Hall = {
  scene: number
  sceneName: string
  cabinet: number
  token: string
  tournament: number
  matches: number[]
}

const name = `p${randomBytes(6).toString('hex')}`
const streams = `${name}_`
const adminKey = randomBytes(24).toString('base64url')
const natsUrl = inject('natsUrl')
const pairs = 4

let databaseUrl: string
let waggle: Waggle
let api: Api
const halls: Hall[] = []
let games = 0

const start = async () => {
  const options = { databaseUrl, natsUrl, streams, adminKey, port: 0, quiet: true }
  waggle = await startWaggle(options)
  api = apiOf(waggle.url, adminKey)
}

beforeAll(async () => {
  databaseUrl = await newDatabase(name)
  await start()
})
afterAll(() => waggle?.stop())

/** A scene with a cabinet, where a match of two teams is on. */
async function openHall(sceneName: string): Promise<Hall> {
  const about = { name: sceneName, displayName: sceneName }
  const { id: scene } = await api.post<Row>('/api/game/scene/', about)
  const there = { scene, name: 'north', displayName: 'North' }
  const made = await api.post<Row & { token: string }>('/api/game/cabinet/', there)
  const { id: cabinet, token } = made
  const tournament = await openTournament(scene, cabinet, `Evening of ${sceneName}`)
  const matches = await openMatches(tournament)
  const hall = { scene, sceneName, cabinet, token, tournament, matches }
  await api.put(`/api/tournament/match/${matches[0]}/start/`, { cabinet })
  halls.push(hall)
  return hall
}

async function openTournament(scene: number, cabinet: number, named: string): Promise<number> {
  const about = { scene, name: named, date: '2026-01-02', assignedCabinets: [cabinet] }
  return (await api.post<Row>('/api/tournament/tournament/', about)).id
}

async function openMatches(tournament: number, names = ['Bees', 'Wasps']): Promise<number[]> {
  const teams: number[] = []
  for (const team of names) {
    teams.push((await api.post<Row>('/api/tournament/team/', { tournament, name: team })).id)
  }
  const stage = {
    tournament,
    name: 'Main',
    stageType: 'round_robin',
    winsPerMatch: 99,
    queueTimer: 120,
  }
  const { id: bracket } = await api.post<Row>('/api/tournament/bracket/', stage)
  await api.put(`/api/tournament/bracket/${bracket}/set-teams/`, { teams })
  await api.put(`/api/tournament/bracket/${bracket}/create-matches/`, {})
  const path = `/api/tournament/match/?tournamentId=${tournament}`
  return (await api.get<{ results: Match[] }>(path)).results.map(({ id }) => id)
}

const matchOf = ({ matches }: Hall) => api.get<Match>(`/api/tournament/match/${matches[0]}/`)
const pointsOf = async (hall: Hall) => {
  const { blueScore, goldScore } = await matchOf(hall)
  return blueScore + goldScore
}

/** A game that its cabinet's client sends counts for the match that is on there. */
async function play(hall: Hall): Promise<void> {
  const before = await pointsOf(hall)
  const { sceneName, token } = hall
  const url = `${waggle.url.replace('http', 'ws')}/ws/stats_listener/v3`
  const client = connectCabinet({ url, sceneName, cabinetName: 'north', token })
  const startAt = new Date(1_767_000_000_000 + ++games * 1e6)
  for (const event of playGame({ seed: `${name} ${games}`, startAt })) client.send(event)
  await client.idle()
  await until('the game to count', async () => (await pointsOf(hall)) === before + 1)
  await client.close()
}

async function expectExact(): Promise<void> {
  await projected(waggle.log, waggle.store)
  expect((await verify(waggle.log, waggle.store)).problems).toEqual([])
}

const versionsOf = async ({ tournament }: Hall) =>
  (await waggle.log.load(tournament)).map(({ commit }) => commit.version)
const lastPair = async ({ tournament }: Hall) =>
  pairAt((await waggle.log.load(tournament)).at(-1)!.seq)

/** While nothing runs. */
async function spreadOver(count: number): Promise<void> {
  await waggle.stop()
  const store = await openStore({ url: databaseUrl })
  const log = await openLog({ url: natsUrl, streams })
  await spread({ log, store, natsUrl, streams, pairs: count })
  await Promise.all([log.close(), store.close()])
  await start()
}

test('spread over two and then four pairs, every hall plays on, and every row stays as it was', async () => {
  for (const scene of ['alpha', 'beta', 'gamma', 'delta']) await play(await openHall(scene))
  await expectExact()
  for (const count of [2, pairs]) {
    const { checkpoint: _, ...before } = await hashes(waggle.store, 'view')
    const versions = await Promise.all(halls.map(versionsOf))
    await spreadOver(count)
    const { checkpoint: __, ...after } = await hashes(waggle.store, 'view')
    expect(after).toEqual(before)
    expect(await Promise.all(halls.map(versionsOf))).toEqual(versions)
    for (const hall of halls) await play(hall)
    await expectExact()
    const where = await Promise.all(halls.map(lastPair))
    expect(where).toEqual(halls.map(({ scene }) => (scene % 64) % count))
    for (const hall of halls) {
      const all = await versionsOf(hall)
      expect(all).toEqual(all.map((_, n) => n + 1))
    }
  }
  expect(new Set(await Promise.all(halls.map(lastPair))).size).toBe(pairs)
})

test('what began after it was spread is in the pair of its scene from the first commit on', async () => {
  const hall = await openHall('epsilon')
  const heard: string[] = []
  const end = waggle.log.subscribe(`cabinet.${hall.cabinet}`, (_, subject) => heard.push(subject))
  await play(hall)
  end()
  // Who shows a cabinet hears it as before.
  expect(new Set(heard)).toEqual(new Set([`cabinet.${hall.cabinet}`]))
  const all = await waggle.log.load(hall.tournament)
  expect(new Set(all.map(({ seq }) => pairAt(seq)))).toEqual(new Set([hall.scene % pairs]))
  // The id of a game is its position, which is large here.
  const path = `/api/game/game/?tournamentMatchId=${hall.matches[0]}`
  await projected(waggle.log, waggle.store)
  const { results } = await api.get<{ results: Row[] }>(path)
  expect(results.map(({ id }) => pairAt(id))).toEqual([hall.scene % pairs])
  for (const part of ['', 'stats/', 'events/', 'match/']) {
    await api.get(`/api/game/game/${results[0]!.id}/${part}`)
  }
  // A second tournament on the same cabinet sees what the first one plays there.
  const other = await openTournament(hall.scene, hall.cabinet, 'Another evening')
  const [match] = await openMatches(other)
  const starting = api.put(`/api/tournament/match/${match}/start/`, { cabinet: hall.cabinet })
  await expect(starting).rejects.toThrow('409')
  await expectExact()
})

test('metrics and the page of the owner have every pair', async () => {
  const { url, close } = await serveMetrics({ host: '127.0.0.1', port: 0 })
  const text = await (await fetch(url)).text()
  await close()
  for (const follower of ['projector', 'referee', 'projector of facts', 'referee of facts']) {
    for (const pair of ['', ',pair="1"', ',pair="2"', ',pair="3"']) {
      expect(text).toContain(`waggle_position{follower="${follower}"${pair}} `)
    }
  }
  const { lines } = await api.get<{ lines: { line: string; ok: boolean | null }[] }>('/api/status/')
  const red = lines.filter(({ ok }) => ok === false).map(({ line }) => line)
  expect(red.filter((line) => ['log', 'gate', 'projector', 'referee'].includes(line))).toEqual([])
})

test('rows made anew from four pairs are the same', async () => {
  await projected(waggle.log, waggle.store)
  const before = await hashes(waggle.store, 'view')
  await rebuild(waggle.log, waggle.store)
  await projected(waggle.log, waggle.store)
  expect(await hashes(waggle.store, 'view')).toEqual(before)
})

test('P22: a backup of four pairs comes back hash for hash, in four pairs', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'waggle-pairs-'))
  const from = await takeable({ databaseUrl, streams })
  const to = await takeable({ databaseUrl: await newDatabase(`${name}b`), streams: `${name}b_` })
  const folder = join(dir, 'copy')
  await backup({ ...from, folder })
  expect((await restore({ ...to, folder })).differences).toEqual([])
  const log = await to.reopen()
  expect(log.pairs.length).toBe(pairs)
  const [hall] = halls as [Hall]
  const [theirs, ours] = await Promise.all([
    log.load(hall.tournament),
    waggle.log.load(hall.tournament),
  ])
  expect(theirs).toEqual(ours)
  await Promise.all([log.close(), from.close(), to.close(), rm(dir, { recursive: true })])
})

test('P9: a pair that lost its streams stops itself alone, and is repaired while the others play', async () => {
  const [hall, other] = [halls.find(({ scene }) => scene % pairs === 2)!, halls[0]!]
  const commits = (await waggle.log.load(hall.tournament)).length
  await waggle.stop()
  await losing(2)
  await start()
  const rename = ({ tournament }: Hall, to: string) =>
    api.patch(`/api/tournament/tournament/${tournament}/`, { name: to })
  await expect(
    waggle.desk.handle({
      id: randomBytes(8).toString('hex'),
      tournament: hall.tournament,
      by: { kind: 'key', name: 'test' },
      command: { type: 'AddTeam', name: 'Late' },
    }),
  ).rejects.toThrow('but the database has seen it up to')
  await rename(other, 'Played all the same')
  await play(other)
  await waggle.stop()
  const places = await takeable({ databaseUrl, streams })
  const { log, store } = places
  const why = 'but the database has seen it up to'
  expect((await verify(log, store)).problems).toEqual([expect.stringContaining(why)])
  await expect(rebuild(log, store)).rejects.toThrow(why)
  await expect(backup({ ...places, folder: join(tmpdir(), name) })).rejects.toThrow(why)
  const found = await repair(log, store)
  expect(found.commits).toBeGreaterThan(0)
  await rebuild(log, store)
  await places.close()
  await start()
  expect(await versionsOf(hall)).toHaveLength(commits)
  await play(hall)
  await expectExact()
})

/** The streams of a pair come back empty, as from another disk; what they take again can be hurt. */
function losing(pair: number): Promise<void> {
  return onNats(async (jsm) => {
    for (const kind of ['tournaments', 'facts']) {
      const stream = `${streams}${kind}-${pair}`
      const { config } = await jsm.streams.info(stream)
      await jsm.streams.delete(stream)
      await jsm.streams.add({ ...config, deny_delete: false })
    }
  })
}

async function onNats(work: (jsm: JetStreamManager) => Promise<unknown>): Promise<void> {
  const nc = await connect(natsAddress(natsUrl))
  await work(await jetstreamManager(nc))
  await nc.drain()
}

test('P22: a commit that was put back is in a backup under the key of its shard', async () => {
  const hall = halls.find(({ scene }) => scene % pairs === 2)!
  const all = await waggle.log.load(hall.tournament)
  const { seq, commit } = all.at(-2)!
  expect(pairAt(seq)).toBe(2)
  await waggle.stop()
  await onNats((jsm) => jsm.streams.deleteMessage(`${streams}tournaments-2`, seq))
  const dir = await mkdtemp(join(tmpdir(), 'waggle-mended-'))
  const folder = join(dir, 'copy')
  const from = await takeable({ databaseUrl, streams })
  expect((await from.log.load(hall.tournament)).length).toBe(all.length - 1)
  expect(await repair(from.log, from.store)).toMatchObject({ mended: 1 })
  await backup({ ...from, folder })
  const to = await takeable({ databaseUrl: await newDatabase(`${name}m`), streams: `${name}m_` })
  expect((await restore({ ...to, folder })).differences).toEqual([])
  const log = await to.reopen()
  const theirs = await log.load(hall.tournament)
  expect(theirs).toEqual(all)
  expect(theirs.at(-2)).toEqual({ seq, commit })
  await Promise.all([log.close(), from.close(), to.close(), rm(dir, { recursive: true })])
  await start()
  await play(hall)
  await expectExact()
})

test('R-QT-2: a timer that was set before is known to the referee of the pair that its scene has now', async () => {
  const { scene } = halls.find(({ sceneName }) => sceneName === 'epsilon')!
  const there = { scene, name: 'south', displayName: 'South' }
  const { id: cabinet } = await api.post<Row>('/api/game/cabinet/', there)
  const tournament = await openTournament(scene, cabinet, 'Timed')
  const matches = await openMatches(tournament, ['Bees', 'Wasps', 'Ants'])
  const send = (command: Command) => done(waggle.desk, tournament, command)
  await send({ type: 'CreateQueues' })
  const [queue] = Object.values((await waggle.desk.state(tournament)).queues)
  await send({ type: 'SetQueue', queue: queue!.id, matches })
  await send({ type: 'SelectNext', cabinet })
  const [match = 0] = matches
  const { slots } = (await waggle.desk.state(tournament)).matches[match]!
  const team = 'team' in slots[0] ? slots[0].team : 0
  await send({ type: 'AddScore', match, team, by: 1 })
  await send({ type: 'CompleteMatch', match, force: true })
  const timer = async () => (await waggle.desk.state(tournament)).timers[cabinet]
  expect(await timer()).toBeDefined()
  await spreadOver(8)
  const { tail } = await waggle.log.pairOfTournament(tournament)
  const event = { gameID: null, eventID: `${name} away`, time: new Date().toISOString() }
  await waggle.log.appendFacts({
    cabinet,
    after: await tail(),
    events: [{ ...event, type: 'clientOffline', values: [] }],
  })
  await until('the timer to be held', async () => (await timer()) === undefined)
  const last = (await waggle.log.load(tournament)).at(-1)!
  expect(last.commit.events).toMatchObject([{ reason: 'the cabinet went offline' }])
  expect(pairAt(last.seq)).toBe(scene % 8)
  for (const hall of halls) await play(hall)
  await expectExact()
})

test('what is not possible is refused with its reason, and nothing is done', async () => {
  const store = await openStore({ url: databaseUrl })
  const log = await openLog({ url: natsUrl, streams })
  const to = (count: number) => spread({ log, store, natsUrl, streams, pairs: count })
  await expect(to(8)).rejects.toThrow('Waggle is running here: stop it first.')
  await waggle.stop()
  await expect(to(3)).rejects.toThrow('3 pairs of streams are not possible')
  await expect(to(2)).rejects.toThrow('is spread over 8 pairs of streams, and cannot be over fewer')
  expect(await to(8)).toEqual({ from: 8 })
  await Promise.all([log.close(), store.close()])
  await start()
})

// A log that is spread over several pairs of streams during evenings: existing messages stay where
// they are, nothing is lost, and damage stops only its own pair.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { jetstreamManager } from '@nats-io/jetstream'
import type { JetStreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import type { Command } from '#events/schema/command.ts'
import { playGame } from '#events/simulation/play.ts'
import { spread } from '#scripts/log-pairs/spread.ts'
import { addBracket, addTeams, matchesOf } from '#scripts/support/bracket.ts'
import { apiOf } from '#scripts/support/rest-client.ts'
import type { Api } from '#scripts/support/rest-client.ts'
import { startWaggle } from '#services/index.ts'
import type { Waggle } from '#services/index.ts'
import { natsAddress, openLog, pairAt } from '#services/log/index.ts'
import { connectCabinet } from '#services/practice/client.ts'
import { tableHashes, rebuild, repair, verify } from '#services/projector/index.ts'
import { openStore } from '#services/store/index.ts'
import { serveMetrics } from '#services/telemetry/index.ts'
import { newDatabase } from '../support/app.ts'
import { done, projected, until } from '../support/desk-client.ts'
import { loseMessages } from '../support/lose-messages.ts'
import { openBackupLocation } from './backup-locations.ts'
import { backup } from '#scripts/backup/create-backup.ts'
import { restore } from '#scripts/backup/restore-backup.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Row = { id: number }
type Match = Row & { blueScore: number; goldScore: number; activeCabinet: number | null }
type Venue = {
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
const venues: Venue[] = []
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

/** A scene with a cabinet on which a match of two teams has started. */
async function openVenue(sceneName: string): Promise<Venue> {
  const about = { name: sceneName, displayName: sceneName }
  const { id: scene } = await api.post<Row>('/api/game/scene/', about)
  const cabinetFields = { scene, name: 'north', displayName: 'North' }
  const created = await api.post<Row & { token: string }>('/api/game/cabinet/', cabinetFields)
  const { id: cabinet, token } = created
  const tournament = await openTournament(scene, cabinet, `Evening of ${sceneName}`)
  const matches = await openMatches(tournament)
  const venue = { scene, sceneName, cabinet, token, tournament, matches }
  await api.put(`/api/tournament/match/${matches[0]}/start/`, { cabinet })
  venues.push(venue)
  return venue
}

async function openTournament(
  scene: number,
  cabinet: number,
  tournamentName: string,
): Promise<number> {
  const about = { scene, name: tournamentName, date: '2026-01-02', assignedCabinets: [cabinet] }
  return (await api.post<Row>('/api/tournament/tournament/', about)).id
}

async function openMatches(tournament: number, names = ['Bees', 'Wasps']): Promise<number[]> {
  const teams = await addTeams(api, tournament, names)
  const stage = { name: 'Main', stageType: 'round_robin', winsPerMatch: 99, queueTimer: 120 }
  await addBracket(api, tournament, { teams, ...stage })
  return (await matchesOf<Match>(api, tournament)).map(({ id }) => id)
}

const matchOf = ({ matches }: Venue) => api.get<Match>(`/api/tournament/match/${matches[0]}/`)
const pointsOf = async (venue: Venue) => {
  const { blueScore, goldScore } = await matchOf(venue)
  return blueScore + goldScore
}

/** Sends a game as the cabinet's client and waits until it counts for the match on the cabinet. */
async function play(venue: Venue): Promise<void> {
  const before = await pointsOf(venue)
  const { sceneName, token } = venue
  const url = `${waggle.url.replace('http', 'ws')}/ws/stats_listener/v3`
  const client = connectCabinet({ url, sceneName, cabinetName: 'north', token })
  const startAt = new Date(1_767_000_000_000 + ++games * 1e6)
  for (const event of playGame({ seed: `${name} ${games}`, startAt })) client.send(event)
  await client.idle()
  await until('the game to count', async () => (await pointsOf(venue)) === before + 1)
  await client.close()
}

async function expectVerified(): Promise<void> {
  await projected(waggle.log, waggle.store)
  expect((await verify(waggle.log, waggle.store)).problems).toEqual([])
}

const versionsOf = async ({ tournament }: Venue) =>
  (await waggle.log.load(tournament)).map(({ commit }) => commit.version)
const lastPair = async ({ tournament }: Venue) =>
  pairAt((await waggle.log.load(tournament)).at(-1)!.seq)

/** Spreads the log while the services are stopped. */
async function spreadLogOver(count: number): Promise<void> {
  await projected(waggle.log, waggle.store)
  await waggle.stop()
  const store = await openStore({ url: databaseUrl })
  const log = await openLog({ url: natsUrl, streams })
  await spread({ log, store, natsUrl, streams, pairs: count })
  await Promise.all([log.close(), store.close()])
  await start()
}

test('after spreading over two and then four pairs every venue plays on, and every row is unchanged', async () => {
  for (const scene of ['alpha', 'beta', 'gamma', 'delta']) await play(await openVenue(scene))
  await expectVerified()
  for (const count of [2, pairs]) {
    const { checkpoint: _, ...before } = await tableHashes(waggle.store, 'view')
    const versions = await Promise.all(venues.map(versionsOf))
    await spreadLogOver(count)
    const { checkpoint: __, ...after } = await tableHashes(waggle.store, 'view')
    expect(after).toEqual(before)
    expect(await Promise.all(venues.map(versionsOf))).toEqual(versions)
    for (const venue of venues) await play(venue)
    await expectVerified()
    const lastPairs = await Promise.all(venues.map(lastPair))
    expect(lastPairs).toEqual(venues.map(({ scene }) => (scene % 64) % count))
    for (const venue of venues) {
      const all = await versionsOf(venue)
      expect(all).toEqual(all.map((_, n) => n + 1))
    }
  }
  expect(new Set(await Promise.all(venues.map(lastPair))).size).toBe(pairs)
})

test('a tournament created after the spread is in the pair of its scene from its first commit', async () => {
  const venue = await openVenue('epsilon')
  const subjects: string[] = []
  const end = waggle.log.subscribe(`cabinet.${venue.cabinet}`, (_, subject) =>
    subjects.push(subject),
  )
  await play(venue)
  end()
  // Subscribers of the cabinet get the same subjects as before.
  expect(new Set(subjects)).toEqual(new Set([`cabinet.${venue.cabinet}`]))
  const all = await waggle.log.load(venue.tournament)
  expect(new Set(all.map(({ seq }) => pairAt(seq)))).toEqual(new Set([venue.scene % pairs]))
  // The id of a game is its position, which is a large number in later pairs.
  const path = `/api/game/game/?tournamentMatchId=${venue.matches[0]}`
  await projected(waggle.log, waggle.store)
  const { results } = await api.get<{ results: Row[] }>(path)
  expect(results.map(({ id }) => pairAt(id))).toEqual([venue.scene % pairs])
  for (const part of ['', 'stats/', 'events/', 'match/']) {
    await api.get(`/api/game/game/${results[0]!.id}/${part}`)
  }
  // A second tournament on the same cabinet sees what the first one plays there.
  const other = await openTournament(venue.scene, venue.cabinet, 'Another evening')
  const [match] = await openMatches(other)
  const starting = api.put(`/api/tournament/match/${match}/start/`, { cabinet: venue.cabinet })
  await expect(starting).rejects.toThrow('409')
  await expectVerified()
})

test('metrics and the status page have every pair', async () => {
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

test('rows rebuilt from four pairs are the same', async () => {
  await projected(waggle.log, waggle.store)
  const before = await tableHashes(waggle.store, 'view')
  await rebuild(waggle.log, waggle.store)
  await projected(waggle.log, waggle.store)
  expect(await tableHashes(waggle.store, 'view')).toEqual(before)
})

test('P22: a backup of four pairs is restored hash for hash, in four pairs', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'waggle-pairs-'))
  const source = await openBackupLocation({ databaseUrl, streams })
  const target = await openBackupLocation({
    databaseUrl: await newDatabase(`${name}b`),
    streams: `${name}b_`,
  })
  const folder = join(dir, 'copy')
  await backup({ ...source, folder })
  expect((await restore({ ...target, folder })).differences).toEqual([])
  const log = await target.reopen()
  expect(log.pairs.length).toBe(pairs)
  const [venue] = venues as [Venue]
  const [theirs, ours] = await Promise.all([
    log.load(venue.tournament),
    waggle.log.load(venue.tournament),
  ])
  expect(theirs).toEqual(ours)
  await Promise.all([log.close(), source.close(), target.close(), rm(dir, { recursive: true })])
})

test('P9: a pair that lost its streams stops only itself, and is repaired while the others play', async () => {
  const [venue, other] = [venues.find(({ scene }) => scene % pairs === 2)!, venues[0]!]
  const commits = (await waggle.log.load(venue.tournament)).length
  await waggle.stop()
  await loseStreams(2)
  await start()
  const rename = ({ tournament }: Venue, to: string) =>
    api.patch(`/api/tournament/tournament/${tournament}/`, { name: to })
  await expect(
    waggle.desk.handle({
      id: randomBytes(8).toString('hex'),
      tournament: venue.tournament,
      by: { kind: 'key', name: 'test' },
      command: { type: 'AddTeam', name: 'Late' },
    }),
  ).rejects.toThrow('but the database has seen it up to')
  await rename(other, 'Played all the same')
  await play(other)
  await waggle.stop()
  const location = await openBackupLocation({ databaseUrl, streams })
  const { log, store } = location
  const why = 'but the database has seen it up to'
  expect((await verify(log, store)).problems).toEqual([expect.stringContaining(why)])
  await expect(rebuild(log, store)).rejects.toThrow(why)
  await expect(backup({ ...location, folder: join(tmpdir(), name) })).rejects.toThrow(why)
  const found = await repair(log, store)
  expect(found.commits).toBeGreaterThan(0)
  await rebuild(log, store)
  await location.close()
  await start()
  expect(await versionsOf(venue)).toHaveLength(commits)
  await play(venue)
  await expectVerified()
})

/** Recreates the streams of a pair empty, as on a new disk. */
function loseStreams(pair: number): Promise<void> {
  return onNats(async (jsm) => {
    for (const kind of ['tournaments', 'facts']) {
      const stream = `${streams}${kind}-${pair}`
      const { config } = await jsm.streams.info(stream)
      await jsm.streams.delete(stream)
      await jsm.streams.add(config)
    }
  })
}

async function onNats(work: (jsm: JetStreamManager) => Promise<unknown>): Promise<void> {
  const nc = await connect(natsAddress(natsUrl))
  await work(await jetstreamManager(nc))
  await nc.drain()
}

test('P22: a repaired commit is in a backup under the key of its shard', async () => {
  const venue = venues.find(({ scene }) => scene % pairs === 2)!
  const all = await waggle.log.load(venue.tournament)
  const { seq, commit } = all.at(-2)!
  expect(pairAt(seq)).toBe(2)
  await waggle.stop()
  await loseMessages(natsUrl, `${streams}tournaments-2`, [seq])
  const dir = await mkdtemp(join(tmpdir(), 'waggle-replaced-'))
  const folder = join(dir, 'copy')
  const source = await openBackupLocation({ databaseUrl, streams })
  expect((await source.log.load(venue.tournament)).length).toBe(all.length - 1)
  expect(await repair(source.log, source.store)).toMatchObject({ replaced: 1 })
  await backup({ ...source, folder })
  const target = await openBackupLocation({
    databaseUrl: await newDatabase(`${name}m`),
    streams: `${name}m_`,
  })
  expect((await restore({ ...target, folder })).differences).toEqual([])
  const log = await target.reopen()
  const theirs = await log.load(venue.tournament)
  expect(theirs).toEqual(all)
  expect(theirs.at(-2)).toEqual({ seq, commit })
  await Promise.all([log.close(), source.close(), target.close(), rm(dir, { recursive: true })])
  await start()
  await play(venue)
  await expectVerified()
})

test('R-QT-2: a timer set before the spread is known to the referee of the new pair of its scene', async () => {
  const { scene } = venues.find(({ sceneName }) => sceneName === 'epsilon')!
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
  await spreadLogOver(8)
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
  for (const venue of venues) await play(venue)
  await expectVerified()
})

test('an impossible spread is refused with the reason, and changes nothing', async () => {
  const store = await openStore({ url: databaseUrl })
  const log = await openLog({ url: natsUrl, streams })
  const to = (count: number) => spread({ log, store, natsUrl, streams, pairs: count })
  await expect(to(8)).rejects.toThrow('Waggle is running here: stop it first.')
  await waggle.stop()
  await expect(to(3)).rejects.toThrow('3 pairs of streams are not possible')
  await expect(to(2)).rejects.toThrow(
    'is spread over 8 pairs of streams, and cannot be spread over fewer',
  )
  expect(await to(8)).toEqual({ from: 8 })
  await Promise.all([log.close(), store.close()])
  await start()
})

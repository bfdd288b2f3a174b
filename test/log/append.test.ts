import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { teamsOf } from '#events/bracket/bracket.ts'
import type { Command } from '#events/schema/command.ts'
import { score } from '#events/state/match.ts'
import { StageSettings } from '#events/schema/parts/stage-settings.ts'
import { startNats } from '#scripts/servers/index.ts'
import type { Nats } from '#scripts/servers/index.ts'
import { random } from '#events/simulation/random.ts'
import type { Random } from '#events/simulation/random.ts'
import { isRefusal, openDesk } from '#services/desk/index.ts'
import type { Answer, Desk, Request } from '#services/desk/index.ts'
import { Unavailable, chainOf, firstChain, natsAddress, openLog } from '#services/log/index.ts'
import type { Log, StoredCommit } from '#services/log/index.ts'
import { startProjector } from '#services/projector/index.ts'
import type { Projector } from '#services/projector/index.ts'
import { openStore } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import { startProxy } from '../support/proxy.ts'
import { times } from '../support/long-runs.ts'
import type { Proxy } from '../support/proxy.ts'
import { newDatabase } from '../support/app.ts'
import {
  newTournament,
  idAllocator,
  pause,
  projected,
  requestOf,
  seedOf,
} from '../support/desk-client.ts'
import type { TestTournament } from '../support/desk-client.ts'

let dir: string
let nats: Nats
let log: Log
let store: Store
let projector: Projector
let desk: Desk

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-append-'))
  nats = await startNats({ dir })
  store = await openStore({ url: await newDatabase(`append_${Date.now()}`) })
  log = await openLog({ url: nats.url })
  projector = await startProjector({ log, store })
  desk = openDesk(log, idAllocator)
})

afterAll(async () => {
  desk?.close()
  await projector?.stop()
  await log?.close()
  await store?.close()
  await nats?.stop()
  await rm(dir, { recursive: true, force: true })
})

const faults = {
  cut: 10,
  'all cut': 4,
  delay: 10,
  throttle: 5,
  silence: 5,
  'lost acks': 12,
  freeze: 5,
  kill: 9,
} as const
type Fault = keyof typeof faults
const desks = 3
const writersPerDesk = 3

type DeskConnection = { proxy: Proxy; log: Log; desk: Desk }
type Acknowledged = Map<string, { request: Request; answer: Answer }>

test('P1 P2 P3 P4 P5: faults of each kind neither lose nor duplicate an acknowledged command', async () => {
  const seed = seedOf('append')
  const fixture = await newTournament(desk)
  const pairs = await pairsOf(fixture)
  const connections = await Promise.all(Array.from({ length: desks }, openConnection))
  const acknowledged: Acknowledged = new Map()
  const running = { yes: true }
  const writing = Array.from({ length: desks * writersPerDesk }, (_, writer) =>
    write({ writer, seed, fixture, pairs, connections, acknowledged, running }),
  )
  const chance = random(`${seed} faults`)
  const all = Object.entries(faults).flatMap(([fault, n]) =>
    Array<Fault>(times(Math.ceil(n / 3), n)).fill(fault as Fault),
  )
  expect(all).toHaveLength(times(23, 60))
  for (const fault of chance.shuffled(all)) {
    await injectFault(fault, chance, connections)
    await pause(chance.between(20, 150))
  }
  running.yes = false
  await Promise.all(writing)
  console.info(`${acknowledged.size} commands acknowledged`)

  const stored = await log.load(fixture.tournament)
  expectUnbroken(stored)
  expectAll(stored, acknowledged)
  const repeated = random(`${seed} again`)
    .shuffled([...acknowledged.values()])
    .slice(0, 30)
  for (const { request, answer } of repeated) expect(await desk.handle(request)).toEqual(answer)
  expect((await log.load(fixture.tournament)).length).toBe(stored.length)

  const state = await desk.state(fixture.tournament)
  const pressed = [...acknowledged.values()].map(({ request }) => request.command)
  for (const { match, teams } of pairs) {
    const points = teams.map(
      (team) =>
        pressed.filter((c) => c.type === 'AddScore' && c.match === match && c.team === team).length,
    )
    expect(score(state.matches[match]!)).toEqual(points)
  }
  await expectProjected(fixture.tournament, stored.length)
  for (const { log: own, desk: ownDesk, proxy } of connections) {
    ownDesk.close()
    await own.close()
    await proxy.close()
  }
})

async function openConnection(): Promise<DeskConnection> {
  const proxy = await startProxy(() => nats.port)
  const ownLog = await openLog({ url: nats.url.replace(`:${nats.port}`, `:${proxy.port}`) })
  return { proxy, log: ownLog, desk: openDesk(ownLog, idAllocator) }
}

/** Sends commands to random desks, repeating each with the same id until it is answered. */
async function write(work: {
  writer: number
  seed: string
  fixture: TestTournament
  pairs: Pair[]
  connections: DeskConnection[]
  acknowledged: Acknowledged
  running: { yes: boolean }
}): Promise<void> {
  const { writer, seed, fixture, pairs, connections, acknowledged, running } = work
  const chance = random(`${seed} writer ${writer}`)
  for (let n = 0; running.yes; n++) {
    const request = requestOf(fixture.tournament, anyCommand(chance, pairs), `${writer}-${n}`)
    for (;;) {
      try {
        const answer = await chance.pick(connections).desk.handle(request)
        if (isRefusal(answer)) throw new Error(answer.detail)
        acknowledged.set(request.id, { request, answer })
        break
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
      }
    }
    await pause(chance.between(0, 40))
  }
}

/** Commands that always have an effect, so that every acknowledged one must be in the log. */
function anyCommand(chance: Random, pairs: Pair[]): Command {
  const drawn = chance.next()
  if (drawn < 0.1) return { type: 'AddTeam', name: `Team ${chance.whole(1, 1_000)}` }
  if (drawn < 0.15) {
    const settings = StageSettings.parse({ name: 'Pools', stageType: 'round_robin' })
    return { type: 'CreateStage', settings, numGroups: 3 }
  }
  const { match, teams } = chance.pick(pairs)
  return { type: 'AddScore', match, team: chance.pick(teams), by: 1 }
}

type Pair = { match: number; teams: [number, number] }

async function pairsOf({ tournament }: TestTournament): Promise<Pair[]> {
  const t = await desk.state(tournament)
  return Object.values(t.matches).map((match) => {
    const [one, two] = teamsOf(t, match)
    return { match: match.id, teams: [one ?? 0, two ?? 0] }
  })
}

async function injectFault(
  fault: Fault,
  chance: Random,
  connections: DeskConnection[],
): Promise<void> {
  const { proxy } = chance.pick(connections)
  const shortMs = chance.between(50, 300)
  const longMs = chance.between(1_050, 1_300) // longer than the timeout of a publish
  const lengthMs = chance.chance(0.15) ? longMs : shortMs
  if (fault === 'cut') return proxy.cut()
  if (fault === 'all cut') return connections.forEach((connection) => connection.proxy.cut())
  if (fault === 'kill') {
    await nats.kill()
    await pause(shortMs)
    return nats.restart()
  }
  if (fault === 'freeze') {
    process.kill(nats.pid, 'SIGSTOP')
    await pause(longMs)
    process.kill(nats.pid, 'SIGCONT')
    return
  }
  if (fault === 'delay') proxy.delay(chance.between(5, 80))
  if (fault === 'throttle') proxy.throttle(chance.between(5_000, 50_000))
  if (fault === 'lost acks') proxy.loseAnswers()
  if (fault === 'silence') proxy.swallow()
  await pause(lengthMs)
  proxy.heal()
}

function expectUnbroken(stored: StoredCommit[]): void {
  let chain = firstChain
  for (const [index, { commit }] of stored.entries()) {
    expect(commit.version).toBe(index + 1)
    expect(commit.chain).toBe(chainOf(chain, commit))
    chain = commit.chain
  }
  expect(new Set(stored.map(({ commit }) => commit.id)).size).toBe(stored.length)
}

function expectAll(stored: StoredCommit[], acknowledged: Acknowledged): void {
  const byId = new Map(stored.map(({ commit }) => [commit.id, commit]))
  for (const [id, { request, answer }] of acknowledged) {
    const commit = byId.get(id)
    expect(commit, `command ${id} was acknowledged`).toBeDefined()
    const { version, tournament, answer: answerInLog = {} } = commit!
    expect({ version, tournament, answer: answerInLog }).toEqual(answer)
    expect(commit!.command).toEqual(request.command)
    expect(commit!.events).toHaveLength(eventsOf(commit!.command)) // P4
  }
}

/** A stage with several groups has one more event, which links the groups. */
function eventsOf(command: Command): number {
  if (command.type !== 'CreateStage') return 1
  return command.numGroups > 1 ? command.numGroups + 1 : 1
}

async function expectProjected(tournament: number, versions: number): Promise<void> {
  await projected(log, store)
  const { rows } = await store.pool.query(
    `select (select array_agg(version order by version) from kept.witness where tournament = $1) as seen,
       (select version from view.tournament_version where tournament = $1) as version,
       (select array_agg(version order by version) from view.change where tournament = $1) as frames`,
    [tournament],
  )
  const all = Array.from({ length: versions }, (_, index) => index + 1)
  expect(rows[0]).toEqual({ seen: all, version: versions, frames: all.slice(-1_000) })
}

test('P2: five concurrent requests with one id give one commit and five equal answers', async () => {
  const { tournament } = await newTournament(desk)
  const others = await Promise.all([openLog({ url: nats.url }), openLog({ url: nats.url })])
  const three = [desk, ...others.map((other) => openDesk(other, idAllocator))]
  const before = (await log.load(tournament)).length
  for (let round = 0; round < 20; round++) {
    const request = requestOf(
      tournament,
      { type: 'AddTeam', name: `Team ${round} of many` },
      `same ${round}`,
    )
    const sent = Array.from({ length: 5 }, (_, n) => three[n % 3]!.handle(request))
    const answers = await Promise.all(sent)
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ version: before + round + 1 })
  }
  expect(await log.load(tournament)).toHaveLength(before + 20)
  for (const other of others) await other.close()
})

test('P2: reusing an id for another command is refused by every desk, also after a restart', async () => {
  const { tournament } = await newTournament(desk)
  const first = requestOf(tournament, { type: 'AddTeam', name: 'Bees' })
  const answer = await desk.handle(first)
  const other: Request = { ...first, command: { type: 'AddTeam', name: 'Wasps' } }
  const fresh = openDesk(log, idAllocator)
  for (const each of [desk, fresh]) {
    expect(await each.handle(other)).toMatchObject({ refused: 'ID_REUSED', status: 409 })
    expect(await each.handle(first)).toEqual(answer)
  }
  fresh.close()
})

/** A log whose appends wait until `go` is called, so that another desk can commit first. */
function delayedLog(ownLog: Log): { log: Log; appending: Promise<void>; go(): void } {
  let go = () => {}
  let onAppend = () => {}
  const free = new Promise<void>((resolve) => (go = resolve))
  const appending = new Promise<void>((resolve) => (onAppend = resolve))
  const append: Log['append'] = async (commit, lastSeq) => {
    onAppend()
    await free
    return ownLog.append(commit, lastSeq)
  }
  return { log: { ...ownLog, append }, appending, go }
}

test('P3: the loser of a version conflict is decided again on the state after the winner', async () => {
  const { tournament, matches } = await newTournament(desk)
  const [first = 0, second = 0] = matches
  const slow = delayedLog(log)
  const rival = openDesk(slow.log, idAllocator)
  const { queues } = await desk.state(tournament)
  const queue = Object.values(queues)[0]!.id
  await desk.handle(requestOf(tournament, { type: 'SetQueue', queue, matches: [first, second] }))

  const late = rival.handle(requestOf(tournament, { type: 'SelectNext', cabinet: 1 }))
  await slow.appending
  const winner = await desk.handle(requestOf(tournament, { type: 'SelectNext', cabinet: 1 }))
  slow.go()
  expect(winner).toMatchObject({ answer: { match: first } })
  expect(await late).toMatchObject({ refused: 'MATCH_ACTIVE', status: 409 })
  rival.close()
})

test('P3: two presses of +1 based on one version both count', async () => {
  const { tournament, matches } = await newTournament(desk)
  const [match = 0] = matches
  const { slots } = (await desk.state(tournament)).matches[match]!
  const team = 'team' in slots[0] ? slots[0].team : 0
  const press: Command = { type: 'AddScore', match, team, by: 1 }
  const slow = delayedLog(log)
  const rival = openDesk(slow.log, idAllocator)
  const late = rival.handle(requestOf(tournament, press))
  await slow.appending
  const winner = await desk.handle(requestOf(tournament, press))
  slow.go()
  const version = isRefusal(winner) ? 0 : winner.version
  expect(await late).toMatchObject({ version: version + 1 })
  expect(score((await desk.state(tournament)).matches[match]!)).toEqual([2, 0])
  rival.close()
})

test('P2: a commit whose acknowledgement was lost is found instead of appended again', async () => {
  const { tournament } = await newTournament(desk)
  let lost = 0
  const append: Log['append'] = async (commit, lastSeq) => {
    const answer = await log.append(commit, lastSeq)
    if (lost++ < 3) throw new Unavailable('the acknowledgement was lost')
    return answer
  }
  const unluckyDesk = openDesk({ ...log, append }, idAllocator)
  const before = (await log.load(tournament)).length
  const answer = await unluckyDesk.handle(requestOf(tournament, { type: 'AddTeam', name: 'Bees' }))
  expect(answer).toMatchObject({ version: before + 1 })
  expect(await log.load(tournament)).toHaveLength(before + 1)
  expect(lost).toBe(1)
  unluckyDesk.close()
})

test('P2: a press that is delayed until its sender has given up has no effect', async () => {
  const { tournament, teams } = await newTournament(desk)
  const before = await desk.state(tournament)
  const asleep = new Int32Array(new SharedArrayBuffer(4))
  const frozenMs = 3_100
  const frozenDesk = openDesk(log, {
    ...idAllocator,
    clock() {
      Atomics.wait(asleep, 0, 0, frozenMs) // blocks the whole process, like SIGSTOP
      return new Date().toISOString()
    },
  })
  const press = requestOf(tournament, { type: 'RenameTeam', team: teams[0]!, name: 'Late' })
  await expect(frozenDesk.handle(press)).rejects.toThrow(Unavailable)
  expect(await desk.state(tournament)).toEqual(before)
  frozenDesk.close()
})

test('P1: reading and following leave no consumers on the server, where their number is limited', async () => {
  const ownLog = await openLog({ url: nats.url, streams: 'left_' })
  const nc = await connect(natsAddress(nats.url))
  const { streams } = await jetstreamManager(nc)
  let [chain, seq] = [firstChain, 0]
  for (let version = 1; version <= 6; version++) {
    const by = { kind: 'service', name: 'test' } as const
    const command = { type: 'ChangeTournament', name: `${version}` } as const
    const body = { id: `left ${version}`, tournament: 1, version, at: '', by, command, events: [] }
    const commit = { ...body, chain: chainOf(chain, body) }
    const answer = await ownLog.append(commit, seq)
    if (answer === 'conflict') throw new Error('nobody else writes here')
    ;[chain, seq] = [commit.chain, answer.seq]
  }
  const consumerCount = async () => (await streams.info('left_tournaments')).state.consumer_count
  for (let n = 0; n < 3; n++) {
    const ending = new AbortController()
    await ownLog.follow(0, async () => ending.abort(), ending.signal)
    expect((await ownLog.load(1)).map(({ commit }) => commit.version)).toEqual([1, 2, 3, 4, 5, 6])
  }
  await expect.poll(consumerCount).toBe(0)
  await nc.close()
  await ownLog.close()
})

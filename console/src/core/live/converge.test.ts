import { expect, test } from 'vitest'
import { mulberry32 } from '#events/simulation/random.ts'
import {
  fakeClock,
  fakeNetwork,
  fakeServer,
  matchRow,
  memoryStorage,
  queueRow,
  settled,
} from '#test/support/console-session.ts'
import { ownStepsIn } from './own-steps.ts'
import type { Fate, FakeServer } from '#test/support/console-session.ts'
import { times } from '#test/support/long-runs.ts'
import { newLiveSession } from './live-session.ts'
import type { LiveState } from './live-session.ts'

const beatMs = 5_000

function setup(seed: number, fate: (random: () => number) => Fate) {
  const clock = fakeClock()
  const random = mulberry32(seed)
  const server = fakeServer(1)
  const network = fakeNetwork(server, clock, fate(random))
  const beat = () => {
    server.beat()
    clock.after(beatMs, beat)
  }
  clock.after(beatMs, beat)
  const session = newLiveSession(1, {
    cache: null,
    connect: network.connect,
    clock,
    random,
    attempt: () => Promise.reject(new Error('no calls here')),
    newId: () => 'unused',
    keep: { read: () => [], write: () => {} },
    own: ownStepsIn(memoryStorage, 1),
  })
  session.open()
  const versions: number[] = []
  session.store.subscribe((state) => follow(state, server, versions))
  return { clock, random, server, network, session, versions }
}

/** Whatever arrives, the store always equals exactly one of the server's versions. */
function follow({ live }: LiveState, server: FakeServer, versions: number[]): void {
  const last = versions.at(-1) ?? 0
  if (live.version === last || server.isRestored) return
  expect(live.version).toBeGreaterThan(last)
  expect(live.rows).toEqual(server.history[live.version])
  versions.push(live.version)
}

function commitSomething(random: () => number, server: FakeServer): void {
  const id = 1 + Math.floor(random() * 6)
  const row = { ...matchRow({ id }), blueScore: Math.floor(random() * 5) }
  if (random() < 0.1) server.commit({ match: { put: [], gone: [`${id}`] } })
  else if (random() < 0.2)
    server.commit({ queue: { put: [queueRow({ id, matches: [id] })], gone: [] } })
  else server.commit({ match: { put: [row], gone: [] } })
}

const hostile =
  (random: () => number): Fate =>
  () => {
    const luck = random()
    if (luck < 0.03) return 'cut'
    if (luck < 0.1) return []
    const delay = () => Math.floor(random() * 400)
    return luck < 0.18 ? [delay(), delay()] : [delay()]
  }
const calm = (): Fate => () => [5]

const evenings = times(150, 10_000)

test(`P10 ${evenings} seeded evenings converge over a network that cuts, delays, drops and duplicates`, async () => {
  for (let seed = 1; seed <= evenings; seed++) {
    const { clock, random, server, network, session, versions } = setup(seed, hostile)
    for (let i = 0; i < 60; i++) {
      commitSomething(random, server)
      if (random() < 0.05) network.up = !network.up
      if (!network.up) network.cut()
      await clock.turn(Math.floor(random() * 700))
    }
    network.up = true
    network.fate = calm()
    await clock.turn(2 * beatMs + 12_000)
    const { live } = session.store.getState()
    expect({ seed, version: live.version }).toEqual({ seed, version: server.history.length - 1 })
    expect(live.rows, `seed ${seed}`).toEqual(server.history.at(-1))
    expect(new Set(versions).size, `seed ${seed}`).toBe(versions.length)
    session.close()
  }
})

test('P10 a console that reconnects converges within 2 s after the network is back', async () => {
  const { clock, random, server, network, session } = setup(7, calm)
  await clock.turn(100)
  network.up = false
  network.cut()
  for (let i = 0; i < 40; i++) commitSomething(random, server)
  await clock.turn(30_000)
  expect(session.store.getState().live.version).toBe(0)
  network.up = true
  session.tryNow()
  await clock.turn(2_000)
  expect(session.store.getState().live.rows).toEqual(server.history.at(-1))
})

test('P10 a lost change is detected when the next one arrives', async () => {
  const { clock, random, server, network, session } = setup(8, calm)
  await clock.turn(100)
  network.fate = () => []
  commitSomething(random, server)
  network.fate = () => [5]
  await clock.turn(2_000)
  commitSomething(random, server)
  await clock.turn(100)
  expect(session.store.getState().live.version).toBe(2)
  expect(network.opened).toBe(1)
})

test('the connection goes from live to shaky to lost, and silence opens a new socket', async () => {
  const { clock, network, session } = setup(9, calm)
  const health = () => session.store.getState().connection.health
  expect(health()).toBe('connecting')
  await clock.turn(100)
  expect(health()).toBe('live')
  network.fate = () => []
  await clock.turn(6_000)
  expect(health()).toBe('live')
  await clock.turn(2_000)
  expect(health()).toBe('shaky')
  await clock.turn(5_000)
  expect(health()).toBe('lost')
  expect(network.opened).toBeGreaterThan(1)
  network.fate = () => [5]
  await clock.turn(12_000)
  expect(health()).toBe('live')
})

test('tryNow connects at once, without waiting for the next retry', async () => {
  const { clock, network, session } = setup(10, calm)
  network.up = false
  network.cut()
  await clock.turn(60_000)
  const before = network.opened
  session.tryNow()
  expect(network.opened).toBe(before + 1)
  await settled()
})

test('the older version of a server restored from a backup is accepted after two heartbeats', async () => {
  const { clock, random, server, network, session } = setup(11, calm)
  for (let i = 0; i < 20; i++) commitSomething(random, server)
  await clock.turn(1_000)
  expect(session.store.getState().live.version).toBe(20)
  server.restore(5)
  network.cut()
  await clock.turn(3_000)
  expect(session.store.getState().live.version).toBe(20)
  await clock.turn(9_000)
  expect(session.store.getState().live.version).toBe(5)
  expect(session.store.getState().live.rows).toEqual(server.history[5])
})

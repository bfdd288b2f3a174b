import { expect, test } from 'vitest'
import { fakeClock, matchRow } from '#test/support/console-session.ts'
import type { Listener } from './live-connection.ts'
import { newLiveStore } from './store.ts'
import { newWatch } from './watch.ts'
import type { CachedState } from './watch.ts'

const startMs = 1_000_000
const match = (blueScore: number) => matchRow({ id: 7, blueScore })
const snapshot = (version: number, blueScore: number) => ({
  type: 'snapshot',
  tournament: 1,
  version,
  rows: { match: [match(blueScore)] },
  recent: [],
})

/** A newly opened page, with the state that an earlier page cached. */
function openPage(cached: CachedState | null, canKeep = () => true) {
  const clock = fakeClock(startMs)
  const store = newLiveStore()
  const listeners: Listener[] = []
  const sent: string[] = []
  const written: CachedState[] = []
  let returns = 0
  const watch = newWatch(1, store, {
    connect: (listener) => {
      listeners.push(listener)
      return { send: (text) => sent.push(text), close: () => {} }
    },
    clock,
    random: () => 0.5,
    show: (part) => store.setState(part),
    onFirstMessage: () => {},
    cache: {
      read: () => Promise.resolve(cached),
      write: (state) => canKeep() && written.push(state) > 0,
      returned: () => (returns += 1),
    },
  })
  watch.open()
  const socket = () => listeners.at(-1)!
  const receive = (frame: object) => socket().message(JSON.stringify(frame))
  const shown = () => {
    const { live, connection } = store.getState()
    return {
      score: live.rows.match[7]?.blueScore,
      health: connection.health,
      heardAt: connection.heardAt,
    }
  }
  return { clock, socket, receive, shown, sent, written, returned: () => returns }
}

const cachedState = async (): Promise<CachedState> => {
  const page = openPage(null)
  page.socket().opened()
  page.receive(snapshot(9, 2))
  page.receive({ type: 'here', tournament: 1, version: 9 })
  await page.clock.turn(20_000)
  return page.written.at(-1)!
}

test('P11: without the server a page shows the cached state, marked as lost and with its age', async () => {
  const page = openPage(await cachedState())
  await page.clock.turn(100)
  expect(page.shown().score, 'the server may still answer').toBe(undefined)
  page.socket().closed()
  await page.clock.turn(100)
  expect(page.shown()).toEqual({ score: 2, health: 'lost', heardAt: startMs })
  expect(page.written).toEqual([])
})

test('P10: no frame is applied to the cached state, and rows of the server replace it completely', async () => {
  const page = openPage(await cachedState())
  page.socket().closed()
  await page.clock.turn(20_000)
  page.socket().opened()
  expect(page.sent.some((text) => text.includes('"have":0'))).toBe(true)
  // A heartbeat is a message of the server, but has no rows.
  page.receive({ type: 'here', tournament: 1, version: 3 })
  expect(page.shown()).toMatchObject({ score: 2, health: 'lost' })
  expect(page.returned()).toBe(0)
  // The server was restored from a backup: its older version is accepted too.
  page.receive(snapshot(3, 1))
  expect(page.shown()).toMatchObject({ score: 1, health: 'live' })
  expect(page.returned()).toBe(1)
})

test('the state is cached periodically, and at once when the connection is lost', async () => {
  const page = openPage(null)
  page.socket().opened()
  page.receive(snapshot(1, 0))
  for (let second = 0; second < 30; second += 1) {
    page.receive({ type: 'here', tournament: 1, version: 1 })
    await page.clock.turn(1_000)
  }
  expect(page.written.length).toBeGreaterThanOrEqual(2)
  expect(page.written.length).toBeLessThanOrEqual(4)
  const before = page.written.length
  page.receive(snapshot(2, 5))
  await page.clock.turn(9_000)
  expect(page.written.length).toBeGreaterThan(before)
  expect(page.written.at(-1)!.live.rows.match[7]!.blueScore).toBe(5)
})

test('the state is cached as soon as the service worker is there', async () => {
  let isStarted = false
  const page = openPage(null, () => isStarted)
  page.socket().opened()
  page.receive(snapshot(1, 0))
  await page.clock.turn(2_000)
  page.receive({ type: 'here', tournament: 1, version: 1 })
  expect(page.written).toEqual([])
  isStarted = true
  await page.clock.turn(1_000)
  page.receive({ type: 'here', tournament: 1, version: 1 })
  expect(page.written).toHaveLength(1)
})

test('a page without rows caches nothing', async () => {
  const page = openPage(null)
  page.socket().opened()
  page.receive({ type: 'here', tournament: 1, version: 0 })
  await page.clock.turn(60_000)
  expect(page.written).toEqual([])
})

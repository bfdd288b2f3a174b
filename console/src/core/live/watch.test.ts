import { expect, test } from 'vitest'
import type { LiveCabinet } from '#events/view/frames.ts'
import { fakeClock } from '#test/support/console-session.ts'
import type { Listener } from './live-connection.ts'
import { newLiveStore } from './store.ts'
import { newWatch } from './watch.ts'

const cabinet = (id: number): LiveCabinet => ({
  id,
  clientStatus: 'online',
  since: null,
  game: null,
})

/** A read-only connection, with a count of the updates of its store. */
function connected({ startMs = 1_000_000 } = {}) {
  const clock = fakeClock(startMs)
  const store = newLiveStore()
  let socket: Listener | undefined
  const sent: { type: string; sent?: number }[] = []
  const watch = newWatch(1, store, {
    cache: null,
    connect: (listener) => {
      socket = listener
      return { send: (text) => sent.push(JSON.parse(text)), close: () => {} }
    },
    clock,
    random: () => 0.5,
    show: (part) => store.setState(part),
    onFirstMessage: () => {},
  })
  watch.open()
  socket!.opened()
  const receive = (frame: object) => socket!.message(JSON.stringify(frame))
  let updates = 0
  const countUpdates = async (run: () => void, ms: number) => {
    updates = 0
    run()
    await clock.turn(ms)
    return updates
  }
  store.subscribe(() => (updates += 1))
  const open = () => socket!.opened()
  return { clock, store, receive, countUpdates, sent, open }
}

test('frames of eight cabinets in one moment become one store update', async () => {
  const { receive, store, countUpdates } = connected()
  const cabinets = Array.from({ length: 8 }, (_, n) => cabinet(n + 1))
  const all = () => cabinets.forEach((each) => receive({ type: 'live', cabinet: each }))
  await countUpdates(all, 100)
  expect(Object.keys(store.getState().cabinets)).toHaveLength(8)
  for (let moment = 0; moment < 20; moment += 1)
    // One for all of them, and at most one a second for `heardAt`.
    expect(await countUpdates(all, 200)).toBeLessThanOrEqual(2)
  expect(await countUpdates(() => {}, 200)).toBe(0)
})

test('the last frame of a cabinet is shown', async () => {
  const { receive, store, countUpdates } = connected()
  const away = { ...cabinet(3), clientStatus: 'offline', since: '2026-01-01T20:00:00.000Z' }
  await countUpdates(() => {
    receive({ type: 'live', cabinet: cabinet(3) })
    receive({ type: 'live', cabinet: away })
  }, 100)
  expect(store.getState().cabinets[3]).toEqual(away)
})

test('heardAt is updated at most once a second', async () => {
  const { receive, store, clock, countUpdates } = connected()
  const here = () => receive({ type: 'here', tournament: 1, version: 0 })
  await countUpdates(here, 400)
  const first = store.getState().connection.heardAt
  expect(await countUpdates(here, 400)).toBe(0)
  expect(store.getState().connection.heardAt).toBe(first)
  await countUpdates(here, 400)
  await countUpdates(here, 1)
  expect(clock.now() - store.getState().connection.heardAt!).toBeLessThan(1_000)
})

const startMs = Date.parse('2026-01-03T20:00:00.000Z')
const aheadMs = 4_000

/** The connection of a device whose clock is four seconds ahead of the server's. */
function withSkewedClock() {
  const connection = connected({ startMs })
  const { clock, sent, receive, store } = connection
  const skew = () => store.getState().skewMs
  /** answers the last time request, after so many ms on the way there and back */
  async function answer(thereMs: number, backMs: number, offMs = aheadMs) {
    const question = sent.findLast(({ type }) => type === 'time')!
    await clock.turn(thereMs)
    const at = new Date(clock.now() - offMs).toISOString()
    await clock.turn(backMs)
    receive({ type: 'time', sent: question.sent, at })
  }
  /** expects exactly one more time request while the connection stays open for so long */
  async function expectOneRequest(seconds: number) {
    const before = sent.length
    for (let second = 0; second < seconds; second += 5) {
      await clock.turn(5_000)
      receive({ type: 'here', tournament: 1, version: 0 })
    }
    expect(sent.slice(before).map(({ type }) => type)).toEqual(['time'])
  }
  return { ...connection, skew, answer, expectOneRequest }
}

test('P17: old times in frames of cabinets and commits do not measure the clock skew', async () => {
  const { receive, clock, skew } = withSkewedClock()
  const at = '2026-01-03T19:25:00.000Z'
  const game = { gameID: 'g', asOf: at }
  receive({ type: 'live', cabinet: { ...cabinet(1), game } })
  receive({ type: 'change', tournament: 1, version: 1, at, commit: { id: 'c' }, rows: {} })
  await clock.turn(100)
  expect(skew()).toBe(null)
})

test('P17: the clock skew is taken from the exchange with the shortest round trip', async () => {
  const { answer, skew, sent } = withSkewedClock()
  await answer(300, 20)
  expect(skew()).toBe(aheadMs - 140)
  await answer(10, 12)
  expect(skew()).toBe(aheadMs + 1)
  await answer(900, 0)
  expect(skew()).toBe(aheadMs + 1)
  expect(sent.filter(({ type }) => type === 'time')).toHaveLength(3)
})

test('P17: the skew is measured again after a clock was set, and outdated answers are ignored', async () => {
  const { answer, expectOneRequest, skew, sent, receive, clock } = withSkewedClock()
  for (let i = 0; i < 3; i++) await answer(1, 1)
  expect(skew()).toBe(aheadMs)
  await expectOneRequest(30)
  await answer(200, 200, aheadMs - 60_000)
  expect(skew()).toBe(aheadMs - 60_000)
  const old = sent.findLast(({ type }) => type === 'time')!
  await clock.turn(5_000)
  receive({ type: 'time', sent: old.sent, at: '2020-01-01T00:00:00.000Z' })
  expect(skew()).toBe(aheadMs - 60_000)
})

import { expect, test } from 'vitest'
import type { LiveCabinet } from '../../../../events/view/frames.ts'
import { fakeClock } from '../../../../test/support/console-session.ts'
import type { Listener } from './relay.ts'
import { newLiveStore } from './store.ts'
import { newWatch } from './watch.ts'

const cabinet = (id: number): LiveCabinet => ({
  id,
  clientStatus: 'online',
  since: null,
  game: null,
})

/** A line that only hears, and how often everything that is shown was asked whether it is meant. */
function heard({ startMs = 1_000_000 } = {}) {
  const clock = fakeClock(startMs)
  const store = newLiveStore()
  let line: Listener | undefined
  const sent: { type: string; sent?: number }[] = []
  const watch = newWatch(1, store, {
    cache: null,
    connect: (listener) => {
      line = listener
      return { send: (text) => sent.push(JSON.parse(text)), close: () => {} }
    },
    clock,
    random: () => 0.5,
    show: (part) => store.setState(part),
    spoke: () => {},
  })
  watch.open()
  line!.opened()
  const say = (frame: object) => line!.message(JSON.stringify(frame))
  let notices = 0
  const count = async (run: () => void, ms: number) => {
    notices = 0
    run()
    await clock.turn(ms)
    return notices
  }
  store.subscribe(() => (notices += 1))
  const open = () => line!.opened()
  return { clock, store, say, count, sent, open }
}

test('what eight cabinets say in one moment is drawn once', async () => {
  const { say, store, count } = heard()
  const cabinets = Array.from({ length: 8 }, (_, n) => cabinet(n + 1))
  const all = () => cabinets.forEach((one) => say({ type: 'live', cabinet: one }))
  await count(all, 100)
  expect(Object.keys(store.getState().cabinets)).toHaveLength(8)
  for (let moment = 0; moment < 20; moment += 1)
    // One for them all, and at most one a second for when the line was heard.
    expect(await count(all, 200)).toBeLessThanOrEqual(2)
  expect(await count(() => {}, 200)).toBe(0)
})

test('the last word of a cabinet is what is shown', async () => {
  const { say, store, count } = heard()
  const away = { ...cabinet(3), clientStatus: 'offline', since: '2026-01-01T20:00:00.000Z' }
  await count(() => {
    say({ type: 'live', cabinet: cabinet(3) })
    say({ type: 'live', cabinet: away })
  }, 100)
  expect(store.getState().cabinets[3]).toEqual(away)
})

test('when the line was heard is told to the second', async () => {
  const { say, store, clock, count } = heard()
  const here = () => say({ type: 'here', tournament: 1, version: 0 })
  await count(here, 400)
  const first = store.getState().link.heardAt
  expect(await count(here, 400)).toBe(0)
  expect(store.getState().link.heardAt).toBe(first)
  await count(here, 400)
  await count(here, 1)
  expect(clock.now() - store.getState().link.heardAt!).toBeLessThan(1_000)
})

const startMs = Date.parse('2026-01-03T20:00:00.000Z')
const aheadMs = 4_000

/** A line of a device whose clock is four seconds ahead, with a server that says the time. */
function measured() {
  const line = heard({ startMs })
  const { clock, sent, say, store } = line
  const skew = () => store.getState().skewMs
  /** the answer to the question asked last, after so many ms on the way there and back */
  async function answer(thereMs: number, backMs: number, offMs = aheadMs) {
    const question = sent.findLast(({ type }) => type === 'time')!
    await clock.turn(thereMs)
    const at = new Date(clock.now() - offMs).toISOString()
    await clock.turn(backMs)
    say({ type: 'time', sent: question.sent, at })
  }
  /** a line that lives for so long asks once more */
  async function asked(seconds: number) {
    const before = sent.length
    for (let second = 0; second < seconds; second += 5) {
      await clock.turn(5_000)
      say({ type: 'here', tournament: 1, version: 0 })
    }
    expect(sent.slice(before).map(({ type }) => type)).toEqual(['time'])
  }
  return { ...line, skew, answer, asked }
}

test('P17: what a cabinet said before it died, and what was kept, tell nothing of the clocks', async () => {
  const { say, clock, skew } = measured()
  const at = '2026-01-03T19:25:00.000Z'
  const game = { gameID: 'g', asOf: at }
  say({ type: 'live', cabinet: { ...cabinet(1), game } })
  say({ type: 'change', tournament: 1, version: 1, at, commit: { id: 'c' }, rows: {} })
  await clock.turn(100)
  expect(skew()).toBe(null)
})

test('P17: the exchange that was there and back soonest tells the clocks apart', async () => {
  const { answer, skew, sent } = measured()
  await answer(300, 20)
  expect(skew()).toBe(aheadMs - 140)
  await answer(10, 12)
  expect(skew()).toBe(aheadMs + 1)
  await answer(900, 0)
  expect(skew()).toBe(aheadMs + 1)
  expect(sent.filter(({ type }) => type === 'time')).toHaveLength(3)
})

test('P17: a clock that is set is measured anew, and answers that nobody waits for are left', async () => {
  const { answer, asked, skew, sent, say, clock } = measured()
  for (let i = 0; i < 3; i++) await answer(1, 1)
  expect(skew()).toBe(aheadMs)
  await asked(30)
  await answer(200, 200, aheadMs - 60_000)
  expect(skew()).toBe(aheadMs - 60_000)
  const old = sent.findLast(({ type }) => type === 'time')!
  await clock.turn(5_000)
  say({ type: 'time', sent: old.sent, at: '2020-01-01T00:00:00.000Z' })
  expect(skew()).toBe(aheadMs - 60_000)
})

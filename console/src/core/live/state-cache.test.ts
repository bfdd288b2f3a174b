import { expect, test } from 'vitest'
import { fakeClock, matchRow } from '../../../../test/support/console-session.ts'
import type { Listener } from './relay.ts'
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

/** A page that is opened, and what was kept by the one before it. */
function opened(before: CachedState | null) {
  const clock = fakeClock(startMs)
  const store = newLiveStore()
  const lines: Listener[] = []
  const sent: string[] = []
  const written: CachedState[] = []
  let returns = 0
  const watch = newWatch(1, store, {
    connect: (listener) => {
      lines.push(listener)
      return { send: (text) => sent.push(text), close: () => {} }
    },
    clock,
    random: () => 0.5,
    show: (part) => store.setState(part),
    spoke: () => {},
    cache: {
      read: () => Promise.resolve(before),
      write: (state) => written.push(state),
      returned: () => (returns += 1),
    },
  })
  watch.open()
  const line = () => lines.at(-1)!
  const say = (frame: object) => line().message(JSON.stringify(frame))
  const shown = () => {
    const { live, link } = store.getState()
    return { score: live.rows.match[7]?.blueScore, light: link.light, heardAt: link.heardAt }
  }
  return { clock, line, say, shown, sent, written, returned: () => returns }
}

const kept = async (): Promise<CachedState> => {
  const page = opened(null)
  page.line().opened()
  page.say(snapshot(9, 2))
  page.say({ type: 'here', tournament: 1, version: 9 })
  await page.clock.turn(20_000)
  return page.written.at(-1)!
}

test('P11: without the server a page shows what was kept, as lost and as old as it is', async () => {
  const page = opened(await kept())
  await page.clock.turn(100)
  expect(page.shown().score, 'the server may still answer').toBe(undefined)
  page.line().closed()
  await page.clock.turn(100)
  expect(page.shown()).toEqual({ score: 2, light: 'lost', heardAt: startMs })
  expect(page.written).toEqual([])
})

test('P10: nothing goes on from what was kept, and the rows of the server replace it whole', async () => {
  const page = opened(await kept())
  page.line().closed()
  await page.clock.turn(20_000)
  page.line().opened()
  expect(page.sent.some((text) => text.includes('"have":0'))).toBe(true)
  // A heartbeat is a word of the server, but no rows.
  page.say({ type: 'here', tournament: 1, version: 3 })
  expect(page.shown()).toMatchObject({ score: 2, light: 'lost' })
  expect(page.returned()).toBe(0)
  // Of a server that was set back to a backup: an older version is taken, too.
  page.say(snapshot(3, 1))
  expect(page.shown()).toMatchObject({ score: 1, light: 'live' })
  expect(page.returned()).toBe(1)
})

test('the state is kept at once when the line goes, and every so often before', async () => {
  const page = opened(null)
  page.line().opened()
  page.say(snapshot(1, 0))
  for (let second = 0; second < 30; second += 1) {
    page.say({ type: 'here', tournament: 1, version: 1 })
    await page.clock.turn(1_000)
  }
  expect(page.written.length).toBeGreaterThanOrEqual(2)
  expect(page.written.length).toBeLessThanOrEqual(4)
  const before = page.written.length
  page.say(snapshot(2, 5))
  await page.clock.turn(9_000)
  expect(page.written.length).toBeGreaterThan(before)
  expect(page.written.at(-1)!.live.rows.match[7]!.blueScore).toBe(5)
})

test('a page without rows keeps nothing', async () => {
  const page = opened(null)
  page.line().opened()
  page.say({ type: 'here', tournament: 1, version: 0 })
  await page.clock.turn(60_000)
  expect(page.written).toEqual([])
})

import { expect, test } from 'vitest'
import type { LiveCabinet } from '../../../events/frame.ts'
import { fakeClock } from './fakes.ts'
import type { Listener } from './relay.ts'
import { newShown } from './shown.ts'
import { newWatch } from './watch.ts'

const cabinet = (id: number): LiveCabinet => ({
  id,
  clientStatus: 'online',
  since: null,
  game: null,
})

/** A line that only hears, and how often everything that is shown was asked whether it is meant. */
function heard() {
  const clock = fakeClock(1_000_000)
  const store = newShown()
  let line: Listener | undefined
  const watch = newWatch(1, store, {
    connect: (listener) => {
      line = listener
      return { send: () => {}, close: () => {} }
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
  return { clock, store, say, count }
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

import { expect, test } from 'vitest'
import {
  clock,
  m,
  play,
  queue1,
  setQueue,
  result,
  start,
  stateOf,
  tournament,
} from '#test/desk/story.ts'
import { estimateOf } from './estimate.ts'
import { noMatchDuration } from './match-duration.ts'
import { whatIf } from './what-if.ts'
import type { Change } from './what-if.ts'

const stage = { stageType: 'double_elim', winsPerMatch: 3, queueTimer: 30 } as const
const evening = tournament({ teams: 8, cabinets: 2, stage })
const begun = play(evening, ...result(m(1), 3, 0), start(m(2), 2))
const nowMs = Date.parse(clock(600))
const same: Change = { cabinets: 2, winsPerMatch: null, breakMs: 0, breakInMs: 0 }
const minutes = (count: number) => count * 60_000
const estimateWith = (change: Partial<Change>, story = begun) =>
  whatIf(stateOf(story), { change: { ...same, ...change }, durations: noMatchDuration, nowMs })
const endOf = (change: Partial<Change>, story = begun) =>
  estimateWith(change, story).end!.likely - nowMs

test('without a change it is the estimate of the tournament', () => {
  expect(endOf({})).toBe(estimateOf(stateOf(begun), noMatchDuration, nowMs).end!.likely - nowMs)
})

test.each([
  ['without queues', begun],
  ['from a queue', play(begun, setQueue(queue1, m(3), m(4)))],
])(
  'one more cabinet ends it sooner, one fewer later, and the match on that one is played to its end: %s',
  (_, story) => {
    const [one, two, three] = [1, 2, 3].map((cabinets) => endOf({ cabinets }, story))
    expect(three).toBeLessThan(two!)
    expect(one).toBeGreaterThan(two!)
    expect(estimateWith({ cabinets: 1 }, story).starts.size).toBe(12)
  },
)

test('a break now delays the end by up to its length, and fewer wins bring it forward', () => {
  expect(endOf({ breakMs: minutes(30) }) - endOf({})).toBeGreaterThan(minutes(20))
  expect(endOf({ breakMs: minutes(30) }) - endOf({})).toBeLessThanOrEqual(minutes(30))
  expect(endOf({ winsPerMatch: 2 })).toBeLessThan(endOf({}))
  expect(endOf({ winsPerMatch: 4 })).toBeGreaterThan(endOf({}))
})

test('a later break does not move the matches that start before it, and delays the others', () => {
  const [breakInMs, breakMs] = [minutes(20), minutes(60)]
  const [before, after] = [estimateWith({}).starts, estimateWith({ breakInMs, breakMs }).starts]
  const from = nowMs + breakInMs
  const early = [...before].filter(([, { late }]) => late < from)
  const late = [...before].filter(([, { early }]) => early > from)
  expect(early.length).toBeGreaterThan(0)
  expect(late.length).toBeGreaterThan(0)
  for (const [match, start] of early) expect(after.get(match)).toEqual(start)
  for (const [match] of late) {
    expect(after.get(match)!.early).toBeGreaterThanOrEqual(from + breakMs)
  }
  expect(endOf({ breakInMs: minutes(24 * 60), breakMs })).toBe(endOf({}))
})

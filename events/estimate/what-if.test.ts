import { expect, test } from 'vitest'
import {
  clock,
  m,
  play,
  queue1,
  queued,
  result,
  start,
  stateOf,
  tournament,
} from '../../test/desk/story.ts'
import { estimateOf } from './estimate.ts'
import { noMatchDuration } from './match-duration.ts'
import { whatIf } from './what-if.ts'
import type { Change } from './what-if.ts'

const stage = { stageType: 'double_elim', winsPerMatch: 3, queueTimer: 30 } as const
const evening = tournament({ teams: 8, cabinets: 2, stage })
const begun = play(evening, ...result(m(1), 3, 0), start(m(2), 2))
const nowMs = Date.parse(clock(600))
const same: Change = { cabinets: 2, winsPerMatch: null, breakMs: 0 }
const minutes = (count: number) => count * 60_000
const endOf = (change: Partial<Change>, story = begun) => {
  const found = whatIf(stateOf(story), {
    change: { ...same, ...change },
    pace: noMatchDuration,
    nowMs,
  })
  return found.end!.likely - nowMs
}

test('with nothing changed it is the estimate', () => {
  expect(endOf({})).toBe(estimateOf(stateOf(begun), noMatchDuration, nowMs).end!.likely - nowMs)
})

test.each([
  ['without queues', begun],
  ['from a queue', play(begun, queued(queue1, m(3), m(4)))],
])(
  'one more cabinet ends it sooner, one less later, and what is on it is played out: %s',
  (_, story) => {
    const [one, two, three] = [1, 2, 3].map((cabinets) => endOf({ cabinets }, story))
    expect(three).toBeLessThan(two!)
    expect(one).toBeGreaterThan(two!)
    const change = { ...same, cabinets: 1 }
    const { starts } = whatIf(stateOf(story), { change, pace: noMatchDuration, nowMs })
    expect(starts.size).toBe(12)
  },
)

test('a break now puts off the end by as much, fewer wins bring it nearer', () => {
  expect(endOf({ breakMs: minutes(30) }) - endOf({})).toBeGreaterThan(minutes(20))
  expect(endOf({ breakMs: minutes(30) }) - endOf({})).toBeLessThanOrEqual(minutes(30))
  expect(endOf({ winsPerMatch: 2 })).toBeLessThan(endOf({}))
  expect(endOf({ winsPerMatch: 4 })).toBeGreaterThan(endOf({}))
})

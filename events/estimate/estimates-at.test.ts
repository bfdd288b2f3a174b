import { expect, test } from 'vitest'
import { estimatesAt, startMovesAt } from './estimates-at.ts'

const at = (time: string) => `2026-01-02T${time}:00.000Z`
const ms = (time: string) => Date.parse(at(time))
const match = (id: number, from: string, to: string) => {
  return { match: id, from: at(from), to: at(to), publishedAt: at('20:00'), plan: null }
}

const estimates: Parameters<typeof estimatesAt>[0] = {
  asOf: at('20:00'),
  begun: true,
  end: { from: at('20:40'), to: at('21:00'), plan: null },
  matches: { 1: match(1, '20:05', '20:10'), 2: match(2, '20:20', '20:30') },
}

function shownAt(time: string, of = estimates): string[] {
  const { matches, end } = estimatesAt(of, ms(time))
  return [matches[1]!, matches[2]!, end!].map(({ from, to }) =>
    [from, to].map((iso) => iso.slice(11, 16)).join('–'),
  )
}

test('R-ETA-1: estimates in the future are shown as they were published', () => {
  expect(shownAt('20:01')).toEqual(['20:05–20:10', '20:20–20:30', '20:40–21:00'])
})

test('R-ETA-1: a range that has begun starts now at the earliest', () => {
  expect(shownAt('20:07')).toEqual(['20:07–20:10', '20:20–20:30', '20:40–21:00'])
})

test('R-ETA-1: an overdue match moves everything after it', () => {
  expect(shownAt('20:12')).toEqual(['20:12–20:15', '20:25–20:35', '20:45–21:05'])
  expect(shownAt('23:00')).toEqual(['23:00–23:00', '23:10–23:20', '23:30–23:50'])
})

test('R-ETA-1: before play begins, all times are computed as if it began now', () => {
  const idle = { ...estimates, begun: false }
  expect(shownAt('21:00', idle)).toEqual(['21:05–21:10', '21:20–21:30', '21:40–22:00'])
})

test('R-ETA-1: before the day of the tournament no match has a time', () => {
  const idle = { ...estimates, begun: false }
  expect(estimatesAt(idle, ms('20:30'), '2026-01-03').matches).toEqual({})
  expect(Object.keys(estimatesAt(idle, ms('20:30'), '2026-01-02').matches)).toEqual(['1', '2'])
  expect(Object.keys(estimatesAt(estimates, ms('20:30'), '2026-01-03').matches)).toEqual(['1', '2'])
})

test('R-ETA-1: at any time, no estimate is in the past, out of order or after the end', () => {
  for (let minute = 0; minute < 600; minute += 1) {
    const nowMs = ms('19:30') + minute * 60_000
    for (const begun of [true, false]) {
      // Published earlier than those of the matches: the end is published only when it moves.
      const earlierEnd = { from: at('20:15'), to: at('20:25'), plan: null }
      const published = { ...estimates, begun, end: earlierEnd }
      const { matches, ...shown } = estimatesAt(published, nowMs)
      const [first, second, end] = [matches[1]!, matches[2]!, shown.end]
      for (const { from, to } of [first, second, end]) {
        expect(Date.parse(from)).toBeGreaterThanOrEqual(nowMs)
        expect(to >= from).toBe(true)
      }
      expect(first.from <= second.from && first.to <= second.to && second.to <= end.to).toBe(true)
    }
  }
})

test('R-ETA-1: the time at which a shown start last moved is the minute in which it changed', () => {
  for (const begun of [true, false]) {
    for (const id of [1, 2]) {
      let before: string | undefined
      let moved: string | null = null
      for (let minute = 0; minute < 300; minute += 1) {
        const nowMs = ms('20:00') + minute * 60_000
        const published = { ...estimates, begun, asOf: '2026-01-02T20:00:20.000Z' }
        const { from } = estimatesAt(published, nowMs).matches[id]!
        if (before !== undefined && from !== before) moved = new Date(nowMs).toISOString()
        before = from
        expect({ id, minute, moved: startMovesAt(published, nowMs + 59_999)(id) }).toEqual({
          id,
          minute,
          moved,
        })
      }
    }
  }
})

import { expect, test } from 'vitest'
import { byDay, clocksDiffer } from './days.ts'
import type { Entry } from './useTimeline.ts'

const entry = (version: number, at: string) => ({ version, at }) as Entry

test('steps are grouped by the day at the venue', () => {
  const days = byDay(
    [
      entry(3, '2026-01-03T00:10:00Z'),
      entry(2, '2026-01-02T23:50:00Z'),
      entry(1, '2026-01-02T20:00:00Z'),
    ],
    (at) => at.slice(0, 10),
  )
  expect(days.map(({ day, entries }) => [day, entries.map(({ version }) => version)])).toEqual([
    ['2026-01-03', [3]],
    ['2026-01-02', [2, 1]],
  ])
})

test('P17: two clocks disagree if they differ by more than a second', () => {
  const at = '2026-01-02T20:14:07.000Z'
  expect(clocksDiffer('2026-01-02T20:14:06.000Z', at)).toBe(false)
  expect(clocksDiffer('2026-01-02T20:14:05.999Z', at)).toBe(true)
  expect(clocksDiffer(undefined, at)).toBe(false)
})

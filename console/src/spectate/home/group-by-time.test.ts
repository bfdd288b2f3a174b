import { expect, test } from 'vitest'
import { groupByTime } from './group-by-time.ts'

test('tournaments are running, coming with the next first, or past', () => {
  const tournament = (id: number, date: string, isActive = true) => ({ id, date, isActive })
  const all = [
    tournament(1, '2026-01-02'),
    tournament(2, '2026-03-01'),
    tournament(3, '2026-02-01'),
    tournament(4, '2025-01-01', false),
    tournament(5, '2026-01-09', false),
    tournament(6, '2026-01-01'),
  ]
  const { running, coming, past } = groupByTime(all, '2026-01-02')
  const ids = (of: { id: number }[]) => of.map(({ id }) => id)
  expect([ids(running), ids(coming), ids(past)]).toEqual([
    [1, 6],
    [3, 2],
    [5, 4],
  ])
})

import { expect, test } from 'vitest'
import { byTime } from './scene-order.ts'

test('what runs, what comes with the next first, and what is over', () => {
  const one = (id: number, date: string, isActive = true) => ({ id, date, isActive })
  const all = [
    one(1, '2026-01-02'),
    one(2, '2026-03-01'),
    one(3, '2026-02-01'),
    one(4, '2025-01-01', false),
    one(5, '2026-01-09', false),
    one(6, '2026-01-01'),
  ]
  const { running, coming, past } = byTime(all, '2026-01-02')
  const ids = (of: { id: number }[]) => of.map(({ id }) => id)
  expect([ids(running), ids(coming), ids(past)]).toEqual([
    [1, 6],
    [3, 2],
    [5, 4],
  ])
})

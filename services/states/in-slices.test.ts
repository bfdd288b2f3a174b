import { expect, test } from 'vitest'
import { inSlices } from './in-slices.ts'

test('P15: others have a turn after each slice, and every item comes in its order', async () => {
  const items = Array.from({ length: 105 }, (_, index) => index)
  const worked: number[] = []
  const seenByOthers: number[] = []
  let isOver = false
  const others = () => {
    seenByOthers.push(worked.length)
    if (!isOver) setImmediate(others)
  }
  setImmediate(others)
  await inSlices(items, 10, (item) => worked.push(item))
  isOver = true
  expect(worked).toEqual(items)
  const slices = seenByOthers.map((count, index) => count - (seenByOthers[index - 1] ?? 0))
  expect(Math.max(...slices)).toBeLessThanOrEqual(10)
  expect(seenByOthers.length).toBeGreaterThanOrEqual(10)
})

test('a failure ends it where it happened', async () => {
  const worked: number[] = []
  const work = inSlices([1, 2, 3], 1, (item) => {
    if (item === 2) throw new Error('no')
    worked.push(item)
  })
  await expect(work).rejects.toThrow('no')
  expect(worked).toEqual([1])
})

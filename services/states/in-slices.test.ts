import { expect, test } from 'vitest'
import { inSlices } from './in-slices.ts'

test('P15: yields to other work after each slice, and processes every item in order', async () => {
  const items = Array.from({ length: 105 }, (_, index) => index)
  const processed: number[] = []
  const doneAtYield: number[] = []
  let isOver = false
  const otherWork = () => {
    doneAtYield.push(processed.length)
    if (!isOver) setImmediate(otherWork)
  }
  setImmediate(otherWork)
  await inSlices(items, 10, (item) => processed.push(item))
  isOver = true
  expect(processed).toEqual(items)
  const slices = doneAtYield.map((count, index) => count - (doneAtYield[index - 1] ?? 0))
  expect(Math.max(...slices)).toBeLessThanOrEqual(10)
  expect(doneAtYield.length).toBeGreaterThanOrEqual(10)
})

test('stops at the item that fails', async () => {
  const processed: number[] = []
  const work = inSlices([1, 2, 3], 1, (item) => {
    if (item === 2) throw new Error('no')
    processed.push(item)
  })
  await expect(work).rejects.toThrow('no')
  expect(processed).toEqual([1])
})

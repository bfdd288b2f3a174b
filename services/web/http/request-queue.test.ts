import { expect, test } from 'vitest'
import { openRequestQueue } from './request-queue.ts'

test('P15: so many at once; who has precedence goes first, the others in their order', async () => {
  const lane = openRequestQueue(2)
  const order: string[] = []
  const ends: (() => void)[] = []
  const enter = (name: string, hasPrecedence = false) =>
    lane.enter(hasPrecedence).then((leave) => {
      order.push(name)
      ends.push(leave)
    })
  const all = [
    ...['a', 'b', 'c', 'd'].map((name) => enter(name)),
    enter('official', true),
    enter('e'),
  ]
  await Promise.all(all.slice(0, 2))
  expect([order, lane.waiting()]).toEqual([['a', 'b'], 4])
  while (order.length < 6) {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(all)
  expect(order).toEqual(['a', 'b', 'official', 'c', 'd', 'e'])
})

test('a place is given back once, however often its holder says so', async () => {
  const lane = openRequestQueue(1)
  const leave = await lane.enter(false)
  leave()
  leave()
  await lane.enter(false)
  let isIn = false
  void lane.enter(false).then(() => (isIn = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isIn).toBe(false)
})

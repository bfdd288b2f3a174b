import { expect, test } from 'vitest'
import { openRequestQueue } from './overload.ts'

test('P15: entries beyond the limit wait in order, and those with precedence go first', async () => {
  const queue = openRequestQueue(2)
  const order: string[] = []
  const ends: (() => void)[] = []
  const enter = (name: string, hasPrecedence = false) =>
    queue.enter(hasPrecedence).then((release) => {
      order.push(name)
      ends.push(release)
    })
  const all = [
    ...['a', 'b', 'c', 'd'].map((name) => enter(name)),
    enter('official', true),
    enter('e'),
  ]
  await Promise.all(all.slice(0, 2))
  expect([order, queue.waiting()]).toEqual([['a', 'b'], 4])
  while (order.length < 6) {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(all)
  expect(order).toEqual(['a', 'b', 'official', 'c', 'd', 'e'])
})

test('releasing a place twice frees it only once', async () => {
  const queue = openRequestQueue(1)
  const release = await queue.enter(false)
  release()
  release()
  await queue.enter(false)
  let isIn = false
  void queue.enter(false).then(() => (isIn = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isIn).toBe(false)
})

import { expect, test } from 'vitest'
import { limitConcurrency } from './concurrency-limit.ts'

test('work beyond the limit waits, and work beyond the waiting limit is refused', async () => {
  const run = limitConcurrency({ atOnce: 2, maxWaiting: 3 })
  const ends: (() => void)[] = []
  let running = 0
  let maxRunning = 0
  const work = async () => {
    maxRunning = Math.max(maxRunning, ++running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running--
    return 'done'
  }
  const all = Array.from({ length: 7 }, () => run(work))
  const settled = Promise.allSettled(all)
  for (let i = 0; i < 5; i++) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  const statuses = (await settled).map(({ status }) => status)
  expect(statuses).toEqual([...Array(5).fill('fulfilled'), ...Array(2).fill('rejected')])
  await expect(all[6]).rejects.toMatchObject({ retryable: true })
  expect(maxRunning).toBe(2)
  expect(await run(async () => 'later')).toBe('later')
})

test('failed work frees its slot', async () => {
  const run = limitConcurrency({ atOnce: 1, maxWaiting: 1 })
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await run(async () => 'next')).toBe('next')
})

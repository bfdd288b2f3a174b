import { expect, test } from 'vitest'
import { limitConcurrency } from './concurrency-limit.ts'

test('so many run at once, so many wait, and whoever comes after those is sent away', async () => {
  const run = limitConcurrency({ atOnce: 2, maxWaiting: 3 })
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
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
  const found = (await settled).map(({ status }) => status)
  expect(found).toEqual([...Array(5).fill('fulfilled'), ...Array(2).fill('rejected')])
  await expect(all[6]).rejects.toMatchObject({ retryable: true })
  expect(most).toBe(2)
  expect(await run(async () => 'later')).toBe('later')
})

test('work that fails frees its place', async () => {
  const run = limitConcurrency({ atOnce: 1, maxWaiting: 1 })
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await run(async () => 'next')).toBe('next')
})

import { expect, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { workOff } from './work-off.ts'

test('a job that does not end delays neither the others nor those that come later', async () => {
  const due = ['slow', 'quick']
  const done: string[] = []
  const slow = Promise.withResolvers<void>()
  const worker = workOff<string>({
    take: async (running) => due.splice(0, 2 - running),
    async work(job) {
      if (job === 'slow') await slow.promise
      done.push(job)
    },
    logError: (error) => expect.fail(String(error)),
  })
  await expect.poll(() => done).toEqual(['quick'])
  due.push('later')
  worker.wake()
  await expect.poll(() => done).toEqual(['quick', 'later'])
  const stopped = worker.stop().then(() => 'stopped')
  expect(await Promise.race([stopped, sleep(10)])).toBeUndefined()
  slow.resolve()
  expect([await stopped, done]).toEqual(['stopped', ['quick', 'later', 'slow']])
})

test('a job that fails is reported, and the next is taken', async () => {
  const due = ['bad', 'good']
  const [done, errors]: [string[], unknown[]] = [[], []]
  const worker = workOff<string>({
    take: async () => due.splice(0, 1),
    async work(job) {
      if (job === 'bad') throw new Error('failed')
      done.push(job)
    },
    logError: (error) => errors.push(error),
  })
  await expect.poll(() => [done, errors]).toEqual([['good'], [new Error('failed')]])
  await worker.stop()
})

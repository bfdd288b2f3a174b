import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { resolvable } from './primary.ts'

const limitMs = 50

test('a name that gets no answer is looked up once at a time, and later callers do not wait', async () => {
  let asked = 0
  const answer = Promise.withResolvers<void>()
  const ask = () => {
    asked++
    return answer.promise
  }
  const first = [1, 2, 3].map(() => resolvable('dead', limitMs, ask))
  for (const { status } of await Promise.allSettled(first)) expect(status).toBe('rejected')
  // Timers fire in the order of their times, however slow the machine is.
  const limit = sleep(limitMs).then(() => Promise.reject(new Error('it has waited')))
  const later = resolvable('dead', limitMs, ask)
  await expect(Promise.race([later, limit])).rejects.toThrow('address of dead')
  await expect(limit).rejects.toThrow('it has waited')
  expect(asked).toBe(1)

  answer.resolve()
  await sleep(0)
  await resolvable('dead', limitMs, () => Promise.resolve())
})

test('an error of the lookup is passed on; socket paths and addresses are not looked up', async () => {
  const unknown = () => Promise.reject(new Error('ENOTFOUND'))
  await expect(resolvable('nobody', limitMs, unknown)).rejects.toThrow('ENOTFOUND')
  await resolvable('/run/postgresql', limitMs, unknown)
  await resolvable('127.0.0.1', limitMs)
})

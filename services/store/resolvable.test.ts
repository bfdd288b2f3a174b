import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { resolvable } from './resolvable.ts'

const limitMs = 50

test('a name that is not answered for is asked for once, and who comes later does not wait', async () => {
  let asked = 0
  const answer = Promise.withResolvers<void>()
  const ask = () => {
    asked++
    return answer.promise
  }
  const first = [1, 2, 3].map(() => resolvable('dead', limitMs, ask))
  for (const { status } of await Promise.allSettled(first)) expect(status).toBe('rejected')
  const began = performance.now()
  await expect(resolvable('dead', limitMs, ask)).rejects.toThrow('address of dead')
  expect(performance.now() - began).toBeLessThan(limitMs)
  expect(asked).toBe(1)

  answer.resolve()
  await sleep(0)
  await resolvable('dead', limitMs, () => Promise.resolve())
})

test('the reason is passed on; a socket and an address are no names', async () => {
  const unknown = () => Promise.reject(new Error('ENOTFOUND'))
  await expect(resolvable('nobody', limitMs, unknown)).rejects.toThrow('ENOTFOUND')
  await resolvable('/run/postgresql', limitMs, unknown)
  await resolvable('127.0.0.1', limitMs)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Log } from '../../log/index.ts'
import { openVerdicts } from './verdicts.ts'

const counted = { tournament: 1, match: 2, version: 3 }
let say: (message: unknown) => void
let verdicts: ReturnType<typeof openVerdicts>

beforeEach(() => {
  // No clock moves: what ends, ends by what was said.
  vi.useFakeTimers()
  const log = {
    subscribe: (_: string, each: (message: unknown, subject: string) => void) => {
      say = (message) => each(message, 'judged.7')
      return () => {}
    },
  } as unknown as Log
  verdicts = openVerdicts(log)
})
afterEach(() => {
  verdicts.stop()
  vi.useRealTimers()
})

test('the end of a game waits for the referee and what follows from it, and for no time', async () => {
  const told: object[] = []
  const work = Promise.withResolvers<void>()
  let isSettled = false
  const settled = verdicts
    .settled({ cabinet: 7, game: 'a' }, async (commit) => {
      told.push(commit)
      await work.promise
    })
    .then(() => (isSettled = true))
  say({ cabinet: 7, game: 'other', counted: null })
  say({ cabinet: 7, game: 'a', counted })
  await Promise.resolve()
  expect([told.length <= 1, isSettled]).toEqual([true, false])
  work.resolve()
  await settled
  expect(told).toEqual([counted])
})

test('a game that counts in no match, or was judged before its end was told, waits for nothing', async () => {
  const never = () => Promise.reject(new Error('it counts nowhere'))
  say({ cabinet: 7, game: 'early', counted: null })
  await verdicts.settled({ cabinet: 7, game: 'early' }, never)
  expect(vi.getTimerCount()).toBe(0)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Log } from '../../log/index.ts'
import { openVerdicts } from './gamestate.ts'

const counted = { tournament: 1, match: 2, version: 3 }
let publish: (message: unknown) => void
let verdicts: ReturnType<typeof openVerdicts>

beforeEach(() => {
  // The clock does not move, so no wait ends by a timeout.
  vi.useFakeTimers()
  const log = {
    subscribe: (_: string, each: (message: unknown, subject: string) => void) => {
      publish = (message) => each(message, 'judged.7')
      return () => {}
    },
  } as unknown as Log
  verdicts = openVerdicts(log)
})
afterEach(() => {
  verdicts.stop()
  vi.useRealTimers()
})

test('the end of a game waits for the verdict and its follow-up, not for a timeout', async () => {
  const commits: object[] = []
  const work = Promise.withResolvers<void>()
  let isDone = false
  const done = verdicts
    .awaitVerdict({ cabinet: 7, game: 'a' }, async (commit) => {
      commits.push(commit)
      await work.promise
    })
    .then(() => (isDone = true))
  publish({ cabinet: 7, game: 'other', counted: null })
  publish({ cabinet: 7, game: 'a', counted })
  await Promise.resolve()
  expect([commits.length <= 1, isDone]).toEqual([true, false])
  work.resolve()
  await done
  expect(commits).toEqual([counted])
})

test('a game whose verdict is already there and that counts in no match does not wait', async () => {
  const never = () => Promise.reject(new Error('it counts nowhere'))
  publish({ cabinet: 7, game: 'early', counted: null })
  await verdicts.awaitVerdict({ cabinet: 7, game: 'early' }, never)
  expect(vi.getTimerCount()).toBe(0)
})

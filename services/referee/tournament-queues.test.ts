import { expect, test, vi } from 'vitest'
import { openTournamentQueues } from './tournament-queues.ts'

test('work of a tournament that takes no commands waits, and that of others does not', async () => {
  vi.useFakeTimers()
  const ending = new AbortController()
  const queues = openTournamentQueues(ending.signal)
  const said: string[] = []
  const stuck = Promise.withResolvers<void>()
  const add = async (tournament: number, seq: number, work?: Promise<void>) => {
    const added = queues.add(tournament, seq, async () => {
      await work
      said.push(`${tournament} ${seq}`)
    })
    await vi.advanceTimersByTimeAsync(50)
    await added
  }
  await add(1, 5, stuck.promise)
  for (const seq of [6, 8]) await add(1, seq)
  for (const seq of [7, 9]) await add(2, seq)
  expect(said).toEqual(['2 7', '2 9'])
  expect(queues.oldest(9)).toBe(4)

  stuck.resolve()
  await queues.idle()
  expect(said).toEqual(['2 7', '2 9', '1 5', '1 6', '1 8'])
  expect(queues.oldest(9)).toBe(9)
  vi.useRealTimers()
})

test('what is broken off at the end is begun again from where it came', async () => {
  const ending = new AbortController()
  const queues = openTournamentQueues(ending.signal)
  await queues.add(1, 3, async () => ending.abort())
  await queues.idle()
  expect(queues.oldest(8)).toBe(2)
})

import { expect, test, vi } from 'vitest'
import { openTournamentQueues } from './tournament-queues.ts'

test('a tournament that takes no commands delays only its own work', async () => {
  vi.useFakeTimers()
  const stopping = new AbortController()
  const queues = openTournamentQueues(stopping.signal)
  const done: string[] = []
  const blocked = Promise.withResolvers<void>()
  const add = async (tournament: number, seq: number, work?: Promise<void>) => {
    const added = queues.add(tournament, seq, async () => {
      await work
      done.push(`${tournament} ${seq}`)
    })
    await vi.advanceTimersByTimeAsync(50)
    await added
  }
  await add(1, 5, blocked.promise)
  for (const seq of [6, 8]) await add(1, seq)
  for (const seq of [7, 9]) await add(2, seq)
  expect(done).toEqual(['2 7', '2 9'])
  expect(queues.oldest(9)).toBe(4)

  blocked.resolve()
  await queues.idle()
  expect(done).toEqual(['2 7', '2 9', '1 5', '1 6', '1 8'])
  expect(queues.oldest(9)).toBe(9)
  vi.useRealTimers()
})

test('work interrupted by the stop is repeated after a restart', async () => {
  const stopping = new AbortController()
  const queues = openTournamentQueues(stopping.signal)
  await queues.add(1, 3, async () => stopping.abort())
  await queues.idle()
  expect(queues.oldest(8)).toBe(2)
})

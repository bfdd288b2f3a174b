import { expect, test } from 'vitest'
import { openAwaitProjection } from './read-your-writes.ts'
import type { Store } from '../../store/index.ts'

const tournament = 1

/** The wait over a database that answers only the version of a tournament. */
function openWait(given: { version: number }) {
  let queryCount = 0
  const query = {
    select: () => query,
    where: () => query,
    executeTakeFirst: async () => {
      queryCount++
      return { version: given.version }
    },
  }
  const store = { db: { selectFrom: () => query } } as unknown as Store
  let onFrame: (message: unknown) => void = () => {}
  const { projected } = openAwaitProjection(store, {
    subscribe(_, each) {
      onFrame = (message) => each(message, 'frame.1')
      return () => {}
    },
  })
  return {
    projected,
    frame: (version: number) => onFrame({ tournament, version }),
    queries: () => queryCount,
  }
}

test('P12: a version that a frame announced takes no query', async () => {
  const { projected, frame, queries } = openWait({ version: 0 })
  const waiting = projected(tournament, 3, 1_000)
  frame(3)
  expect(await waiting).toBe(true)
  expect(await projected(tournament, 3, 1_000)).toBe(true)
  expect(queries()).toBe(0)
})

test('P12: a repeated command waits for rows that a fail-over lost after they were seen', async () => {
  const database = { version: 3 }
  const { projected, frame } = openWait(database)
  frame(3)
  expect(await projected(tournament, 3, 1_000, true)).toBe(true)
  database.version = 2
  const waiting = projected(tournament, 3, 5_000, true)
  expect(await Promise.race([waiting, Promise.resolve('not yet')])).toBe('not yet')
  expect(await projected(tournament, 3, 10, true)).toBe(false)
  database.version = 3
  expect(await waiting).toBe(true)
})

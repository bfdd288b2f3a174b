import { expect } from 'vitest'
import type { Log } from '#services/log/index.ts'
import { fill, tableHashes } from '#services/projector/index.ts'
import type { Store } from '#services/store/index.ts'
import { projected } from './desk-client.ts'

/**
 * Waits for the projector, then asserts that its rows equal those that a second schema gets from the
 * beginning of the log (P6). Returns the positions up to which both were filled.
 */
export async function expectRowsOfLog({ log, store }: { log: Log; store: Store }) {
  await projected(log, store)
  const upTo = { tournament: await log.tail(), facts: await log.factsTail() }
  await fill({ log, store, schema: 'view_fresh', upTo })
  expect(await tableHashes(store, 'view')).toEqual(await tableHashes(store, 'view_fresh'))
  return upTo
}

// A consistent point of a running Waggle: a database transaction and the log positions that match
// it.
import { setTimeout as sleep } from 'node:timers/promises'
import { firstOf } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { checkpointName, tailPositions, entriesOf, positions } from '#services/projector/index.ts'
import type { Positions } from '#services/projector/index.ts'
import type { Store } from '#services/store/index.ts'
import type { Client } from './kept.ts'

export type ConsistentPoint = { client: Client; at: Positions; end(): Promise<void> }

const timeoutMs = 10_000
const retryMs = 50

/**
 * The database determines how much of the log belongs to a backup: exactly the commits from which
 * its rows were made. Ideally that is the whole log. In a busy venue this may never be the case;
 * then it is enough that no game started after the last included commit, because that position
 * determines the game's match (P17). If the database does not reach `minimum`, no projector is
 * writing to it. Returns null if no consistent point is found in time.
 */
export async function openConsistentPoint(
  store: Store,
  log: Log,
  minimum: Positions,
): Promise<ConsistentPoint | null> {
  const deadline = Date.now() + timeoutMs
  const client = await store.pool.connect()
  const end = async () => {
    await client.query('rollback').catch(() => {})
    client.release()
  }
  try {
    for (;;) {
      await client.query('begin isolation level repeatable read read only')
      const at = await positions(client)
      const isLate = Date.now() > deadline
      const isUpToDate = entriesOf(minimum).every(([name, seq]) => (at[name] ?? 0) >= seq)
      const isUsable = isUpToDate && (isLate || (await coversLog(log, at)))
      if (isUsable && (await factsAreCovered(client, log, at))) return { client, at, end }
      await client.query('rollback')
      if (isLate && !isUpToDate) break
      if (Date.now() > deadline + timeoutMs) break
      await sleep(retryMs)
    }
  } catch (error) {
    await end()
    throw error
  }
  await end()
  return null
}

/** Whether a projector answers; without one, rows do not change. */
export function isRunning(log: Log): Promise<boolean> {
  return log.ask('witness.verify', {}, 1_000).then(
    () => true,
    () => false,
  )
}

async function coversLog(log: Log, at: Positions): Promise<boolean> {
  return entriesOf(await tailPositions(log)).every(([name, seq]) => at[name] === seq)
}

/** Whether no cabinet event refers to a commit after these positions. */
async function factsAreCovered(client: Client, { pairs }: Log, at: Positions): Promise<boolean> {
  const text = `select coalesce(max(after), 0) as last from view.cabinet_event
    where after >= $1 and after < $2`
  for (const { index: pair, first } of pairs) {
    // An event stored before the first commit of its pair refers to the position before that
    // commit.
    const range = [first - 1, firstOf(pair + 1) - 1]
    const { rows } = await client.query<{ last: number }>(text, range)
    if ((rows[0]?.last ?? 0) > (at[checkpointName('tournament', pair)] ?? 0)) return false
  }
  return true
}

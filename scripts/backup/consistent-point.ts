// One moment of a Waggle that runs: a transaction that sees it, and where the log was then.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Archive, Log } from '../../services/log/index.ts'
import { positions } from '../../services/projector/index.ts'
import type { Positions } from '../../services/projector/index.ts'
import type { Store } from '../../services/store/index.ts'
import type { Client } from './kept.ts'

export type ConsistentPoint = { client: Client; at: Positions; end(): Promise<void> }

const timeoutMs = 10_000
const retryMs = 50

/**
 * The database says how much of the log belongs to a backup: all that its rows were made from, and
 * not a commit more. Best is a moment when that is the whole log. In a busy hall, where none comes,
 * it is enough that no game began behind the last commit: which match it belongs to is told by that
 * position (P17). A database that does not come up to `least` is not being written to.
 */
export async function openMoment(
  store: Store,
  archive: Archive,
  least: Positions,
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
      const isUpToDate = at.tournament >= least.tournament && at.facts >= least.facts
      const isTaken = isUpToDate && (isLate || (await isWhole(archive, at)))
      if (isTaken && (await lastNamed(client)) <= at.tournament) return { client, at, end }
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

/** Whoever projects answers; without them rows stay as they are. */
export function isRunning(log: Log): Promise<boolean> {
  return log.ask('witness.verify', {}, 1_000).then(
    () => true,
    () => false,
  )
}

async function isWhole({ commits, facts }: Archive, at: Positions): Promise<boolean> {
  return (await commits.tail()) === at.tournament && (await facts.tail()) === at.facts
}

/** The furthest commit that a cabinet's event names. */
async function lastNamed(client: Client): Promise<number> {
  const text = 'select coalesce(max(after), 0) as last from view.cabinet_event'
  const { rows } = await client.query<{ last: number }>(text)
  return rows[0]?.last ?? 0
}

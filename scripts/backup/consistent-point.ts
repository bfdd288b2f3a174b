// One moment of a Waggle that runs: a transaction that sees it, and where the log was then.
import { setTimeout as sleep } from 'node:timers/promises'
import { firstOf } from '../../services/log/index.ts'
import type { Log } from '../../services/log/index.ts'
import { checkpointName, ends, entriesOf, positions } from '../../services/projector/index.ts'
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
  log: Log,
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
      const isUpToDate = entriesOf(least).every(([name, seq]) => (at[name] ?? 0) >= seq)
      const isTaken = isUpToDate && (isLate || (await isWhole(log, at)))
      if (isTaken && (await namesNoLater(client, log, at))) return { client, at, end }
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

async function isWhole(log: Log, at: Positions): Promise<boolean> {
  return entriesOf(await ends(log)).every(([name, seq]) => at[name] === seq)
}

/** No cabinet's event names a commit that is not among these. */
async function namesNoLater(client: Client, { pairs }: Log, at: Positions): Promise<boolean> {
  const text = `select coalesce(max(after), 0) as last from view.cabinet_event
    where after >= $1 and after < $2`
  for (const { index: pair, first } of pairs) {
    // One that was stored before the first commit of its pair names the position before that.
    const range = [first - 1, firstOf(pair + 1) - 1]
    const { rows } = await client.query<{ last: number }>(text, range)
    if ((rows[0]?.last ?? 0) > (at[checkpointName('tournament', pair)] ?? 0)) return false
  }
  return true
}

import { saidOf } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { haltedIn } from './halted.ts'
import { openFilling, positions, stored } from './rebuild.ts'
import type { Positions } from './rebuild.ts'
import { hashes } from './row-hashes.ts'
import { whyBroken } from './witness.ts'

type Verified = { problems: string[]; commits: number; facts: number }

/** Every difference between the live rows and rows made anew from the log, in words. */
export async function verify(log: Log, store: Store): Promise<Verified> {
  const broken = await whyBroken(log, store)
  if (broken.length > 0) return { problems: broken, commits: 0, facts: 0 }
  const found = await compareRows(log, store)
  const stopped = (await haltedIn(store)).map(saidOf)
  return { ...found, problems: [...stopped, ...found.problems] }
}

async function compareRows(log: Log, store: Store): Promise<Verified> {
  const filling = await openFilling(log, store, 'view_check')
  await filling.upTo(await positions(store.pool))
  // A running Waggle writes on: its rows of one moment, and then ours of the same.
  const live = await look(store)
  await filling.upTo(live.at)
  const again = await hashes(store, 'view_check')
  const problems = Object.keys(again)
    .filter((table) => live.hashes[table] !== again[table])
    .map((table) => `${table}: the rows differ from what the log gives (see view_check.${table})`)
  if (problems.length === 0) await store.pool.query('drop schema view_check cascade')
  return { problems, ...stored(live.at) }
}

async function look(store: Store): Promise<{ at: Positions; hashes: Record<string, string> }> {
  const client = await store.pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const at = await positions(client)
    const found = await hashes({ pool: client }, 'view')
    await client.query('commit')
    return { at, hashes: found }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

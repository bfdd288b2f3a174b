import { haltedMessage } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import { inTransaction } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { haltedIn } from './halted.ts'
import { haveRows, lostFactsMessage } from './lost-facts.ts'
import { openFiller, positions, countMessages } from './rebuild.ts'
import type { Positions } from './rebuild.ts'
import { tableHashes } from './row-hashes.ts'
import { logDifferences, witnessGaps } from './witness.ts'

/** `differing`: the tables whose rows differ, which a rebuild puts right */
type Verification = { problems: string[]; differing: string[]; commits: number; facts: number }

/** Describes all differences between the live rows and rows rebuilt from the log. */
export async function verify(log: Log, store: Store): Promise<Verification> {
  const broken = await logDifferences(log, store)
  if (broken.length > 0) return { problems: broken, differing: [], commits: 0, facts: 0 }
  const comparison = await compareRows(log, store)
  const halted = await haltedIn(store)
  // Commits of halted tournaments are not in the witness yet.
  const gaps = halted.length > 0 ? [] : await witnessGaps(store)
  const lacks = gaps.map(({ from, to }) => `kept.witness lacks the commits ${from} to ${to}.`)
  const problems = [...halted.map(haltedMessage), ...lacks, ...comparison.problems]
  const differing = [...(lacks.length > 0 ? ['kept.witness'] : []), ...comparison.differing]
  return { ...comparison, problems, differing }
}

async function compareRows(log: Log, store: Store): Promise<Verification> {
  const filler = await openFiller(log, store, 'view_check')
  await filler.upTo(await positions(store.pool))
  // A running projector goes on writing: hash its rows at one moment, then fill up to that
  // position.
  const live = await liveHashes(store)
  await filler.upTo(live.at)
  const rebuilt = await tableHashes(store, 'view_check')
  const differing = Object.keys(rebuilt).filter((table) => live.hashes[table] !== rebuilt[table])
  const different = differing.map(
    (table) => `${table}: the rows differ from what the log gives (see view_check.${table})`,
  )
  if (different.length === 0) await store.pool.query('drop schema view_check cascade')
  const lost = await filler.lostFacts()
  const losses = lost.length > 0 ? [await lostFactsMessage(store, lost)] : []
  // A rebuild would not put rows right whose messages the log has lost.
  const repairable = lost.length > 0 && (await haveRows(store, lost)) ? [] : differing
  const problems = [...losses, ...different]
  return { problems, differing: repairable, ...countMessages(live.at) }
}

function liveHashes(store: Store): Promise<{ at: Positions; hashes: Record<string, string> }> {
  return inTransaction(
    store,
    async (client) => ({
      at: await positions(client),
      hashes: await tableHashes({ pool: client }, 'view'),
    }),
    'begin isolation level repeatable read read only',
  )
}

import { checkpointOf as reportsCheckpoint } from '../../services/challonge/index.ts'
import { firstOf, olderPairs, spreadLog } from '../../services/log/index.ts'
import type { Log } from '../../services/log/index.ts'
import { checkpointOf as newsCheckpoint } from '../../services/notify/index.ts'
import {
  checkpointName,
  ends,
  entriesOf,
  firstCheckpoint,
  positions,
} from '../../services/projector/index.ts'
import { noteKeyOf } from '../../services/referee/index.ts'
import type { Store } from '../../services/store/index.ts'
import { isRunning } from '../backup/consistent-point.ts'

/** Why the log is as it was. */
export class NotSpread extends Error {}

type Spreading = {
  log: Log
  store: Store
  natsUrl: string
  /** prefix of stream names */
  streams?: string
  replicas?: number
  pairs: number
}

/**
 * Spreads the log over more pairs of streams, while Waggle is stopped. No message moves, so every
 * position and every row stays as it is: what comes next goes to the pair that its shard has now.
 */
export async function spread(wanted: Spreading): Promise<{ from: number }> {
  const { log, store, natsUrl: url, pairs, streams = '', replicas } = wanted
  if (await isRunning(log)) throw new NotSpread('Waggle is running here: stop it first.')
  await expectProjected(log, store)
  return spreadLog({
    url,
    streams,
    pairs,
    ...(replicas !== undefined && { replicas }),
    async moving(from) {
      for (let pair = from; pair < pairs; pair++) {
        await beginProjecting(store, pair)
        await beginTelling(store, pair)
        await beginRefereeing(log, pair)
      }
      // Of a match that has another pair now the first one hears nothing more.
      for (let index = 0; index < from; index++) {
        await log.notes.put(noteKeyOf('commits', { index }), null)
      }
    },
  })
}

/** What a pair holds of shards that leave it is read by nobody else. */
async function expectProjected(log: Log, store: Store): Promise<void> {
  const at = await positions(store.pool)
  for (const [name, end] of entriesOf(await ends(log))) {
    const reached = at[name] ?? 0
    if (reached >= end) continue
    const why = `The rows come up to ${reached} of ${end} (${name})`
    throw new NotSpread(`${why}: start Waggle, wait until it has read all, and stop it again.`)
  }
}

/** The rows have all that stands in the streams: a new pair begins with what comes next. */
async function beginProjecting({ pool }: Store, pair: number): Promise<void> {
  for (const kind of ['tournament', 'facts'] as const) {
    await pool.query(firstCheckpoint('view'), [checkpointName(kind, pair), firstOf(pair) - 1])
  }
}

/** Who tells others goes on where it was, whichever pair that is in. */
async function beginTelling({ pool }: Store, pair: number): Promise<void> {
  for (const checkpointOf of [newsCheckpoint, reportsCheckpoint]) {
    await pool.query(
      `insert into kept.courier (name, seq) select $1, seq from kept.courier where name = $2
       on conflict do nothing`,
      [checkpointOf(pair), checkpointOf(parentOf(pair))],
    )
  }
}

/** The referee of a new pair knows which cabinets are online, and what their clients are like. */
async function beginRefereeing({ notes }: Log, pair: number): Promise<void> {
  const before = await notes.get(noteKeyOf('facts', { index: parentOf(pair) }))
  if (before !== null) await notes.put(noteKeyOf('facts', { index: pair }), before)
}

/** Where its shards were until now. */
function parentOf(pair: number): number {
  return olderPairs(pair).at(-1)!
}

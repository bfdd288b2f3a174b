import { checkpointOf as reportsCheckpoint } from '#services/challonge/index.ts'
import { firstOf, olderPairs, spreadLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { checkpointOf as newsCheckpoint } from '#services/notify/index.ts'
import {
  checkpointName,
  tailPositions,
  entriesOf,
  firstCheckpoint,
  positions,
} from '#services/projector/index.ts'
import { noteKeyOf } from '#services/automation/index.ts'
import type { Store } from '#services/store/index.ts'
import { isRunning } from '../backup/consistent-point.ts'

/** The log was not spread; the message says why. */
export class NotSpread extends Error {}

type SpreadOptions = {
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
 * position and every row stays as it is; new messages go to the new pair of their shard.
 */
export async function spread(options: SpreadOptions): Promise<{ from: number }> {
  const { log, store, natsUrl: url, pairs, streams = '', replicas } = options
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
        await beginNotifying(store, pair)
        await beginRefereeing(log, pair)
      }
      // The notes contain matches that now belong to another pair, so they are reset.
      for (let index = 0; index < from; index++) {
        await log.notes.put(noteKeyOf('commits', { index }), null)
      }
    },
  })
}

/**
 * Every pair must be fully projected, because nothing reads its messages of moved shards
 * afterwards.
 */
async function expectProjected(log: Log, store: Store): Promise<void> {
  const at = await positions(store.pool)
  for (const [name, end] of entriesOf(await tailPositions(log))) {
    const reached = at[name] ?? 0
    if (reached >= end) continue
    const why = `The rows come up to ${reached} of ${end} (${name})`
    throw new NotSpread(`${why}: start Waggle, wait until it has read all, and stop it again.`)
  }
}

/** The rows already contain all messages of the streams, so a new pair starts with the next one. */
async function beginProjecting({ pool }: Store, pair: number): Promise<void> {
  for (const kind of ['tournament', 'facts'] as const) {
    await pool.query(firstCheckpoint('view'), [checkpointName(kind, pair), firstOf(pair) - 1])
  }
}

/** Notifications and reports continue at the position of the parent pair. */
async function beginNotifying({ pool }: Store, pair: number): Promise<void> {
  for (const checkpointOf of [newsCheckpoint, reportsCheckpoint]) {
    await pool.query(
      `insert into kept.checkpoint (name, seq) select $1, seq from kept.checkpoint where name = $2
       on conflict do nothing`,
      [checkpointOf(pair), checkpointOf(parentOf(pair))],
    )
  }
}

/** The referee of a new pair takes over the state of cabinets and their clients. */
async function beginRefereeing({ notes }: Log, pair: number): Promise<void> {
  const parentNote = await notes.get(noteKeyOf('facts', { index: parentOf(pair) }))
  if (parentNote !== null) await notes.put(noteKeyOf('facts', { index: pair }), parentNote)
}

/** The pair that had its shards until now. */
function parentOf(pair: number): number {
  return olderPairs(pair).at(-1)!
}

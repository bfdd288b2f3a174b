import { readCommit } from '#events/schema/upcast.ts'
import type { Log, StoredCommit } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { openBoundedCache } from './bounded-cache.ts'
import type { CommitEntry } from './commit-entry.ts'
import { emptyCommitHistory, addCommit } from './commit-history.ts'
import type { CommitHistory } from './commit-history.ts'
import { inSlices } from './in-slices.ts'

/** The cache of commit histories, one for each tournament. */
export type Histories = {
  /** the history up to the end of the log, for decisions */
  now(tournament: number): Promise<CommitHistory>
  /** the entries that Postgres has, for reads; works while the log is unavailable (P12, P16) */
  projected(tournament: number): Promise<readonly CommitEntry[]>
  clear(): void
}
type CachedHistory = { history: CommitHistory; turn: Promise<unknown> }
type Options = { log: Log; store: Pick<Store, 'db'> | undefined; maxBytes: number }

/** Commits entered before yielding to other work. */
const sliceSize = 25
const maxRows = 1_000
/** Estimated memory of a commit with its entry and its share of a milestone. */
const bytesPerCommit = 4_000

export function openHistories({ log, store, maxBytes }: Options): Histories {
  const all = openBoundedCache<CachedHistory>(maxBytes)

  /**
   * Runs the reads of a tournament one after another, so that each resumes where the last ended.
   */
  async function inTurn(
    tournament: number,
    read: (history: CommitHistory) => Promise<void>,
  ): Promise<CommitHistory> {
    const cached = all.get(tournament) ?? emptyHistory(tournament)
    all.put(tournament, cached, sizeOf(cached))
    const turn = cached.turn.then(() => read(cached.history))
    cached.turn = turn.catch(() => {})
    await turn
    if (all.get(tournament) === cached) all.put(tournament, cached, sizeOf(cached))
    return cached.history
  }

  return {
    now: (tournament) =>
      inTurn(tournament, async (history) => {
        await enterAll(history, await log.load(tournament, history.seq))
      }),
    async projected(tournament) {
      if (!store) throw new Error('a history as Postgres has it needs Postgres')
      const version = await versionIn(store, tournament)
      const { entries } = await inTurn(tournament, async (history) => {
        while (history.state.version < version) {
          await enterAll(history, await rowsAfter(store, history))
        }
      })
      return entries.slice(0, version)
    },
    clear: all.clear,
  }
}

function emptyHistory(tournament: number): CachedHistory {
  return { history: emptyCommitHistory(tournament), turn: Promise.resolve() }
}

function sizeOf({ history }: CachedHistory): number {
  return history.commits.length * bytesPerCommit
}

async function enterAll(history: CommitHistory, stored: StoredCommit[]): Promise<void> {
  await inSlices(stored, sliceSize, (one) => addCommit(history, one))
}

async function versionIn({ db }: Pick<Store, 'db'>, tournament: number): Promise<number> {
  const row = await db
    .selectFrom('kept.witness')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('tournament', '=', tournament)
    .executeTakeFirst()
  return row?.version ?? 0
}

async function rowsAfter(
  { db }: Pick<Store, 'db'>,
  { state }: CommitHistory,
): Promise<StoredCommit[]> {
  const rows = await db
    .selectFrom('kept.witness')
    .select(['seq', 'commit'])
    .where('tournament', '=', state.id)
    .where('version', '>', state.version)
    .orderBy('version')
    .limit(maxRows)
    .execute()
  if (rows.length === 0) throw new Error(`tournament ${state.id}: the witness lacks commits`)
  return rows.map(({ seq, commit }) => ({ seq, commit: readCommit(commit) }))
}

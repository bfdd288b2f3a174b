import { readCommit } from '../../events/schema/upcast.ts'
import type { Log, Stored } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { openBoundedCache } from './bounded-cache.ts'
import type { CommitEntry } from './commit-entry.ts'
import { emptyCommitHistory, enter } from './commit-history.ts'
import type { CommitHistory } from './commit-history.ts'
import { inSlices } from './in-slices.ts'

/** One commit history a tournament, for everybody who reads what was done. */
export type Histories = {
  /** as the log has it now: what decisions are made on */
  now(tournament: number): Promise<CommitHistory>
  /** in words, as far as Postgres has it: what reads show, also while the log is away (P12, P16) */
  projected(tournament: number): Promise<readonly CommitEntry[]>
  clear(): void
}
type CachedHistory = { history: CommitHistory; turn: Promise<unknown> }
type Options = { log: Log; store: Pick<Store, 'db'> | undefined; maxBytes: number }

/** Commits entered before other work has a turn. */
const atOnce = 25
const maxRows = 1_000
/** A commit with its line, and its share of a milestone. */
const bytesACommit = 4_000

export function openHistories({ log, store, maxBytes }: Options): Histories {
  const all = openBoundedCache<CachedHistory>(maxBytes)

  /** One after the other, each goes on where the last has ended. */
  async function inTurn(
    tournament: number,
    read: (history: CommitHistory) => Promise<void>,
  ): Promise<CommitHistory> {
    const cached = all.get(tournament) ?? unread(tournament)
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

function unread(tournament: number): CachedHistory {
  return { history: emptyCommitHistory(tournament), turn: Promise.resolve() }
}

function sizeOf({ history }: CachedHistory): number {
  return history.commits.length * bytesACommit
}

async function enterAll(history: CommitHistory, stored: Stored[]): Promise<void> {
  await inSlices(stored, atOnce, (one) => enter(history, one))
}

async function versionIn({ db }: Pick<Store, 'db'>, tournament: number): Promise<number> {
  const row = await db
    .selectFrom('kept.witness')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('tournament', '=', tournament)
    .executeTakeFirst()
  return row?.version ?? 0
}

async function rowsAfter({ db }: Pick<Store, 'db'>, { state }: CommitHistory): Promise<Stored[]> {
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

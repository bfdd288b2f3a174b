// The process's only cache of folded tournaments and of their commit histories.
import { dropOldest } from '#events/drop-oldest.ts'
import type { Commit } from '#events/schema/commit.ts'
import { TournamentHalted } from '../log/index.ts'
import type { Log, StoredCommit } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { advance, emptyEntry, load } from './cache-entry.ts'
import type { Entry } from './cache-entry.ts'
import { positionsOf, withCommit } from './folded-state.ts'
import type { FoldedTournament } from './folded-state.ts'
import { openFollower } from './follower.ts'
import type { FoldedStep, Follower } from './follower.ts'
import { openHistories } from './commit-histories.ts'
import type { Histories } from './commit-histories.ts'
import { noSnapshots, openSnapshots, pack } from './snapshots.ts'
import { openTournamentCache } from './tournament-cache.ts'

export { emptyCommitHistory, addCommit, openStatesOf } from './commit-history.ts'
export type { CommitHistory } from './commit-history.ts'
export type { CommitEntry } from './commit-entry.ts'
export type { FoldedStep } from './follower.ts'
export { finishInSlices } from './in-slices.ts'
export { emptyFolded, withCommit } from './folded-state.ts'
export type { FoldedTournament } from './folded-state.ts'

/** The folded tournaments of a process. All readers in the process share one instance. */
export type States = {
  /** the cached state, which may be behind the log; loads the tournament if it is not cached */
  cached(tournament: number): Promise<FoldedTournament>
  /** the state at the end of the log; throws `TournamentHalted` if its log is damaged */
  now(tournament: number): Promise<FoldedTournament>
  /** adds a commit that the caller knows to be stored; ignored unless it is the next one */
  take(stored: StoredCommit): void
  /** the commit of a command, as far as the log has been read here (P2) */
  commitOf(tournament: number, command: string): Promise<Commit | null>
  /** the commits since a time (ISO in UTC), the last one first, as far as the log has been read */
  recent(tournament: number, since: string): Promise<Commit[]>
  /** folds the states around each commit, for a process that follows the log */
  follower(): Follower
  histories: Pick<Histories, 'now' | 'projected'>
  /** the number of tournaments in memory and their estimated bytes */
  size(): { states: number; packed: number; bytes: number }
  /** resolves when the pending snapshots are written */
  written(): Promise<void>
  close(): void
}
type StatesOptions = {
  log: Log
  /** the store of the snapshots; without it there are none */
  store?: Pick<Store, 'pool' | 'db'>
  memoryMb?: number
}

const defaultMemoryMb = 256
const shares = { states: 0.5, packed: 0.25, histories: 0.25 }
/** Recently folded steps that are kept for followers of the log. */
const recentSteps = 200
/** Commits after which a new snapshot of a state in use is written. */
const savedEvery = 200
/** More commits than people and cabinets of one tournament make in seconds. */
const maxRecent = 20

export function openStates({ log, store, memoryMb = defaultMemoryMb }: StatesOptions): States {
  const bytes = (share: keyof typeof shares) => memoryMb * 2 ** 20 * shares[share]
  const snapshots = store ? openSnapshots(store) : noSnapshots
  const histories = openHistories({ log, store, maxBytes: bytes('histories') })
  const cache = openTournamentCache({ states: bytes('states'), packed: bytes('packed') }, snapshots)
  const steps = new Map<number, FoldedStep>()
  const { begin, entry, foldedBefore, forget } = openLoader({ log, snapshots, cache })

  function take(stored: StoredCommit): void {
    const { tournament, version } = stored.commit
    const found = cache.get(tournament)
    if (!found || version !== found.folded.state.version + 1) return
    const before = found.folded
    if (!advanced(found, stored)) return
    steps.set(stored.seq, { stored, before, after: found.folded })
    dropOldest(steps, recentSteps)
    cache.keep(tournament, found)
    if (version <= found.saved + savedEvery) return
    found.saved = version
    // Deferred, so that the answer to the command does not wait for the packing.
    setImmediate(() => snapshots.write(tournament, pack(found)))
  }

  async function now(tournament: number): Promise<FoldedTournament> {
    const { folded } = await entry(tournament)
    const news = await log.load(tournament, folded.seq)
    for (const stored of news) take(stored)
    const found = cache.get(tournament)?.folded
    const seq = news.at(-1)?.seq ?? folded.seq
    return found && found.seq >= seq ? found : news.reduce(withCommit, folded)
  }

  /** Everything is dropped after a reconnect, because the server may have another log then (P9). */
  const caches = [{ clear: forget }, cache, steps, histories]
  const unsubscribe = log.onReconnect(() => caches.forEach((each) => each.clear()))

  return {
    cached: async (tournament) => (await entry(tournament)).folded,
    now,
    take,
    ...openCommits({ entry, log, steps }),
    follower: () =>
      openFollower({
        recent: (seq) => steps.get(seq),
        foldedBefore,
        take,
        async cachedBefore({ commit: { tournament, version }, seq }, isFirst) {
          if (isFirst) begin(tournament)
          const { folded } = await entry(tournament, seq)
          if (folded.state.version >= version - 1) return folded
          const news = await between(log, tournament, { after: folded.seq, upTo: seq - 1 })
          for (const one of news) take(one)
          const { folded: now } = await entry(tournament, seq)
          return now.state.version >= version - 1 ? now : news.reduce(withCommit, folded)
        },
        upTo: (tournament, upTo) => between(log, tournament, { after: 0, upTo }),
      }),
    histories,
    size: cache.size,
    written: snapshots.written,
    close: unsubscribe,
  }
}

type CommitSources = { log: Log; steps: Map<number, FoldedStep> } & Pick<
  ReturnType<typeof openLoader>,
  'entry'
>

/** Reads single commits, from memory if they are recent. */
function openCommits({ entry, log, steps }: CommitSources): Pick<States, 'commitOf' | 'recent'> {
  async function commitAt(seq: number): Promise<Commit | undefined> {
    return steps.get(seq)?.stored.commit ?? (await log.at(seq))?.commit
  }

  return {
    async commitOf(tournament, command) {
      const { commands } = await entry(tournament)
      for (const seq of positionsOf(commands, command)) {
        const commit = await commitAt(seq)
        if (commit?.id === command && commit.tournament === tournament) return commit
      }
      return null
    },
    async recent(tournament, since) {
      const { commands } = await entry(tournament)
      const found: Commit[] = []
      for (const seq of commands.seqs.slice(-maxRecent).toReversed()) {
        const commit = await commitAt(seq)
        if (!commit || commit.tournament !== tournament || commit.at < since) break
        found.push(commit)
      }
      return found
    },
  }
}

async function between(
  log: Log,
  tournament: number,
  { after, upTo }: { after: number; upTo: number },
): Promise<StoredCommit[]> {
  return (await log.load(tournament, after)).filter(({ seq }) => seq <= upTo)
}

/** False if the commit is damaged; a caller that loads it from the log gets the error there. */
function advanced(entry: Entry, stored: StoredCommit): boolean {
  try {
    advance(entry, stored)
    return true
  } catch (error) {
    if (error instanceof TournamentHalted) return false
    throw error
  }
}

type LoaderOptions = Parameters<typeof load>[0] & { cache: ReturnType<typeof openTournamentCache> }

/** Loads tournaments into the cache; concurrent callers of one tournament share a load. */
function openLoader({ cache, ...sources }: LoaderOptions) {
  const loading = new Map<number, Promise<Entry>>()
  let epoch = 0

  async function loaded(tournament: number, before: number): Promise<Entry> {
    const startEpoch = epoch
    const entry = await load(sources, tournament, before)
    return startEpoch === epoch ? cache.keep(tournament, entry) : entry
  }

  return {
    /** Caches an empty tournament: before its first commit there is nothing to load. */
    begin(tournament: number): void {
      if (cache.get(tournament) || loading.has(tournament)) return
      cache.keep(tournament, emptyEntry(tournament))
    },
    async entry(tournament: number, before = Infinity): Promise<Entry> {
      const cached = cache.get(tournament)
      if (cached) return cached
      const pending = loading.get(tournament)
      if (pending) return pending
      const work = loaded(tournament, before).finally(() => {
        if (loading.get(tournament) === work) loading.delete(tournament)
      })
      loading.set(tournament, work)
      return work
    },
    /** Folds the state before a commit without the cache. */
    async foldedBefore(
      { commit: { tournament }, seq }: StoredCommit,
      isFirst: boolean,
    ): Promise<FoldedTournament> {
      const entry = isFirst ? emptyEntry(tournament) : await load(sources, tournament, seq)
      return entry.folded
    },
    forget(): void {
      epoch++
      loading.clear()
    },
  }
}

/** The memory limit of folded states in MiB, from `STATES_MEMORY_MB`. */
export function memoryFrom(env: NodeJS.ProcessEnv): { memoryMb?: number } {
  const text = env['STATES_MEMORY_MB']
  if (!text) return {}
  const memoryMb = Number(text)
  if (memoryMb > 0) return { memoryMb }
  throw new Error(`STATES_MEMORY_MB: ${text} is not a number of MiB`)
}

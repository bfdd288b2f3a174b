// The folded tournaments of a process in one cache, and their one commit history.
import { dropOldest } from '../../events/drop-oldest.ts'
import type { Commit } from '../../events/schema/commit.ts'
import { TournamentHalted } from '../log/index.ts'
import type { Log, Stored } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { advance, emptyEntry, load } from './cache-entry.ts'
import type { Entry } from './cache-entry.ts'
import { positionsOf, withCommit } from './folded-state.ts'
import type { Folded } from './folded-state.ts'
import { openFollower } from './follower.ts'
import type { FoldedStep, Follower } from './follower.ts'
import { openHistories } from './commit-histories.ts'
import type { Histories } from './commit-histories.ts'
import { noSnapshots, openSnapshots, pack } from './snapshots.ts'
import { openTournamentCache } from './tournament-cache.ts'

export { emptyCommitHistory, enter, openStatesOf } from './commit-history.ts'
export type { CommitHistory } from './commit-history.ts'
export type { CommitEntry } from './commit-entry.ts'
export type { FoldedStep } from './follower.ts'
export { finishInSlices } from './in-slices.ts'
export { emptyFolded, withCommit } from './folded-state.ts'
export type { Folded } from './folded-state.ts'

/** The folded states of a process: whoever in it needs what a tournament's log says, asks here. */
export type States = {
  /** as far as it was read here: a beginning of the log, perhaps not all of it */
  cached(tournament: number): Promise<Folded>
  /** as the log has it now; throws `TournamentHalted` where that is damaged */
  now(tournament: number): Promise<Folded>
  /** a commit that its caller knows to be stored: where it comes next, it is folded for all */
  take(stored: Stored): void
  /** what a command became, as far as the log was read here (P2) */
  commitOf(tournament: number, command: string): Promise<Commit | null>
  /** for who follows the log: the states around each commit */
  follower(): Follower
  histories: Pick<Histories, 'now' | 'projected'>
  /** how many are in memory, and how many bytes they take, as estimated */
  size(): { states: number; packed: number; bytes: number }
  /** when the snapshots are written that were begun */
  written(): Promise<void>
  close(): void
}
type StatesOptions = {
  log: Log
  /** where snapshots are; left out, there are none */
  store?: Pick<Store, 'pool' | 'db'>
  memoryMb?: number
}

const defaultMemoryMb = 256
const shares = { states: 0.5, packed: 0.25, histories: 0.25 }
/** Steps folded a moment ago, for followers of the log that come to them. */
const recentSteps = 200
/** Commits after which a state in use is written again. */
const savedEvery = 200

export function openStates({ log, store, memoryMb = defaultMemoryMb }: StatesOptions): States {
  const bytes = (share: keyof typeof shares) => memoryMb * 2 ** 20 * shares[share]
  const snapshots = store ? openSnapshots(store) : noSnapshots
  const histories = openHistories({ log, store, maxBytes: bytes('histories') })
  const cache = openTournamentCache({ states: bytes('states'), packed: bytes('packed') }, snapshots)
  const steps = new Map<number, FoldedStep>()
  const { begin, entry, foldedBefore, forget } = openLoading({ log, snapshots, cache })

  function take(stored: Stored): void {
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
    // Nobody waits for it who has just sent a command.
    setImmediate(() => snapshots.write(tournament, pack(found)))
  }

  async function now(tournament: number): Promise<Folded> {
    const { folded } = await entry(tournament)
    const news = await log.load(tournament, folded.seq)
    for (const stored of news) take(stored)
    const found = cache.get(tournament)?.folded
    const seq = news.at(-1)?.seq ?? folded.seq
    return found && found.seq >= seq ? found : news.reduce(withCommit, folded)
  }

  /** A server that came back may have come back with another log (P9). */
  const forgetting = [{ clear: forget }, cache, steps, histories]
  const endForgetting = log.onReconnect(() => forgetting.forEach((each) => each.clear()))

  return {
    cached: async (tournament) => (await entry(tournament)).folded,
    now,
    take,
    async commitOf(tournament, command) {
      const { commands } = await entry(tournament)
      for (const seq of positionsOf(commands, command)) {
        const commit = steps.get(seq)?.stored.commit ?? (await log.at(seq))?.commit
        if (commit?.id === command && commit.tournament === tournament) return commit
      }
      return null
    },
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
    close: endForgetting,
  }
}

async function between(
  log: Log,
  tournament: number,
  { after, upTo }: { after: number; upTo: number },
): Promise<Stored[]> {
  return (await log.load(tournament, after)).filter(({ seq }) => seq <= upTo)
}

/** False: it is damaged. Who reads it from the log finds that out. */
function advanced(entry: Entry, stored: Stored): boolean {
  try {
    advance(entry, stored)
    return true
  } catch (error) {
    if (error instanceof TournamentHalted) return false
    throw error
  }
}

type Loading = Parameters<typeof load>[0] & { cache: ReturnType<typeof openTournamentCache> }

/** One load of a tournament at a time, whoever asks for it. */
function openLoading({ cache, ...from }: Loading) {
  const loading = new Map<number, Promise<Entry>>()
  let epoch = 0

  async function loaded(tournament: number, before: number): Promise<Entry> {
    const began = epoch
    const found = await load(from, tournament, before)
    return began === epoch ? cache.keep(tournament, found) : found
  }

  return {
    /** Before a first commit there is nothing to read, and who follows the log reads what comes. */
    begin(tournament: number): void {
      if (cache.get(tournament) || loading.has(tournament)) return
      cache.keep(tournament, emptyEntry(tournament))
    },
    async entry(tournament: number, before = Infinity): Promise<Entry> {
      const found = cache.get(tournament)
      if (found) return found
      const begun = loading.get(tournament)
      if (begun) return begun
      const work = loaded(tournament, before).finally(() => {
        if (loading.get(tournament) === work) loading.delete(tournament)
      })
      loading.set(tournament, work)
      return work
    },
    /** apart from the cache */
    async foldedBefore({ commit: { tournament }, seq }: Stored, isFirst: boolean): Promise<Folded> {
      const found = isFirst ? emptyEntry(tournament) : await load(from, tournament, seq)
      return found.folded
    },
    forget(): void {
      epoch++
      loading.clear()
    },
  }
}

/** How much memory folded states may take, in MiB. */
export function memoryFrom(env: NodeJS.ProcessEnv): { memoryMb?: number } {
  const text = env['STATES_MEMORY_MB']
  if (!text) return {}
  const memoryMb = Number(text)
  if (memoryMb > 0) return { memoryMb }
  throw new Error(`STATES_MEMORY_MB: ${text} is no number of MiB`)
}

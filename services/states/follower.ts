import { dropOldest } from '#events/drop-oldest.ts'
import { TournamentHalted } from '../log/index.ts'
import type { Damage, StoredCommit } from '../log/index.ts'
import { emptyFolded, withCommit } from './folded-state.ts'
import type { FoldedTournament } from './folded-state.ts'

/** A commit with the folded states before and after it. */
export type FoldedStep = { stored: StoredCommit; before: FoldedTournament; after: FoldedTournament }
/**
 * Turns the commits of the log, passed in their order, into folded steps. A tournament whose log is
 * damaged gets none; after the repair the skipped steps come first.
 */
export type Follower = (
  stored: StoredCommit,
) => Promise<{ steps: FoldedStep[]; damage: Damage | null }>

/** A follower's access to the cache, which may be ahead of the follower. */
type FollowerOptions = {
  /** a recently folded step, by position */
  recent(seq: number): FoldedStep | undefined
  /**
   * the cached state, folded at least up to the commit before this one; `isFirst`: it is the first
   * commit of its tournament
   */
  cachedBefore(stored: StoredCommit, isFirst: boolean): Promise<FoldedTournament>
  /** the state before this commit, folded without the cache */
  foldedBefore(stored: StoredCommit, isFirst: boolean): Promise<FoldedTournament>
  /** folds the commit into the cache if it is the next one */
  take(stored: StoredCommit): void
  /** the commits of a tournament up to a position (inclusive) */
  upTo(tournament: number, seq: number): Promise<StoredCommit[]>
}

/** The number of tournaments whose last state a follower keeps. */
const maxOwn = 200

export function openFollower(options: FollowerOptions): Follower {
  const stepOf = openSteps(options)
  const isFirstCommit = openFirstCommitCheck()
  /** the first skipped version of each damaged tournament */
  const skippedFrom = new Map<number, number>()

  /** The skipped steps; throws if the log is still damaged. */
  async function stepsSince(version: number, stored: StoredCommit): Promise<FoldedStep[]> {
    const { tournament } = stored.commit
    let before = emptyFolded(tournament)
    const steps: FoldedStep[] = []
    for (const next of await options.upTo(tournament, stored.seq)) {
      const after = withCommit(before, next)
      if (after.state.version >= version) steps.push({ stored: next, before, after })
      before = after
    }
    return steps
  }

  return async (stored) => {
    const { tournament, version } = stored.commit
    const isFirst = isFirstCommit(stored)
    const first = skippedFrom.get(tournament)
    try {
      const steps =
        first === undefined ? [await stepOf(stored, isFirst)] : await stepsSince(first, stored)
      skippedFrom.delete(tournament)
      return { steps, damage: null }
    } catch (error) {
      if (!(error instanceof TournamentHalted)) throw error
      const { damage } = error
      // If the damage is older than this follower, the steps before this commit were already
      // returned.
      const isHere = damage.seq === stored.seq || version === 0
      if (first === undefined) skippedFrom.set(tournament, isHere ? damage.version : version)
      return { steps: [], damage }
    }
  }
}

/** Returns a function that folds one step; it throws `TournamentHalted` if the log is damaged. */
function openSteps({ recent, cachedBefore, foldedBefore, take }: FollowerOptions) {
  /** this follower's last states: when it falls behind the cache, it need not read them again */
  const own = new Map<number, FoldedTournament>()

  async function step(stored: StoredCommit, isFirst: boolean): Promise<FoldedStep> {
    const { tournament, version, chain } = stored.commit
    const findRecent = (): FoldedStep | undefined => {
      const found = recent(stored.seq)
      return found?.after.chain === chain ? found : undefined
    }
    const recentStep = findRecent()
    if (recentStep) return recentStep
    const cached = await cachedBefore(stored, isFirst)
    // Other code may have folded it during the await; folding the tournament again is a whole load.
    const foldedSince = findRecent()
    if (foldedSince) return foldedSince
    if (cached.state.version < version) {
      take(stored)
      return recent(stored.seq) ?? { stored, before: cached, after: withCommit(cached, stored) }
    }
    const last = own.get(tournament)
    const before = last?.state.version === version - 1 ? last : await foldedBefore(stored, isFirst)
    return { stored, before, after: withCommit(before, stored) }
  }

  return async (stored: StoredCommit, isFirst: boolean): Promise<FoldedStep> => {
    const folded = await step(stored, isFirst)
    const { tournament } = stored.commit
    own.delete(tournament)
    own.set(tournament, folded.after)
    dropOldest(own, maxOwn)
    return folded
  }
}

/**
 * Returns a function that recognizes the first commit of a tournament, so that nothing has to be
 * loaded before it. That is safe only for a follower that started at the first commit of the log: a
 * second version 1 means a broken log (P5).
 */
function openFirstCommitCheck(): (stored: StoredCommit) => boolean {
  const seen = new Set<number>()
  let isFromStart: boolean | undefined
  return ({ commit: { tournament, version }, seq }) => {
    isFromStart ??= seq === 1
    if (!isFromStart || version !== 1 || seen.has(tournament)) return false
    seen.add(tournament)
    return true
  }
}

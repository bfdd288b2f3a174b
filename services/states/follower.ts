import { dropOldest } from '../../events/drop-oldest.ts'
import { TournamentHalted } from '../log/index.ts'
import type { Damage, Stored } from '../log/index.ts'
import { emptyFolded, withCommit } from './folded-state.ts'
import type { Folded } from './folded-state.ts'

/** A commit between what there was before and after it. */
export type FoldedStep = { stored: Stored; before: Folded; after: Folded }
/**
 * The steps of the log for somebody who follows it, to be asked for in its order. Of a tournament whose
 * log is damaged there are none; once it has been repaired, those that were left out come first.
 */
export type Follower = (stored: Stored) => Promise<{ steps: FoldedStep[]; damage: Damage | null }>

/** What a follower sees of the cache, which may be ahead of it. */
type FollowerOptions = {
  /** what was folded at a position not long ago */
  recent(seq: number): FoldedStep | undefined
  /** what is cached; brought up to this commit where that is less. `isFirst`: nothing of it was before */
  cachedBefore(stored: Stored, isFirst: boolean): Promise<Folded>
  /** folded apart from the cache */
  foldedBefore(stored: Stored, isFirst: boolean): Promise<Folded>
  /** folds it for all, where it comes next */
  take(stored: Stored): void
  /** all of a tournament's commits up to a position */
  upTo(tournament: number, seq: number): Promise<Stored[]>
}

const maxBehind = 200

export function openFollower(options: FollowerOptions): Follower {
  const stepOf = openSteps(options)
  const begins = openBeginnings()
  /** tournaments with damage, by the first version that was left out */
  const leftOut = new Map<number, number>()

  /** All that was left out, or the damage that still stands. */
  async function stepsSince(version: number, stored: Stored): Promise<FoldedStep[]> {
    const { tournament } = stored.commit
    let before = emptyFolded(tournament)
    const steps: FoldedStep[] = []
    for (const one of await options.upTo(tournament, stored.seq)) {
      const after = withCommit(before, one)
      if (after.state.version >= version) steps.push({ stored: one, before, after })
      before = after
    }
    return steps
  }

  return async (stored) => {
    const { tournament, version } = stored.commit
    const isFirst = begins(stored)
    const first = leftOut.get(tournament)
    try {
      const steps =
        first === undefined ? [await stepOf(stored, isFirst)] : await stepsSince(first, stored)
      leftOut.delete(tournament)
      return { steps, damage: null }
    } catch (error) {
      if (!(error instanceof TournamentHalted)) throw error
      const { damage } = error
      // Of older damage nothing was known here, and all before this commit was given.
      const isHere = damage.seq === stored.seq || version === 0
      if (first === undefined) leftOut.set(tournament, isHere ? damage.version : version)
      return { steps: [], damage }
    }
  }
}

/** Each step by itself; throws `TournamentHalted` where there is none. */
function openSteps({ recent, cachedBefore, foldedBefore, take }: FollowerOptions) {
  /** how far this follower is in tournaments where the cache is further */
  const behind = new Map<number, Folded>()

  return async (stored: Stored, isFirst: boolean): Promise<FoldedStep> => {
    const { tournament, version, chain } = stored.commit
    const known = (): FoldedStep | undefined => {
      const step = recent(stored.seq)
      if (step?.after.chain !== chain) return undefined
      behind.delete(tournament)
      return step
    }
    const first = known()
    if (first) return first
    const cached = await cachedBefore(stored, isFirst)
    // Somebody else may have folded it meanwhile: to fold all before it again costs a whole load.
    const since = known()
    if (since) return since
    const isBehind = cached.state.version >= version
    const own = behind.get(tournament)
    behind.delete(tournament)
    if (!isBehind) {
      take(stored)
      return recent(stored.seq) ?? { stored, before: cached, after: withCommit(cached, stored) }
    }
    const last = own?.state.version === version - 1 ? own : await foldedBefore(stored, isFirst)
    const after = withCommit(last, stored)
    if (version < cached.state.version) behind.set(tournament, after)
    dropOldest(behind, maxBehind)
    return { stored, before: last, after }
  }
}

/**
 * Who follows the log from its first commit knows where a tournament begins, and need not read what was
 * before. Anybody else has to: a second first version is a broken log (P5).
 */
function openBeginnings(): (stored: Stored) => boolean {
  const begun = new Set<number>()
  let isFromStart: boolean | undefined
  return ({ commit: { tournament, version }, seq }) => {
    isFromStart ??= seq === 1
    if (!isFromStart || version !== 1 || begun.has(tournament)) return false
    begun.add(tournament)
    return true
  }
}

import type { Commit } from '../../events/schema/commit.ts'
import { dropOldest } from '../../events/drop-oldest.ts'
import { emptyTournament, fold } from '../../events/state/tournament.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import type { Log } from '../log/index.ts'
import type { Past } from './decide/decision.ts'
import { changedIn } from './decide/commit-dependencies.ts'
import type { Step } from './decide/commit-dependencies.ts'
import { inSlices } from '../states/in-slices.ts'

/**
 * A tournament's log, folded once: what each commit changed, and the state after every few commits,
 * so that any state is near. A question about an old step then costs only what rests on that step,
 * however long the log is.
 */
export type CommitHistory = {
  commits: Commit[]
  /** the states after none, after `apart` commits, after twice as many … */
  milestones: Tournament[]
  state: Tournament
  /** position of the last commit that was read */
  seq: number
}

const apart = 50
const mostTournaments = 5
/** Commits folded before other work has a turn. */
const atOnce = 25

export function emptyCommitHistory(tournament: number): CommitHistory {
  const state = emptyTournament(tournament)
  return { commits: [], milestones: [state], state, seq: 0 }
}

export function enter(history: CommitHistory, commit: Commit, folded = fold): void {
  const before = history.state
  if (commit.version !== before.version + 1) {
    throw new Error(`tournament ${before.id}: version ${commit.version} after ${before.version}`) // P5
  }
  const after = folded(before, commit)
  changedIn({ commit, before, after }) // noted with the commit while both states are at hand
  history.commits.push(commit)
  if (after.version % apart === 0) history.milestones.push(after)
  history.state = after
}

/** A commit and all that came later; their states are worked out where somebody looks at them. */
export function pastIn(history: CommitHistory, version: number, folded = fold): Past | null {
  const { commits, milestones } = history
  let last: Tournament | undefined
  const stateAfter = (wanted: number): Tournament => {
    const near = Math.floor(wanted / apart)
    const isNearer = last && last.version <= wanted && last.version > near * apart
    const from = isNearer ? last! : milestones[near]!
    last = commits
      .slice(from.version, wanted)
      .reduce((state, commit) => folded(state, commit), from)
    return last
  }
  const statesAround = (commit: Commit) => {
    const before = stateAfter(commit.version - 1)
    last = folded(before, commit)
    return { before, after: last }
  }
  const [past, ...later] = commits.slice(version - 1).map((commit) => stepOf(commit, statesAround))
  return past ? { ...past, later } : null
}

function stepOf(
  commit: Commit,
  statesAround: (commit: Commit) => { before: Tournament; after: Tournament },
): Step {
  let known: ReturnType<typeof statesAround> | undefined
  const states = () => (known ??= statesAround(commit))
  return {
    commit,
    get before() {
      return states().before
    },
    get after() {
      return states().after
    },
  }
}

/** Of the tournaments that were asked for last; each is read on from where it ended. */
export function openCommitHistory(log: Log) {
  const known = new Map<number, { annals: CommitHistory; turn: Promise<unknown> }>()

  async function readOn(history: CommitHistory): Promise<void> {
    const stored = await log.load(history.state.id, history.seq)
    await inSlices(stored, atOnce, ({ commit, seq }) => {
      enter(history, commit)
      history.seq = seq
    })
  }

  return {
    async of(tournament: number): Promise<CommitHistory> {
      const entry = known.get(tournament) ?? {
        annals: emptyCommitHistory(tournament),
        turn: Promise.resolve(),
      }
      known.delete(tournament)
      known.set(tournament, entry) // last used, last dropped
      dropOldest(known, mostTournaments)
      const turn = entry.turn.then(() => readOn(entry.annals))
      entry.turn = turn.catch(() => {})
      await turn
      return entry.annals
    },
    /** a server that came back may have come back with another log (P9) */
    forget: () => known.clear(),
  }
}

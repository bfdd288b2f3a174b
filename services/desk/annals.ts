import type { Commit } from '../../events/commit.ts'
import { dropOldest } from '../../events/oldest.ts'
import { emptyTournament, fold } from '../../events/tournament.ts'
import type { Tournament } from '../../events/tournament.ts'
import type { Log } from '../log/index.ts'
import type { Past } from './decide/decision.ts'
import { changedIn } from './decide/steps.ts'
import type { Step } from './decide/steps.ts'

/**
 * A tournament's log, folded once: what each commit changed, and every so often the state after it,
 * so that any state is a few commits away. What is asked of an old step then costs what rests on it,
 * however long the evening was.
 */
export type Annals = {
  commits: Commit[]
  /** the states after none, after `apart` commits, after twice as many … */
  milestones: Tournament[]
  state: Tournament
  /** position of the last commit that was read */
  seq: number
}

const apart = 50
const mostTournaments = 5

export function emptyAnnals(tournament: number): Annals {
  const state = emptyTournament(tournament)
  return { commits: [], milestones: [state], state, seq: 0 }
}

export function enter(annals: Annals, commit: Commit, folded = fold): void {
  const before = annals.state
  if (commit.version !== before.version + 1) {
    throw new Error(`tournament ${before.id}: version ${commit.version} after ${before.version}`) // P5
  }
  const after = folded(before, commit)
  changedIn({ commit, before, after }) // noted with the commit while both states are at hand
  annals.commits.push(commit)
  if (after.version % apart === 0) annals.milestones.push(after)
  annals.state = after
}

/** A commit and all that came later; their states are worked out where somebody looks at them. */
export function pastIn(annals: Annals, version: number, folded = fold): Past | null {
  const { commits, milestones } = annals
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
export function openAnnals(log: Log) {
  const known = new Map<number, { annals: Annals; turn: Promise<unknown> }>()

  async function readOn(annals: Annals): Promise<void> {
    for (const { commit, seq } of await log.load(annals.state.id, annals.seq)) {
      enter(annals, commit)
      annals.seq = seq
    }
  }

  return {
    async of(tournament: number): Promise<Annals> {
      const entry = known.get(tournament) ?? {
        annals: emptyAnnals(tournament),
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

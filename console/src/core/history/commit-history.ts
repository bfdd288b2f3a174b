import { readCommit } from '../../../../events/schema/upcast.ts'
import { sameValue } from '../../../../events/same-value.ts'
import { commitSentence } from '../../../../events/describe/commit-sentence.ts'
import { noMatchDuration, withMeasured } from '../../../../events/estimate/match-duration.ts'
import type { MatchDuration } from '../../../../events/estimate/match-duration.ts'
import { emptyTournament, fold } from '../../../../events/state/tournament.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { rowsOf } from '../../../../events/view/tournament-rows.ts'
import type { Tables } from '../live/rows.ts'
import { stepOf } from './step.ts'
import type { Step } from './step.ts'
import { Seals } from './sealed-dice.ts'
import type { Stored } from './sealed-dice.ts'

/** So many commits at most are folded for any moment: every so many a state is kept. */
export const apart = 64

/**
 * An evening as its log tells it. The states share what did not change, but a state's own list of
 * matches is as long as the tournament has matches: kept for every commit they would fill a tablet.
 */
export class CommitHistory {
  readonly seals = new Seals()
  readonly steps: Step[] = []
  readonly #commits: Stored[] = []
  /** the states at 0, 64, 128 … */
  readonly #milestones: Tournament[]
  #head: Tournament
  /** the two that were folded last: a moment and the one before it, which its sentence compares */
  #last: readonly Tournament[]
  /** commits folded since it began, for tests */
  folded = 0

  constructor(tournament: number) {
    this.#head = emptyTournament(tournament)
    this.#last = [this.#head]
    this.#milestones = [this.#head]
  }

  get length(): number {
    return this.#commits.length
  }

  /** How fast matches went until then: only who estimates asks. */
  pace(version: number): MatchDuration {
    return this.#commits.slice(0, version).reduce(withMeasured, noMatchDuration)
  }

  add(stored: unknown): void {
    const commit = readCommit(stored) as Stored
    if (commit.version !== this.length + 1) throw new Error(`${commit.version} follows another`) // P5
    const before = this.#head
    this.#head = this.#fold(before, commit)
    this.#commits.push(commit)
    this.steps.push(stepOf(before, this.#head, commit))
    if (commit.version % apart === 0) this.#milestones.push(this.#head)
  }

  at(version: number): Tournament {
    if (version >= this.length) return this.#head
    const milestone = this.#milestones[Math.floor(version / apart)] ?? this.#head
    const near = [milestone, ...this.#last].filter((known) => known.version <= version)
    let state = near.reduce((a, b) => (b.version > a.version ? b : a))
    let before = state
    for (const commit of this.#commits.slice(state.version, version)) {
      before = state
      state = this.#fold(state, commit)
    }
    this.#last = (before === state ? [...new Set([state, ...this.#last])] : [before, state]).slice(
      0,
      2,
    )
    return state
  }

  /** `+1 Bees in M12, 1-0 → 2-0`, as the history says it. */
  sentence(version: number): string {
    const commit = this.#commits[version - 1]
    if (!commit) return ''
    const before = this.at(version - 1)
    return commitSentence({ before, after: this.at(version), commit }, (earlier) => {
      return earlier < version ? this.sentence(earlier) : undefined
    })
  }

  #fold(state: Tournament, commit: Stored): Tournament {
    this.folded += 1
    return commit.isWhole === false ? this.seals.fold(state, commit) : fold(state, commit)
  }
}

/** The same rows; those that say what `before` said are the same objects, and so are their tables. */
export function reuseRows(before: Tables, rows: Tables): Tables {
  const entries = Object.entries(rows).map(([table, own]) => {
    const others: Readonly<Record<string, unknown>> = before[table as keyof Tables]
    return [table, reuseTable(others, own)]
  })
  return Object.fromEntries(entries) as Tables
}

type Table = Readonly<Record<string, unknown>>

function reuseTable(before: Table, rows: Table): Table {
  const entries = Object.entries(rows).map(([key, row]): [string, unknown] => {
    return [key, sameValue(before[key], row) ? before[key] : row]
  })
  const isSame = entries.every(([key, row]) => before[key] === row)
  if (isSame && entries.length === Object.keys(before).length) return before
  return Object.fromEntries(entries)
}

/** The rows of a state, as the frames bring them. */
export function tablesOf(state: Tournament): Tables {
  const entries = Object.entries(rowsOf(state))
  return Object.fromEntries(
    entries.map(([table, rows]) => [table, Object.fromEntries(rows)]),
  ) as Tables
}

import type { Message } from '#events/messages/message.ts'
import { readCommit } from '#events/schema/upcast.ts'
import { sameValue } from '#events/same-value.ts'
import { commitSentence } from '#events/describe/commit-sentence.ts'
import { noMatchDuration, withMeasured } from '#events/estimate/match-duration.ts'
import type { MatchDuration } from '#events/estimate/match-duration.ts'
import { emptyTournament, fold, evolve } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import type { Tables } from '../live/rows.ts'
import { stepOf } from './step.ts'
import type { TimelineStep } from './step.ts'
import type { Commit } from '#events/schema/commit.ts'
import type { Seal, Stage } from '#events/schema/parts/stage-settings.ts'

/**
 * A state is kept every 64 commits, so that reading any version folds at most this many commits.
 */
export const milestoneEvery = 64

/**
 * The commits of a tournament and its state at any version. States share what did not change, but
 * each has its own list of all matches, so keeping one per commit would fill the memory of a
 * tablet.
 */
export class CommitHistory {
  readonly seals = new SealedDice()
  readonly steps: TimelineStep[] = []
  readonly #commits: StoredCommit[] = []
  /** the states at 0, 64, 128 … */
  readonly #milestones: Tournament[]
  #head: Tournament
  /** the two states that were folded last; a sentence compares a version with the one before it */
  #last: readonly Tournament[]
  /** number of commits folded so far, for tests */
  folded = 0

  constructor(tournament: number) {
    this.#head = emptyTournament(tournament)
    this.#last = [this.#head]
    this.#milestones = [this.#head]
  }

  get length(): number {
    return this.#commits.length
  }

  /** The measured match durations up to a version, for estimates. */
  matchDurations(version: number): MatchDuration {
    return this.#commits.slice(0, version).reduce(withMeasured, noMatchDuration)
  }

  add(stored: unknown): void {
    const commit = readCommit(stored) as StoredCommit
    if (commit.version !== this.length + 1) throw new Error(`${commit.version} follows another`) // P5
    const before = this.#head
    this.#head = this.#fold(before, commit)
    this.#commits.push(commit)
    this.steps.push(stepOf(before, this.#head, commit))
    if (commit.version % milestoneEvery === 0) this.#milestones.push(this.#head)
  }

  at(version: number): Tournament {
    if (version >= this.length) return this.#head
    const milestone = this.#milestones[Math.floor(version / milestoneEvery)] ?? this.#head
    const earlier = [milestone, ...this.#last].filter((each) => each.version <= version)
    let state = earlier.reduce((a, b) => (b.version > a.version ? b : a))
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

  /** The commit as the history shows it: `+1 Bees in M12, 1-0 → 2-0`, if there is one. */
  message(version: number): Message | undefined {
    const commit = this.#commits[version - 1]
    if (!commit) return undefined
    const before = this.at(version - 1)
    return commitSentence({ before, after: this.at(version), commit }, (earlier) => {
      return earlier < version ? this.message(earlier) : undefined
    })
  }

  #fold(state: Tournament, commit: StoredCommit): Tournament {
    this.folded += 1
    return commit.isWhole === false ? this.seals.fold(state, commit) : fold(state, commit)
  }
}

/** The same rows, in which rows and tables equal to those of `before` are the same objects. */
export function reuseRows(before: Tables, rows: Tables): Tables {
  const entries = Object.entries(rows).map(([name, table]) => {
    const tableBefore: Readonly<Record<string, unknown>> = before[name as keyof Tables]
    return [name, reuseTable(tableBefore, table)]
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

/** The rows of a state, in the form of those in frames. */
export function tablesOf(state: Tournament): Tables {
  const entries = Object.entries(rowsOf(state))
  return Object.fromEntries(
    entries.map(([table, rows]) => [table, Object.fromEntries(rows)]),
  ) as Tables
}

/** A commit as downloaded: the dice of stages that are being played are left out (R-TB-7). */
type StoredCommit = Commit & { isWhole?: boolean }
export type Roll = { bracket: number; team: number; roll: string }
type PublicDice = { hash: string | null; rolls: Record<number, string> }

/** What is public about secret dice, by stage; stands in for the dice in the state. */
class SealedDice {
  readonly #publicDice = new Map<number, PublicDice>()

  /** Adds rolls that standings have shown, and the published hashes. Both only grow. */
  learn(rolls: readonly Roll[], hashes: Readonly<Record<number, string | null>>): void {
    for (const { bracket, team, roll } of rolls) this.#of(bracket).rolls[team] = roll
    for (const [stage, hash] of Object.entries(hashes)) this.#of(Number(stage)).hash ??= hash
  }

  /** The state after a commit without its dice. */
  fold(state: Tournament, { version, events }: StoredCommit): Tournament {
    const next = events.reduce((t, event) => this.#sealed(evolve(t, event)), state)
    return { ...next, version }
  }

  #sealed(state: Tournament): Tournament {
    // Dice that were left out are undefined, although their type says string.
    const withoutDice = Object.values(state.stages).filter(({ dice, sealed }) => !dice && !sealed)
    if (withoutDice.length === 0) return state
    const sealed = withoutDice.map((stage): [number, Stage] => [
      stage.id,
      { ...stage, dice: '', sealed: this.#of(stage.id) satisfies Seal },
    ])
    return { ...state, stages: { ...state.stages, ...Object.fromEntries(sealed) } }
  }

  #of(stage: number): PublicDice {
    const seal = this.#publicDice.get(stage) ?? { hash: null, rolls: {} }
    this.#publicDice.set(stage, seal)
    return seal
  }
}

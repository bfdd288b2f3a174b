import { evolve } from '../../../../events/state/tournament.ts'
import type { Commit } from '../../../../events/schema/commit.ts'
import type { Seal, Stage } from '../../../../events/schema/stage-settings.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'

/** A commit as downloaded: the dice of stages that are being played are left out (R-TB-7). */
export type StoredCommit = Commit & { isWhole?: boolean }
export type Roll = { bracket: number; team: number; roll: string }
type PublicDice = { hash: string | null; rolls: Record<number, string> }

/** What is public about secret dice, by stage; stands in for the dice in the state. */
export class SealedDice {
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

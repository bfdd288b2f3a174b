import { evolve } from '../../../../events/state/tournament.ts'
import type { Commit } from '../../../../events/schema/commit.ts'
import type { Seal, Stage } from '../../../../events/schema/stage-settings.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'

/** A commit as the log's download has it: without the dice of stages in play (R-TB-7). */
export type Stored = Commit & { isWhole?: boolean }
export type Roll = { bracket: number; team: number; roll: string }
type PublicDice = { hash: string | null; rolls: Record<number, string> }

/** In place of dice that are not told: what everybody knows of them by now, by stage. */
export class Seals {
  readonly #known = new Map<number, PublicDice>()

  /** What tables have shown, and the hashes that stand beside them; both only grow. */
  learn(rolls: readonly Roll[], hashes: Readonly<Record<number, string | null>>): void {
    for (const { bracket, team, roll } of rolls) this.#of(bracket).rolls[team] = roll
    for (const [stage, hash] of Object.entries(hashes)) this.#of(Number(stage)).hash ??= hash
  }

  /** The state after a commit whose dice were left out. */
  fold(state: Tournament, { version, events }: Stored): Tournament {
    const next = events.reduce((t, event) => this.#sealed(evolve(t, event)), state)
    return { ...next, version }
  }

  #sealed(state: Tournament): Tournament {
    // Dice that were left out are not there at all, whatever their type says.
    const open = Object.values(state.stages).filter(({ dice, sealed }) => !dice && !sealed)
    if (open.length === 0) return state
    const sealed = open.map((stage): [number, Stage] => [
      stage.id,
      { ...stage, dice: '', sealed: this.#of(stage.id) satisfies Seal },
    ])
    return { ...state, stages: { ...state.stages, ...Object.fromEntries(sealed) } }
  }

  #of(stage: number): PublicDice {
    const seal = this.#known.get(stage) ?? { hash: null, rolls: {} }
    this.#known.set(stage, seal)
    return seal
  }
}

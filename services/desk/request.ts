import type { Command } from '#events/schema/command.ts'
import type { By, CommandInputs, Commit } from '#events/schema/commit.ts'
import type { Refusal } from './decide/decision.ts'
import type { TournamentId } from '#events/ids.ts'

/** A command with the facts about its sender that the desk cannot find out itself. */
export type Request = {
  /** idempotency key: a retry with the same id gets the same answer without another effect (P2) */
  id: string
  tournament: TournamentId
  by: By
  device?: string
  clientTime?: string
  command: Command
  /** the version the sender saw; if the current one differs, the command is refused (R-CMD-2) */
  expectedVersion?: number
  /** cabinets whose client is not connected */
  offline?: number[]
  /** may undo only steps that officials may take; if missing, the sender may undo all */
  undoes?: 'official'
  /** the paired tablet that sends it, and its cabinet (R-PE-4) */
  pairedWith?: CommandInputs['pairedWith']
}
export type Done = {
  version: number
  tournament: TournamentId
  answer: NonNullable<Commit['answer']>
  /** the answers of the commands that displaced matches of other tournaments */
  also?: Done[]
}
export type Answer = Done | Refusal

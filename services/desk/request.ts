import type { Command } from '../../events/schema/command.ts'
import type { By, Commit } from '../../events/schema/commit.ts'
import type { Refusal } from './decide/decision.ts'
import type { TournamentId } from '../../events/ids.ts'

/** A command with all that the desk cannot know itself. */
export type Request = {
  /** the command's id: sent again with it, a command is answered again, not done again (P2) */
  id: string
  tournament: TournamentId
  by: By
  device?: string
  clientTime?: string
  command: Command
  /** the version the sender saw; with another one now the command is not decided (R-CMD-2) */
  expectedVersion?: number
  /** cabinets whose client is away */
  offline?: number[]
  /** of the paired tablet that asks (R-PE-4) */
  pairedWith?: number | undefined
}
export type Done = {
  version: number
  tournament: TournamentId
  answer: NonNullable<Commit['answer']>
  /** what it displaced in other tournaments on its way */
  also?: Done[]
}
export type Answer = Done | Refusal

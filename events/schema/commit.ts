import { z } from 'zod'
import { Command } from './command.ts'
import { Event } from './event.ts'
import { idsOf } from './ids.ts'
import type { CabinetId } from '../ids.ts'

const { person, tournament } = idsOf(z.int())

/** Who did it. Persons and keys are ids only: no personal data in the log (P19). */
export const By = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), id: person }),
  z.object({ kind: z.literal('key'), name: z.string().max(60) }),
  z.object({ kind: z.literal('service'), name: z.string().max(60) }),
])
export type By = z.infer<typeof By>

/** One command's events, stored as one message on `tournament.<id>` (P4). */
export const Commit = z.object({
  id: z.string().min(1).max(100),
  tournament,
  /** 1, 2, 3 … without gap (P5) */
  version: z.int().positive(),
  /** when the desk decided, ISO in UTC */
  at: z.string(),
  by: By,
  device: z.string().max(100).optional(),
  /** when the press happened by the device's own clock: shown, never used (P17) */
  clientTime: z.string().max(40).optional(),
  command: Command,
  events: z.array(Event).min(1),
  /** what the answer said besides the version, so that a repeat is answered the same (P2) */
  answer: z.record(z.string(), z.json()).optional(),
  /** sha256(previous chain + this commit without its chain), hex */
  chain: z.string(),
})
export type Commit = z.infer<typeof Commit>

/** What a command may use besides the state: decisions know no clock and no chance. */
export type CommandInputs = {
  /** the desk's clock, ISO in UTC */
  now: string
  /** ids from the database's sequence, for what the command makes */
  ids: number[]
  /** from the sequence of the stages, for a command that makes matches and their stage too */
  stageIds?: number[]
  /** from the sequence of the queues, for cabinets that are assigned; who draws none makes none */
  queueIds?: number[]
  /** 32 random bytes, hex: the dice of a new stage (R-TB-7) */
  secret: string
  /** cabinets whose client is away */
  offline: CabinetId[]
  /** of the paired tablet that asks (R-PE-4) */
  pairedWith?: CabinetId | undefined
}

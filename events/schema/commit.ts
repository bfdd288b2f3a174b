import { z } from 'zod'
import { Command } from './command.ts'
import { Event } from './event.ts'
import { idsOf } from './parts/ids.ts'
import type { CabinetId } from '../ids.ts'

const { person, tournament } = idsOf(z.int())

/** The author of a commit. Persons and keys are ids only: no personal data in the log (P19). */
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
  /** 1, 2, 3 … without gaps (P5) */
  version: z.int().positive(),
  /** when the desk decided, ISO in UTC */
  at: z.string(),
  by: By,
  device: z.string().max(100).optional(),
  /** when the press happened by the device's own clock: displayed but never used (P17) */
  clientTime: z.string().max(40).optional(),
  command: Command,
  events: z.array(Event).min(1),
  /** the answer besides the version, so that a retry gets the same answer (P2) */
  answer: z.record(z.string(), z.json()).optional(),
  /** sha256(previous chain + this commit without its chain), hex */
  chain: z.string(),
})
export type Commit = z.infer<typeof Commit>

/** The inputs of a decision besides the state: a decider reads no clock and draws no numbers. */
export type CommandInputs = {
  /** the desk's clock, ISO in UTC */
  now: string
  /** ids from a database sequence for the records that the command creates */
  ids: number[]
  /** from the sequence of stages, for a command that creates matches together with their stage */
  stageIds?: number[]
  /** from the sequence of queues, for assigned cabinets; without ids no queues are created */
  queueIds?: number[]
  /** 32 random bytes, hex, from which the dice of new stages are derived; never stored (R-TB-7) */
  secret: string
  /** cabinets whose client is not connected */
  offline: CabinetId[]
  /** the name of the paired tablet that sends the command, and its cabinet (R-PE-4) */
  pairedWith?: { cabinet: CabinetId; name: string } | undefined
}

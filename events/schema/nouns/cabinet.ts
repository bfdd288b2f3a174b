import { z } from 'zod'
import { idsOf } from '../parts/ids.ts'
import { command, event } from '../parts/shapes.ts'
import type { NounSchema } from './noun.ts'

const { cabinet, protest } = idsOf(z.int().positive())
const of = idsOf(z.int())
const at = z.string()

export const AssignedCabinets = z
  .array(z.object({ id: cabinet, name: z.string().max(200) }))
  .max(200)

export const HeldCabinet = z.object({
  cabinet: of.cabinet,
  reason: z.string(),
  since: z.string(),
  /** it is released when this protest ends */
  protest: of.protest.optional(),
})

export const cabinetSchema = {
  events: [
    event('CabinetsAssigned', 1, {
      cabinets: z.array(z.object({ id: cabinet, name: z.string() })),
    }),
    /** no match starts by itself on the cabinet until it is released (R-QT-2) */
    event('CabinetHeld', 1, {
      cabinet,
      reason: z.string(),
      at: z.string(),
      /** the hold ends with this protest (R-DI-1) */
      protest: protest.optional(),
    }),
    event('CabinetReleased', 1, { cabinet }),
  ],
  commands: [
    command('AssignCabinets', {
      cabinets: AssignedCabinets,
      /** adds to the assigned cabinets instead of replacing them */
      merge: z.boolean().optional(),
    }),
    command('HoldCabinet', { cabinet, reason: z.string().trim().max(100).default('held') }),
    command('ReleaseCabinet', { cabinet }),
  ],
  records: {
    cabinets: {
      label: 'The choice of cabinets',
      key: 'cabinet',
      record: z.object({
        id: cabinet,
        name: z.string(),
        place: z.int(),
        held: z.object({ reason: z.string(), since: at, protest: protest.optional() }).optional(),
      }),
    },
  },
  rows: {},
} satisfies NounSchema

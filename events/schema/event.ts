import { z } from 'zod'
import { joined } from '../joined.ts'
import { schemas } from './nouns/index.ts'
import { event } from './parts/shapes.ts'

/** The records of a tournament's state in their current form, by table of the state. */
export const records = joined(Object.values(schemas).map((noun) => noun.records))

/** The tables of the state. `Restored` restores a record of one; null removes it. */
export const StateTable = z.enum(Object.keys(records) as (keyof typeof records)[])
export type StateTable = z.infer<typeof StateTable>

const Restored = event('Restored', 1, { kind: StateTable, id: z.string(), record: z.json() })

/** All events of commits. */
export const Event = z.discriminatedUnion('type', [
  Restored,
  ...Object.values(schemas).flatMap((noun) => noun.events as NounEvent[]),
])
type NounEvent = (typeof schemas)[keyof typeof schemas]['events'][number]
export type Event = z.infer<typeof Event>
export type EventOf<T extends Event['type']> = Extract<Event, { type: T }>

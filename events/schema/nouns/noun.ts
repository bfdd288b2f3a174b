import type { z } from 'zod'
import type { IdKind } from '../parts/ids.ts'

/** What a noun of the event language looks like; `events/state` has how its events change it. */
export type NounSchema = {
  events: Schemas
  commands: Schemas
  /**
   * Its tables of the state, whose records an undo may restore: how the refusal of an undo calls one,
   * the kind of id that is the key (null: a key that never changes), and the record in its current
   * form.
   */
  records: Record<string, { label: string; key: IdKind | null; record: z.ZodType }>
  /** its rows of the read models, as REST and the sockets send them; everything there is public */
  rows: Record<string, z.ZodObject>
}
/** As a tuple: in an array TypeScript would take similar schemas for one. */
type Schemas = [] | [z.ZodObject, ...z.ZodObject[]]

/** The events of a noun, or those of one type. */
export type EventIn<Schema extends NounSchema, Type extends string = string> = Extract<
  z.infer<Schema['events'][number]>,
  { type: Type }
>

import type { EventIn, NounSchema } from '../schema/nouns/noun.ts'

/**
 * The part of a noun in the state: its empty fields, and how its events change the state. `Others`
 * are the fields of other nouns that it reads or changes too.
 */
export type NounState<Schema extends NounSchema, Fields, Others = unknown> = {
  empty: Fields
  /** its tables of the read models that have a row for each record of one of its tables here */
  rows?: { [T in keyof Schema['rows']]?: keyof Fields & string }
  /** returns the fields that change; a field that stays equal stays the same object */
  on: {
    [T in EventIn<Schema>['type']]: (
      t: Fields & Others,
      event: EventIn<Schema, T>,
    ) => Partial<Fields & Others>
  }
}

export function without<T>(records: Record<string, T>, id: number | string): Record<string, T> {
  const { [id]: _, ...rest } = records
  return rest
}

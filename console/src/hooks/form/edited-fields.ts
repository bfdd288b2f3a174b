/**
 * The values of a form, and the last known values of the server. `base` is the value that each
 * field had when the user began to type in it.
 */
export type Edited<V extends object> = { values: V; base: V; server: V }
export type Field<V> = keyof V & string

/** The changed fields. Only these are sent, so that other people's changes are not overwritten. */
export function changesIn<V extends object>(values: V, server: V): Partial<V> {
  return pick(
    values,
    fieldsOf(values).filter((field) => !isSame(values[field], server[field])),
  )
}

/** Takes over new values of the server for the fields that the user has not changed. */
export function withServerValues<V extends object>(edited: Edited<V>, server: V): Edited<V> {
  const { values, base } = edited
  const mine = mineIn(edited).filter((field) => !isSame(values[field], server[field]))
  return {
    values: { ...server, ...pick(values, mine) },
    base: { ...server, ...pick(base, mine) },
    server,
  }
}

/** Replaces the value of a field by that of the server. */
export function withServerField<V extends object>(edited: Edited<V>, field: Field<V>): Edited<V> {
  const { values, base, server } = edited
  const theirs = pick(server, [field])
  return { values: { ...values, ...theirs }, base: { ...base, ...theirs }, server }
}

/** Fields that the user and somebody else have changed to different values. */
export function conflictsIn<V extends object>(edited: Edited<V>): Field<V>[] {
  const { base, server } = edited
  return mineIn(edited).filter((field) => !isSame(server[field], base[field]))
}

/** Applies the answer to a save of `sent`. What was typed in the meantime is the next change. */
export function afterSave<V extends object>(
  edited: Edited<V>,
  sent: Partial<V>,
  answer: V,
): Edited<V> {
  const saved = fieldsOf(sent)
  const done = saved.filter((field) => isSame(edited.values[field], sent[field]))
  return withServerValues(
    {
      values: { ...edited.values, ...pick(answer, done) },
      base: { ...edited.base, ...pick(answer, saved) },
      server: { ...edited.server, ...pick(answer, saved) },
    },
    answer,
  )
}

/** The fields of a body that are in `changes`. */
export function pickChanged<B extends object>(body: B, changes: object): Partial<B> {
  return pick(
    body,
    fieldsOf(body).filter((field) => field in changes),
  )
}

/** A check that returns the given texts for those required fields that are empty. */
export function required<V extends object>(texts: Partial<Record<Field<V>, string>>) {
  return (values: V): Record<string, string> => {
    const all = Object.entries(texts) as [Field<V>, string][]
    return Object.fromEntries(all.filter(([field]) => isEmpty(values[field])))
  }
}

function mineIn<V extends object>({ values, server }: Edited<V>): Field<V>[] {
  return fieldsOf(changesIn(values, server))
}

function fieldsOf<V extends object>(values: Partial<V>): Field<V>[] {
  return Object.keys(values) as Field<V>[]
}

function pick<V extends object>(values: V, fields: readonly Field<V>[]): Partial<V> {
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<V>
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() === '' : (value ?? null) === null
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  const areObjects = typeof a === 'object' && typeof b === 'object'
  return areObjects && JSON.stringify(a) === JSON.stringify(b)
}

/**
 * What a form holds, and what is saved as far as it is known here. `base`: what each field was when
 * somebody began to type in it.
 */
export type Edited<V extends object> = { values: V; base: V; server: V }
export type Field<V> = keyof V & string

/** What there is to send: that alone, so that nothing else is set back. */
export function changesIn<V extends object>(values: V, server: V): Partial<V> {
  return pick(
    values,
    fieldsOf(values).filter((field) => !isSame(values[field], server[field])),
  )
}

/** What was not typed in follows the server; what was stays as it was typed. */
export function followed<V extends object>(edited: Edited<V>, server: V): Edited<V> {
  const { values, base } = edited
  const mine = mineIn(edited).filter((field) => !isSame(values[field], server[field]))
  return {
    values: { ...server, ...pick(values, mine) },
    base: { ...server, ...pick(base, mine) },
    server,
  }
}

/** The server's word for a field instead of one's own. */
export function taken<V extends object>(edited: Edited<V>, field: Field<V>): Edited<V> {
  const { values, base, server } = edited
  const theirs = pick(server, [field])
  return { values: { ...values, ...theirs }, base: { ...base, ...theirs }, server }
}

/** Fields that somebody else has changed to something else while they were typed in here. */
export function rivalsIn<V extends object>(edited: Edited<V>): Field<V>[] {
  const { base, server } = edited
  return mineIn(edited).filter((field) => !isSame(server[field], base[field]))
}

/** `sent` was saved, and this is the answer; what was typed meanwhile is the next change. */
export function settled<V extends object>(
  edited: Edited<V>,
  sent: Partial<V>,
  answer: V,
): Edited<V> {
  const saved = fieldsOf(sent)
  const done = saved.filter((field) => isSame(edited.values[field], sent[field]))
  return followed(
    {
      values: { ...edited.values, ...pick(answer, done) },
      base: { ...edited.base, ...pick(answer, saved) },
      server: { ...edited.server, ...pick(answer, saved) },
    },
    answer,
  )
}

/** Of a body, the parts whose fields have changed. */
export function only<B extends object>(body: B, changes: object): Partial<B> {
  return pick(
    body,
    fieldsOf(body).filter((field) => field in changes),
  )
}

/** Says of fields that have to be filled what is said while they are empty. */
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

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  const areObjects = typeof one === 'object' && typeof other === 'object'
  return areObjects && JSON.stringify(one) === JSON.stringify(other)
}

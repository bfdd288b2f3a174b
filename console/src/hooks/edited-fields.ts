/** What a form holds, and what each field was on the server when somebody began to type in it. */
export type Edited<V extends object> = { values: V; base: V }
export type Field<V> = keyof V & string

/** What there is to send: that alone, so that nothing else is set back. */
export function changesIn<V extends object>({ values, base }: Edited<V>): Partial<V> {
  const entries = Object.entries(values) as [Field<V>, unknown][]
  return Object.fromEntries(
    entries.filter(([field, value]) => !isSame(value, base[field])),
  ) as Partial<V>
}

/** What was not typed in follows the server; what was stays as it was typed. */
export function followed<V extends object>(edited: Edited<V>, server: V): Edited<V> {
  const mine = fieldsOf(changesIn(edited)).filter(
    (field) => !isSame(edited.values[field], server[field]),
  )
  return {
    values: { ...server, ...pick(edited.values, mine) },
    base: { ...server, ...pick(edited.base, mine) },
  }
}

/** The server's word for a field instead of one's own. */
export function taken<V extends object>(edited: Edited<V>, field: Field<V>, server: V): Edited<V> {
  const theirs = pick(server, [field])
  return { values: { ...edited.values, ...theirs }, base: { ...edited.base, ...theirs } }
}

/** Fields that somebody else has changed to something else while they were typed in here. */
export function rivalsIn<V extends object>(edited: Edited<V>, server: V): Field<V>[] {
  const { values, base } = edited
  return fieldsOf(changesIn(edited)).filter(
    (field) => !isSame(server[field], base[field]) && !isSame(server[field], values[field]),
  )
}

/** `sent` was saved, and this is the answer; what was typed meanwhile is the next change. */
export function settled<V extends object>(
  edited: Edited<V>,
  sent: Partial<V>,
  answer: V,
): Edited<V> {
  const kept = fieldsOf(sent)
  const again = kept.filter((field) => !isSame(edited.values[field], sent[field]))
  const others = followed({ ...edited, base: { ...edited.base, ...pick(answer, kept) } }, answer)
  const own = kept.filter((field) => !again.includes(field))
  return { ...others, values: { ...others.values, ...pick(answer, own) } }
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

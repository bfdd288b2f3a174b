type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Drops undefined fields, so that an update changes only the fields that were sent. */
export function omitUndefined<T extends object>(fields: T): Defined<T> {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(defined) as Defined<T>
}

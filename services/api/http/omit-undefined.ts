type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Only the fields that were sent, so that an update leaves the others as they are. */
export function omitUndefined<T extends object>(fields: T): Defined<T> {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as Defined<T>
}

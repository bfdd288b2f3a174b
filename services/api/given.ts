type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The fields that were sent; those left out leave what is there. */
export function given<T extends object>(fields: T): Given<T> {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as Given<T>
}

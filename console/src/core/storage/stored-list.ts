/** A list in a browser's storage; empty if there is none, or if the browser forbids storage. */
export function storedList<T>(storage: () => Pick<Storage, 'getItem'>, key: string): T[] {
  try {
    return JSON.parse(storage().getItem(key) ?? '[]') as T[]
  } catch {
    return []
  }
}

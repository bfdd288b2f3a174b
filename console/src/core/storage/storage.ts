// Values in the browser's storage. It may be full, and a browser may forbid it: then nothing is
// read, and what was to be stored lasts until the page is closed.

/** Where a value is stored. Even reading the global throws if storage is forbidden. */
export type OpenStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const device: OpenStorage = () => localStorage
/** Survives a reload of the tab, but not its end. */
export const tab: OpenStorage = () => sessionStorage

export function storedText(key: string, openStorage = device): string | null {
  return possibly(() => openStorage().getItem(key))
}

/** Null removes the text. Returns null if that failed. */
export function storeText(key: string, text: string | null, openStorage = device): true | null {
  return possibly(() => {
    if (text === null) openStorage().removeItem(key)
    else openStorage().setItem(key, text)
    return true
  })
}

/** The stored text, or else `first`, which is then stored; null if it cannot be stored. */
export function keptText(key: string, first: string, openStorage = device): string | null {
  const text = storedText(key, openStorage) ?? first
  return storeText(key, text, openStorage) && text
}

export function storedValue(key: string, openStorage = device): unknown {
  return possibly(() => JSON.parse(storedText(key, openStorage) ?? 'null') as unknown)
}

export function storeValue(key: string, value: object | null, openStorage = device): true | null {
  return storeText(key, value && JSON.stringify(value), openStorage)
}

function possibly<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}

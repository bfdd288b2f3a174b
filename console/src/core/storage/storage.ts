// Values in the browser's storage. It may be full, and a browser may forbid it: then nothing is
// read, and what was to be stored lasts until the page is closed.

/** Where a value is stored. Even reading the global throws if storage is forbidden. */
export type Place = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const device: Place = () => localStorage
/** Survives a reload of the tab, but not its end. */
export const tab: Place = () => sessionStorage

export function storedText(key: string, place = device): string | null {
  return possibly(() => place().getItem(key))
}

/** Null removes the text. Returns null if that failed. */
export function storeText(key: string, text: string | null, place = device): true | null {
  return possibly(() => {
    if (text === null) place().removeItem(key)
    else place().setItem(key, text)
    return true
  })
}

/** The stored text, or else `first`, which is then stored; null if it cannot be stored. */
export function keptText(key: string, first: string, place = device): string | null {
  const text = storedText(key, place) ?? first
  return storeText(key, text, place) && text
}

export function storedValue(key: string, place = device): unknown {
  return possibly(() => JSON.parse(storedText(key, place) ?? 'null') as unknown)
}

export function storeValue(key: string, value: object | null, place = device): true | null {
  return storeText(key, value && JSON.stringify(value), place)
}

function possibly<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}

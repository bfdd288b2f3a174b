import { useReducer } from 'react'
import { storeText, storedText } from '../core/storage/storage.ts'

/**
 * A setting of this device. `key`: in local storage; without storage it is off after a reload. The
 * library's hook would make the first screen of a referee heavier than a slow line allows.
 */
export function useStoredFlag(key: string): [isOn: boolean, set: (isOn: boolean) => void] {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  return [
    read(key),
    (isOn) => {
      flags.set(key, isOn)
      storeText(key, `${isOn}`)
      rerender()
    },
  ]
}

const flags = new Map<string, boolean>()

function read(key: string): boolean {
  let isOn = flags.get(key)
  if (isOn === undefined) {
    isOn = storedText(key) === 'true'
    flags.set(key, isOn)
  }
  return isOn
}

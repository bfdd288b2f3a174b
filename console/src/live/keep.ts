import type { Press } from './press.ts'

/** Where unsent presses live through a reload of the page. */
export type Keep = { read(): Press[]; write(presses: Press[]): void }

export function keepIn(storage: Pick<Storage, 'getItem' | 'setItem'>, tournament: number): Keep {
  const key = `waggle:presses:${tournament}`
  return {
    read() {
      try {
        return JSON.parse(storage.getItem(key) ?? '[]') as Press[]
      } catch {
        return []
      }
    },
    write(presses) {
      try {
        storage.setItem(key, JSON.stringify(presses))
      } catch {
        // A full or forbidden store only costs the memory over a reload.
      }
    },
  }
}

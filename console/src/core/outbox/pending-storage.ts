import type { PendingCommand } from './pending-command.ts'

/** Keeps unsent presses across a reload of the page. */
export type PendingStorage = { read(): PendingCommand[]; write(presses: PendingCommand[]): void }

export function pendingStorageIn(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  tournament: number,
): PendingStorage {
  const key = `waggle:presses:${tournament}`
  return {
    read() {
      try {
        return JSON.parse(storage.getItem(key) ?? '[]') as PendingCommand[]
      } catch {
        return []
      }
    },
    write(presses) {
      try {
        storage.setItem(key, JSON.stringify(presses))
      } catch {
        // Storage is full or forbidden: presses are lost at a reload.
      }
    },
  }
}

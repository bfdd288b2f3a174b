import { newId } from '../device.ts'
import { keptText, storeValue, storedValue } from '../storage/storage.ts'
import type { PendingCommand } from './pending-command.ts'

/** Keeps unsent presses across a reload of the page, and after its tab was closed or killed. */
export type PendingStorage = { read(): PendingCommand[]; write(presses: PendingCommand[]): void }
type Storages = { local: () => Storage; tab: () => Storage }

const tabKey = 'waggle:tab'

/**
 * The presses of a device are in an entry for each of its tabs. A tab that is opened takes over the
 * presses of all tabs. If another one is still open, both send them, under the same ids, so each
 * counts once (P2).
 */
export function pendingStorageIn({ local, tab }: Storages, tournament: number): PendingStorage {
  const prefix = `waggle:presses:${tournament}:`
  let ownKey: string | undefined
  function write(presses: PendingCommand[]): true | null {
    ownKey ??= prefix + (keptText(tabKey, newId(), tab) ?? newId())
    return storeValue(ownKey, presses.length === 0 ? null : presses, local)
  }
  return {
    read() {
      try {
        const keys = Object.keys(local()).filter((key) => key.startsWith(prefix))
        const byId = new Map<string, PendingCommand>()
        for (const key of keys)
          for (const press of (storedValue(key, local) ?? []) as PendingCommand[])
            byId.set(press.id, press)
        const presses = [...byId.values()].toSorted((a, b) => a.at - b.at)
        if (!write(presses)) return []
        for (const key of keys) if (key !== ownKey) local().removeItem(key)
        return presses
      } catch {
        return []
      }
    },
    write: (presses) => void write(presses),
  }
}

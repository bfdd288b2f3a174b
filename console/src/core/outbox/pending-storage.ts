import { newId } from '../device.ts'
import { storedList } from '../storage/stored-list.ts'
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
  const keyOfTab = () => (ownKey ??= prefix + idOf(tab()))
  return {
    read() {
      try {
        const storage = local()
        const keys = Object.keys(storage).filter((key) => key.startsWith(prefix))
        const byId = new Map<string, PendingCommand>()
        for (const key of keys)
          for (const press of storedList<PendingCommand>(local, key)) byId.set(press.id, press)
        const presses = [...byId.values()].toSorted((a, b) => a.at - b.at)
        put(storage, keyOfTab(), presses)
        for (const key of keys) if (key !== ownKey) storage.removeItem(key)
        return presses
      } catch {
        return []
      }
    },
    write(presses) {
      try {
        put(local(), keyOfTab(), presses)
      } catch {
        // Storage is full or forbidden: presses are lost at a reload.
      }
    },
  }
}

/** Survives a reload of the tab, but not its end. */
function idOf(tab: Storage): string {
  const id = tab.getItem(tabKey) ?? newId()
  tab.setItem(tabKey, id)
  return id
}

function put(storage: Storage, key: string, presses: PendingCommand[]): void {
  if (presses.length === 0) storage.removeItem(key)
  else storage.setItem(key, JSON.stringify(presses))
}

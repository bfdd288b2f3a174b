import { expect, test } from 'vitest'
import type { PendingCommand } from './pending-command.ts'
import { pendingStorageIn } from './pending-storage.ts'

/** As in a browser, entries are properties of the storage and methods are not. */
function newStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string) {
      Reflect.deleteProperty(this, key)
    },
  }
  return Object.create(methods) as Storage
}
const press = (id: string, at: number) => ({ id, at }) as PendingCommand
const ids = (presses: PendingCommand[]) => presses.map(({ id }) => id)

function device() {
  const local = newStorage()
  const openTab = (tab = newStorage()) =>
    pendingStorageIn({ local: () => local, tab: () => tab }, 7)
  return { local, openTab }
}

test('P11: presses survive a reload, and the end of their tab', () => {
  const { local, openTab } = device()
  const tab = newStorage()
  openTab(tab).write([press('a', 1), press('b', 2)])
  expect(ids(openTab(tab).read()), 'after a reload').toEqual(['a', 'b'])
  const next = openTab()
  expect(ids(next.read()), 'in a new tab').toEqual(['a', 'b'])
  expect(ids(openTab().read()), 'even if that one ends before it sends').toEqual(['a', 'b'])
  openTab(tab).write([])
  const last = newStorage()
  openTab(last).read()
  openTab(last).write([])
  expect(Object.keys(local)).toEqual([])
})

test('P2: presses of two tabs are taken over once, in their order, and not those of other tournaments', () => {
  const { local, openTab } = device()
  openTab().write([press('b', 2)])
  openTab().write([press('a', 1), press('b', 2)])
  pendingStorageIn({ local: () => local, tab: newStorage }, 8).write([press('other', 0)])
  expect(ids(openTab().read())).toEqual(['a', 'b'])
})

test('a browser that forbids storage keeps nothing, and nothing fails', () => {
  const forbidden = (): Storage => {
    throw new Error('SecurityError')
  }
  const storage = pendingStorageIn({ local: forbidden, tab: forbidden }, 7)
  storage.write([press('a', 1)])
  expect(storage.read()).toEqual([])
})

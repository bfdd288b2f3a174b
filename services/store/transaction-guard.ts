import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely } from 'kysely'
import type { TransactionBuilder } from 'kysely'

/** A transaction, with the connection that its work holds until it ends. */
type Held = { isOpen: boolean }

const held = new AsyncLocalStorage<Held | null>()
const warned = new Set<string>()
let throws = false

/** For tests: every wait inside a transaction fails the route that does it. */
export function throwInsideTransactions(): void {
  throws = true
}

/** Marks `work` as done inside a transaction. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction: Held = { isOpen: true }
  try {
    return await held.run(transaction, work)
  } finally {
    // What the work has started may outlive it, and then holds nothing any more.
    transaction.isOpen = false
  }
}

/** Marks `work` as done beside the transaction around it, for a lock that few hold at once. */
export function besideTransaction<T>(work: () => Promise<T>): Promise<T> {
  return held.run(null, work)
}

/**
 * Work inside a transaction must not wait for anything that needs another connection: as soon as
 * all connections are held by such work, none of it can ever go on.
 */
export function expectNoTransaction(what: string): void {
  if (held.getStore()?.isOpen !== true) return
  const error = new Error(
    `${what} is called inside a transaction, which holds a connection meanwhile`,
  )
  if (throws) throw error
  const place = error.stack ?? ''
  if (warned.has(place)) return
  warned.add(place)
  console.warn(place)
}

/** The database, whose transactions are marked. */
export class MarkedKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    return marked(super.transaction())
  }
}

function marked<DB>(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
  const execute = builder.execute.bind(builder)
  const setAccessMode = builder.setAccessMode.bind(builder)
  const setIsolationLevel = builder.setIsolationLevel.bind(builder)
  builder.execute = (work) => execute((tx) => insideTransaction(() => work(tx)))
  builder.setAccessMode = (mode) => marked(setAccessMode(mode))
  builder.setIsolationLevel = (level) => marked(setIsolationLevel(level))
  return builder
}

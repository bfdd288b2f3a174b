import type { Store } from '../store/index.ts'
import { expectNoOpenCheckout } from './open-checkout.ts'
import { PaymentError } from './payment-error.ts'

export type Tx = Store['db']
/** A player's price and the part of it that is settled, in cents. */
type PlayerBalance = { tournament: number; price: number; covered: number; hasPaid: boolean }

/**
 * True if the whole price is paid or waived; with a price of 0, if the player was marked as paid.
 */
export function isPaid({ price, covered, hasPaid }: Omit<PlayerBalance, 'tournament'>): boolean {
  return hasPaid && covered >= price
}

/**
 * Reads and locks a player's balance until the transaction ends; null if there is no such player.
 */
export async function lockBalance(tx: Tx, player: number): Promise<PlayerBalance | null> {
  const row = await tx
    .selectFrom('kept.player')
    .select(['tournament', 'price'])
    .where('id', '=', player)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  return withSettled(tx, player, row)
}

/**
 * The same for a player who has been removed, of whom only the ledger is left; null if it has no
 * entry of them.
 */
export async function lockRemovedBalance(tx: Tx, player: number): Promise<PlayerBalance | null> {
  const [entry] = await tx
    .selectFrom('kept.ledger')
    .select('tournament')
    .where('player', '=', player)
    .forUpdate()
    .execute()
  return entry ? withSettled(tx, player, { ...entry, price: 0 }) : null
}

/** Read after the lock, because a concurrent transaction may have entered a payment. */
async function withSettled(
  tx: Tx,
  player: number,
  row: Pick<PlayerBalance, 'tournament' | 'price'>,
): Promise<PlayerBalance> {
  const balance = await tx
    .selectFrom('kept.balance')
    .select(['covered', 'hasPaid'])
    .where('player', '=', player)
    .executeTakeFirst()
  return { ...row, covered: 0, hasPaid: false, ...balance }
}

/**
 * Throws if the settled amount differs from the one that the user saw; undefined skips the check.
 */
export function expectSettled({ covered }: PlayerBalance, expected: number | undefined): void {
  if (expected !== undefined && expected !== covered) throw new PaymentError('LEDGER_MOVED')
}

/**
 * Sets the paid flag on behalf of an organiser by adding ledger entries (R-PM-7), in the work of
 * `withoutOpenCheckout`.
 */
export async function markPaid(
  tx: Tx,
  { player, paid, person }: { player: number; paid: boolean; person: number | null },
): Promise<void> {
  const owing = await lockBalance(tx, player)
  if (!owing || isPaid(owing) === paid) return
  await expectNoOpenCheckout(tx, player)
  if (!paid) return reverseManualEntries(tx, { player, person })
  const cents = Math.max(0, owing.price - owing.covered)
  const { tournament } = owing
  await addLedgerEntry(tx, { tournament, player, kind: 'cash', cents, covers: cents, person })
}

/** Reverses each manual entry; card payments have to be refunded instead. */
async function reverseManualEntries(
  tx: Tx,
  { player, person }: { player: number; person: number | null },
) {
  const entries = await tx
    .selectFrom('kept.ledger')
    .select(['id', 'tournament', 'kind', 'cents', 'covers', 'providerObject', 'reverses'])
    .where('player', '=', player)
    .orderBy('id')
    .execute()
  const reversed = new Set(entries.map(({ reverses }) => reverses))
  for (const { id, tournament, kind, cents, covers, providerObject, reverses } of entries) {
    if (providerObject !== null || reverses !== null || reversed.has(id)) continue
    const reversal = { cents: -cents, covers: -covers, reverses: id }
    await addLedgerEntry(tx, { tournament, player, kind, person, ...reversal })
  }
  const owing = await lockBalance(tx, player)
  if (owing && isPaid(owing)) throw new PaymentError('PAID_BY_CARD')
}

type Entry = {
  tournament: number
  player: number
  kind: 'card' | 'cash' | 'comp' | 'refund' | 'dispute'
  cents: number
  covers: number
  person: number | null
  fee?: number
  account?: string
  payment?: string
  providerObject?: string
  reverses?: number
  reason?: 'volunteer' | 'guest' | 'prize' | 'price' | 'other'
}

/** Adds an entry and returns its id; null if its Stripe object was entered before. */
export async function addLedgerEntry(tx: Tx, entry: Entry): Promise<number | null> {
  const row = await tx
    .insertInto('kept.ledger')
    .values(entry)
    .onConflict((conflict) => conflict.column('providerObject').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The amount in cents that a player paid without card, less reversals. */
export async function cashPaid(tx: Tx, player: number): Promise<number> {
  const { sum } = await tx
    .selectFrom('kept.ledger')
    .select((eb) => eb.fn.sum<number | null>('cents').as('sum'))
    .where('player', '=', player)
    .where('providerObject', 'is', null)
    .executeTakeFirstOrThrow()
  return sum ?? 0
}

/** The amount in cents that a player, or the players of a tournament, paid and did not get back. */
export async function moneyHeld(
  db: Tx,
  of: { player: number } | { tournament: number },
): Promise<number> {
  const rows = await db
    .selectFrom('kept.ledger')
    .select((eb) => eb.fn.sum<number>('cents').as('sum'))
    .where((eb) =>
      'player' in of ? eb('player', '=', of.player) : eb('tournament', '=', of.tournament),
    )
    .groupBy('player')
    .execute()
  // What a dispute took beyond a refund is not offset by the money of other players.
  return rows.reduce((held, { sum }) => held + Math.max(0, sum), 0)
}

/** The amount in cents that a tournament received, less refunds (R-PM-7). */
export async function totalPaid(db: Tx, tournament: number): Promise<number> {
  const { sum } = await db
    .selectFrom('kept.ledger')
    .select((eb) => eb.fn.sum<number | null>('cents').as('sum'))
    .where('tournament', '=', tournament)
    .executeTakeFirstOrThrow()
  return sum ?? 0
}

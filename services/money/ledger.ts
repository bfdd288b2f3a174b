import type { Store } from '../store/index.ts'
import { PaymentError } from './payment-error.ts'

export type Tx = Store['db']
/** What a player has to pay and what of it is settled, in cents. */
type PlayerBalance = { tournament: number; price: number; covered: number; hasPaid: boolean }

/** Paid is who has paid, or was let off, all that was due; where nothing is due, who was marked. */
export function isPaid({ price, covered, hasPaid }: Omit<PlayerBalance, 'tournament'>): boolean {
  return hasPaid && covered >= price
}

/** Of one player, held still until the transaction ends; null: there is no such player. */
export async function lockBalance(tx: Tx, player: number): Promise<PlayerBalance | null> {
  const row = await tx
    .selectFrom('kept.player')
    .select(['tournament', 'price'])
    .where('id', '=', player)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  // Asked once the lock is held: a rival may have paid meanwhile.
  const balance = await tx
    .selectFrom('kept.balance')
    .select(['covered', 'hasPaid'])
    .where('player', '=', player)
    .executeTakeFirst()
  return { ...row, covered: 0, hasPaid: false, ...balance }
}

/** Who decided about money saw these cents settled; `seen` left out: whatever is settled. */
export function expectSettled({ covered }: PlayerBalance, seen: number | undefined): void {
  if (seen !== undefined && seen !== covered) throw new PaymentError('LEDGER_MOVED')
}

/** The paid flag as an organiser sets it: entries, never a bare yes or no (R-PM-7). */
export async function markPaid(
  tx: Tx,
  { player, paid, person }: { player: number; paid: boolean; person: number | null },
): Promise<void> {
  const owing = await lockBalance(tx, player)
  if (!owing || isPaid(owing) === paid) return
  if (!paid) return takeBack(tx, { player, person })
  const cents = Math.max(0, owing.price - owing.covered)
  const { tournament } = owing
  await enter(tx, { tournament, player, kind: 'cash', cents, covers: cents, person })
}

/** What was entered by hand is taken back entry by entry; what came by card goes back by card. */
async function takeBack(tx: Tx, { player, person }: { player: number; person: number | null }) {
  const entries = await tx
    .selectFrom('kept.ledger')
    .select(['id', 'tournament', 'kind', 'cents', 'covers', 'providerObject', 'reverses'])
    .where('player', '=', player)
    .orderBy('id')
    .execute()
  const gone = new Set(entries.map(({ reverses }) => reverses))
  for (const { id, tournament, kind, cents, covers, providerObject, reverses } of entries) {
    if (providerObject !== null || reverses !== null || gone.has(id)) continue
    const back = { cents: -cents, covers: -covers, reverses: id }
    await enter(tx, { tournament, player, kind, person, ...back })
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

/** Its id; null where what it stands for was entered before. */
export async function enter(tx: Tx, entry: Entry): Promise<number | null> {
  const row = await tx
    .insertInto('kept.ledger')
    .values(entry)
    .onConflict((conflict) => conflict.column('providerObject').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** In cents: what a player paid by hand and has not got back. */
export async function cashPaid(tx: Tx, player: number): Promise<number> {
  const { sum } = await tx
    .selectFrom('kept.ledger')
    .select((eb) => eb.fn.sum<number | null>('cents').as('sum'))
    .where('player', '=', player)
    .where('providerObject', 'is', null)
    .executeTakeFirstOrThrow()
  return sum ?? 0
}

/** In cents: all that came in, less all that went out (R-PM-7). */
export async function totalPaid(db: Tx, tournament: number): Promise<number> {
  const { sum } = await db
    .selectFrom('kept.ledger')
    .select((eb) => eb.fn.sum<number | null>('cents').as('sum'))
    .where('tournament', '=', tournament)
    .executeTakeFirstOrThrow()
  return sum ?? 0
}

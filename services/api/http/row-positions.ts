import type { z } from 'zod'
import { Rejection } from '../../web/index.ts'
import { lockTournament } from './row-locks.ts'
import type { Tx } from './route.ts'
import type { Order, Ordered } from '../schema/common.ts'
import type { TournamentId } from '../../../events/ids.ts'

/** Rows of a tournament that people put in an order: 1, 2, 3 … without gaps. */
type Table = 'question' | 'link'

/** In their order; none twice, none left out. */
export async function idsInOrder(
  tx: Tx,
  table: Table,
  tournament: TournamentId,
): Promise<number[]> {
  const rows = await tx
    .selectFrom(`kept.${table}`)
    .select('id')
    .where('tournament', '=', tournament)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.id)
}

export async function keepOrder(tx: Tx, table: Table, ids: number[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    const position = index + 1
    await tx
      .updateTable(`kept.${table}`)
      .set({ position })
      .where('id', '=', id)
      .where('position', '!=', position)
      .execute()
  }
}

/** An order that was checked to be whole, instead of the one before it. */
export async function changeOrder(
  tx: Tx,
  table: Table,
  { before, order, expected }: Order & { before: number[] },
): Promise<z.infer<typeof Ordered>> {
  if (before.join() === order.join()) return { order }
  if (expected && expected.join() !== before.join()) {
    const detail = 'Somebody else has changed this order meanwhile.'
    throw new Rejection(409, { detail, code: 'ORDER_CHANGED', order: before })
  }
  await keepOrder(tx, table, order)
  return { order }
}

/** One removed; those after it move up. */
export async function removeFromOrder(
  tx: Tx,
  table: Table,
  { id, tournament }: { id: number; tournament: TournamentId },
): Promise<void> {
  await lockTournament(tx, tournament)
  await tx.deleteFrom(`kept.${table}`).where('id', '=', id).execute()
  await keepOrder(tx, table, await idsInOrder(tx, table, tournament))
}

import type { z } from 'zod'
import { Rejection } from '../../web/index.ts'
import { lockTournament } from './row-locks.ts'
import type { Tx } from './context.ts'
import type { Order, OrderBody } from '../schema/http/common.ts'
import type { TournamentId } from '#events/ids.ts'

/** Rows of a tournament with positions 1, 2, 3 … without gaps. */
type Table = 'question' | 'link'

/** The ids of all rows, by position. */
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

export async function storeOrder(tx: Tx, table: Table, ids: number[]): Promise<void> {
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

/** Stores a new order. The caller has checked that it contains every id once. */
export async function changeOrder(
  tx: Tx,
  table: Table,
  { current, order, expected }: Order & { current: number[] },
): Promise<z.infer<typeof OrderBody>> {
  if (current.join() === order.join()) return { order }
  if (expected && expected.join() !== current.join()) {
    throw new Rejection(409, { code: 'ORDER_CHANGED', order: current })
  }
  await storeOrder(tx, table, order)
  return { order }
}

/** Removes a row and moves up the rows after it. */
export async function removeFromOrder(
  tx: Tx,
  table: Table,
  { id, tournament }: { id: number; tournament: TournamentId },
): Promise<void> {
  await lockTournament(tx, tournament)
  await tx.deleteFrom(`kept.${table}`).where('id', '=', id).execute()
  await storeOrder(tx, table, await idsInOrder(tx, table, tournament))
}

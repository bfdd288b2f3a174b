import { closeCheckoutsOf, moneyHeld } from '../../money/index.ts'
import { dollarsOf } from '../../money/price.ts'
import { Rejection } from '../../web/index.ts'
import { withPaymentErrors } from '../http/payment-errors.ts'
import type { Context } from '../http/context.ts'
import type { PlayerId, TournamentId } from '../../../events/ids.ts'

type Forced = { force: boolean }

/** A payment under way refuses the removal, because it may count before the player is gone. */
export async function settlePlayer(
  context: Context,
  player: PlayerId,
  { force }: Forced,
): Promise<void> {
  await closeCheckouts(context, [player], { force })
  const held = await moneyHeld(context.store.db, { player })
  if (held === 0 || force) return
  throw moneyNotReturned(
    `This player has paid $${dollarsOf(held)} that was not given back. Give it back first, or remove the player anyway.`,
  )
}

export async function settleTournament(
  context: Context,
  tournament: TournamentId,
  { force }: Forced,
): Promise<void> {
  const { db } = context.store
  const players = await db
    .selectFrom('kept.player')
    .select('id')
    .where('tournament', '=', tournament)
    .execute()
  await closeCheckouts(
    context,
    players.map(({ id }) => id),
    { force },
  )
  const held = await moneyHeld(db, { tournament })
  if (held === 0 || force) return
  throw moneyNotReturned(
    `Players of this tournament have paid $${dollarsOf(held)} that was not given back. Give it back first, or delete the tournament anyway.`,
  )
}

async function closeCheckouts(context: Context, players: PlayerId[], { force }: Forced) {
  await withPaymentErrors(closeCheckoutsOf(context, players, { force }))
}

function moneyNotReturned(detail: string): Rejection {
  return new Rejection(409, { detail, code: 'MONEY_NOT_RETURNED' })
}

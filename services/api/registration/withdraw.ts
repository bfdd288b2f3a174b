import { closeCheckoutsOf, moneyHeld } from '../../money/index.ts'
import { forgetPlayer } from '../../store/index.ts'
import type { Context, WriteContext } from '../http/context.ts'
import { withPaymentErrors } from '../http/payment-errors.ts'
import { rulesOf } from './rules.ts'
import { send } from '../http/command/send.ts'
import { personOf, expectRegistered, expectOpen, alreadyPaid } from './player.ts'

export async function withdraw(context: Context, target: WriteContext): Promise<void> {
  const { store } = context
  const { request, tournament } = target
  const rules = await rulesOf(store.db, tournament)
  const player = await expectRegistered(store.db, tournament, personOf(request))
  expectOpen(request, rules)
  await withPaymentErrors(closeCheckoutsOf(context, [player]))
  if ((await moneyHeld(store.db, { player })) > 0) throw alreadyPaid('withdraw you')
  await send(context, target, { type: 'RemovePlayer', player })
  await forgetPlayer(store, player)
  await context.offerPlaces(tournament)
}

import type { FastifyRequest } from 'fastify'
import { canonicalJson } from '#events/canonical-json.ts'
import { expectNoOpenCheckout, lockBalance, withoutOpenCheckout } from '../../money/index.ts'
import { may } from '../../web/index.ts'
import type { Context, WriteContext, Tx } from '../http/context.ts'
import { omitUndefined } from '../http/omit-undefined.ts'
import { withPaymentErrors } from '../http/payment-errors.ts'
import { storeImage, readImage } from '../media/image.ts'
import { answersIn, imageOf } from '../player/player-changes.ts'
import { readPlayer } from '../player/player-rows.ts'
import { rulesOf } from './rules.ts'
import { checkForm } from './form.ts'
import { send } from '../http/command/send.ts'
import type { Form } from '../schema/player/registration.ts'
import type { PlayerId } from '#events/ids.ts'
import {
  personOf,
  expectRegistered,
  notRegistered,
  expectOpen,
  alreadyPaid,
  teamCommand,
  columnsOf,
  pricedOptions,
} from './player.ts'
import type { Registration } from './player.ts'

export async function changeRegistration(context: Context, target: WriteContext, form: Form) {
  const { store } = context
  const { request, tournament } = target
  const rules = await rulesOf(store.db, tournament)
  const player = await expectRegistered(store.db, tournament, personOf(request))
  expectOpen(request, rules)
  const { requirePlayerPhoto } = rules
  await checkForm(store.db, form, { tournament, isNew: false, requirePlayerPhoto })
  const picture = await readImage(form.image, { before: await imageOf(store, player) })
  const registration = { tournament, player }
  await withPaymentErrors(
    withoutOpenCheckout(context, () =>
      store.db.transaction().execute((tx) => changedChoice(tx, form, registration)),
    ),
  )
  const team = teamCommand(form, player)
  if (team) await send(context, target, team)
  const storeForm = async (tx: Tx) => {
    const choice = await changedChoice(tx, form, registration)
    const current = await tx
      .selectFrom('kept.player')
      .select('answers')
      .where('id', '=', player)
      .forUpdate()
      .executeTakeFirst()
    if (!current) throw notRegistered()
    const image = await storeImage(tx, picture, `player ${player}`)
    const answers = JSON.stringify({ ...current.answers, ...answersIn(form) })
    await tx
      .updateTable('kept.player')
      .set({
        ...columnsOf(form),
        ...choice,
        ...omitUndefined({ image, email: form.email }),
        answers,
      })
      .where('id', '=', player)
      .execute()
  }
  await withPaymentErrors(
    withoutOpenCheckout(context, () => store.db.transaction().execute(storeForm)),
  )
  return readPlayer(store, request.person, player)
}

/** Empty if the choice is unchanged, to keep a price that an organiser may have set. */
async function changedChoice(tx: Tx, form: Form, of: Registration) {
  const { selectedPaymentOptions, price } = await pricedOptions(tx, form, of)
  if (selectedPaymentOptions === undefined) return {}
  if (await isChosen(tx, of.player, selectedPaymentOptions)) return {}
  await expectUnsettled(tx, of.player)
  await expectNoOpenCheckout(tx, of.player)
  return { selectedPaymentOptions, price }
}

async function isChosen(tx: Tx, player: PlayerId, kept: string): Promise<boolean> {
  const current = await tx
    .selectFrom('kept.player')
    .select('selectedPaymentOptions')
    .where('id', '=', player)
    .executeTakeFirst()
  return canonicalJson(current?.selectedPaymentOptions) === canonicalJson(JSON.parse(kept))
}

/** Players may choose something else at their checkout only if they may in their registration. */
export async function expectMayChoose(
  tx: Tx,
  request: FastifyRequest,
  { tournament, player, kept }: Registration & { kept: string },
): Promise<void> {
  const rules = await rulesOf(tx, tournament)
  if (may(request.person, 'editPlayers', rules.scene)) return
  if (await isChosen(tx, player, kept)) return
  expectOpen(request, rules)
  await expectUnsettled(tx, player)
}

/** Settled choices cannot be changed; an organiser can give the money back first. */
async function expectUnsettled(tx: Tx, player: PlayerId): Promise<void> {
  const owing = await lockBalance(tx, player)
  if (owing && owing.covered > 0) throw alreadyPaid('change what you pay for')
}

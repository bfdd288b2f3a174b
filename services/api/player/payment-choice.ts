import type { Message } from '#events/messages/message.ts'
import { say } from '#events/messages/message.ts'
import type { z } from 'zod'
import type { Item } from '../../money/index.ts'
import { wrongFields } from '../../web/index.ts'
import type { Tx } from '../http/context.ts'
import { centsOf, dollarsOf } from '../../money/price.ts'
import type { Choices } from '../schema/player/payment.ts'
import type { PaymentChoice } from '../schema/player/player.ts'
import type { PlayerId, TournamentId } from '#events/ids.ts'

const maxCents = 99_999_999

/** `player` is null before the registration. */
export type Chooser = { tournament: TournamentId; player: PlayerId | null }

/**
 * The items to pay for, and the choices as stored with the player (`kept`). Prices come from the
 * tournament's options, not from the client (R-PM-4). A player keeps what they have chosen of an
 * option that has been removed since.
 */
export async function priceChoices(
  db: Tx,
  { tournament, player }: Chooser,
  choices: Choices,
): Promise<{ items: Item[]; kept: string }> {
  const options = await db
    .selectFrom('kept.paymentOption')
    .select(['id', 'name', 'priceCents', 'allowCustomPrice'])
    .where('tournament', '=', tournament)
    .execute()
  const before = player === null ? [] : await storedChoices(db, player)
  const selected = choices.filter(({ quantity }) => quantity > 0)
  const priced = selected.map(({ paymentOption, quantity, customPrice = null }) => {
    const option =
      options.find(({ id }) => id === paymentOption) ??
      removedOption(before, { paymentOption, quantity })
    if (!option) throw wrong(say('noSuchPaymentOption'))
    const isCustom = customPrice !== null && customPrice !== ''
    const cents = isCustom ? customCents(option, customPrice) : option.priceCents
    return { option, quantity, cents, isCustom }
  })
  const total = priced.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0)
  if (total > maxCents) throw wrong(say('priceTooHigh'))
  const stored = priced.map(({ option, quantity, cents, isCustom }): StoredChoice => {
    const { id, name, priceCents } = option
    const customPrice = isCustom ? dollarsOf(cents) : null
    return { paymentOption: { id, name, price: dollarsOf(priceCents) }, quantity, customPrice }
  })
  return {
    items: priced.map(({ option: { name }, cents, quantity }) => ({ name, cents, quantity })),
    kept: JSON.stringify(stored),
  }
}
type StoredChoice = z.infer<typeof PaymentChoice>

async function storedChoices(db: Tx, player: PlayerId): Promise<StoredChoice[]> {
  const row = await db
    .selectFrom('kept.player')
    .select('selectedPaymentOptions')
    .where('id', '=', player)
    .executeTakeFirst()
  return row?.selectedPaymentOptions ?? []
}

/** An option as the player chose it before it was removed: they can get no more of it. */
function removedOption(
  before: readonly StoredChoice[],
  { paymentOption: id, quantity }: Pick<Choices[number], 'paymentOption' | 'quantity'>,
) {
  const chosen = before.find(({ paymentOption }) => paymentOption.id === id)
  if (!chosen || quantity > chosen.quantity) return undefined
  const { name, price } = chosen.paymentOption
  const allowCustomPrice = chosen.customPrice !== null
  return { id, name, priceCents: centsOf(price) ?? 0, allowCustomPrice }
}

type Option = { name: string; priceCents: number; allowCustomPrice: boolean }

function customCents(option: Option, customPrice: string | number): number {
  const { name, priceCents, allowCustomPrice } = option
  const cents = centsOf(customPrice)
  if (cents === null) throw wrong(say('priceNotPositive'))
  if (!allowCustomPrice && cents !== priceCents) throw wrong(say('priceFixed', { option: name }))
  if (cents < priceCents)
    throw wrong(say('priceTooLow', { option: name, least: dollarsOf(priceCents) }))
  return cents
}

function wrong(why: Message) {
  return wrongFields({ options: [why] })
}

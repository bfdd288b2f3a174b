import type { ColumnType, Generated } from 'kysely'
import type { PersonId, PlayerId, SceneId, TournamentId } from '#events/ids.ts'
import type { Time } from './columns.ts'

/** A scene's account at Stripe, with its last known state. */
export type PaymentAccount = {
  id: Generated<number>
  scene: SceneId
  stripeAccountId: string
  detailsSubmitted: Generated<boolean>
  chargesEnabled: Generated<boolean>
  /** Stripe's reason why the account accepts no charges */
  disabledReason: string | null
  createdAt: Time
}
/**
 * A card payment by a player. It has only ids and cents, and outlives player and tournament (P19).
 */
export type Checkout = {
  id: Generated<number>
  tournament: TournamentId
  player: PlayerId
  attempt: number
  /** the Stripe account that receives the money */
  account: string
  cents: number
  fee: number
  /** the request to Stripe; the same request belongs to the same attempt */
  asked: string
  session: string | null
  state: 'open' | 'waiting' | 'paid' | 'failed' | 'expired'
  createdAt: Time
}
/** A payment, refund or waiver; the ledger is append-only (R-PM-7). */
export type LedgerEntry = {
  id: Generated<number>
  tournament: TournamentId
  player: PlayerId
  kind: 'card' | 'cash' | 'comp' | 'refund' | 'dispute'
  /** positive for money received, negative for money paid out */
  cents: number
  /** the part of the price that it settles; a comp settles it without money */
  covers: number
  fee: Generated<number>
  /** the person who entered it; null for Stripe or a script */
  person: PersonId | null
  at: Time
  account: string | null
  /** id of the payment at Stripe, to which refunds and disputes refer as well */
  payment: string | null
  /** id of the Stripe object, so that it is entered only once (R-PM-5) */
  providerObject: string | null
  /** the entry that this one reverses */
  reverses: number | null
  /** why the price was waived */
  reason: 'volunteer' | 'guest' | 'prize' | 'price' | 'other' | null
}
/** The sum of a player's entries: an SQL view over the ledger. */
export type Balance = { player: PlayerId; cents: number; covered: number; hasPaid: boolean }
/** An event received from Stripe; its object is read from Stripe when it is handled (R-PM-6). */
export type StripeEvent = {
  id: string
  type: string
  account: string | null
  object: string
  receivedAt: Time
  attempts: Generated<number>
  /** null when handled */
  dueAt: ColumnType<Date | null, string | Date | null, string | Date | null>
}

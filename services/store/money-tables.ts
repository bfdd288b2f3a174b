import type { ColumnType, Generated } from 'kysely'
import type { PersonId, PlayerId, SceneId, TournamentId } from '../../events/ids.ts'

type Time = ColumnType<Date, string | Date | undefined, string | Date>

/** Whose money it is: a scene's account at Stripe, as Stripe last told of it. */
export type PaymentAccount = {
  id: Generated<number>
  scene: SceneId
  stripeAccountId: string
  detailsSubmitted: Generated<boolean>
  chargesEnabled: Generated<boolean>
  /** Stripe's word for why it takes no charges */
  disabledReason: string | null
  createdAt: Time
}
/** A player on the way to pay by card. Ids and cents alone, and it outlives both (P19). */
export type Checkout = {
  id: Generated<number>
  tournament: TournamentId
  player: PlayerId
  attempt: number
  /** Stripe's id of whose money it is */
  account: string
  cents: number
  fee: number
  /** what Stripe was asked for: the same asked again is the same attempt */
  asked: string
  session: string | null
  state: 'open' | 'waiting' | 'paid' | 'failed' | 'expired'
  createdAt: Time
}
/** What was paid, paid back or let off; only added to (R-PM-7). */
export type LedgerEntry = {
  id: Generated<number>
  tournament: TournamentId
  player: PlayerId
  kind: 'card' | 'cash' | 'comp' | 'refund' | 'dispute'
  /** money in; out is negative */
  cents: number
  /** what of the price it settles: a comp settles without money */
  covers: number
  fee: Generated<number>
  /** who entered it; null: Stripe, or a script */
  person: PersonId | null
  at: Time
  account: string | null
  /** Stripe's payment, which its refunds and disputes name too */
  payment: string | null
  /** what at Stripe it stands for, entered once however often it is told (R-PM-5) */
  providerObject: string | null
  /** the entry it takes back */
  reverses: number | null
  /** why somebody was let off */
  reason: 'volunteer' | 'guest' | 'prize' | 'price' | 'other' | null
}
/** All entries of a player in one: a view over the ledger. */
export type Balance = { player: PlayerId; cents: number; covered: number; hasPaid: boolean }
/** What Stripe said; what it is about is read again when it is dealt with (R-PM-6). */
export type StripeEvent = {
  id: string
  type: string
  account: string | null
  object: string
  receivedAt: Time
  attempts: Generated<number>
  /** null: done */
  dueAt: ColumnType<Date | null, string | Date | null, string | Date | null>
}

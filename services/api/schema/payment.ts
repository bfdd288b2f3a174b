import { z } from 'zod'
import { ById, Id, paging, IdFilter, IdText, toOne, listBy, InTournament } from './common.ts'
import { Done, Removal } from './bodies.ts'

const Url = z.object({ url: z.string() })

/** What of a tournament's payment options a player chose, and of some how much to pay. */
export const Choices = z
  .array(
    z.object({
      paymentOption: Id,
      quantity: z.int().min(0).max(1_000).default(1),
      /** dollars, where the option lets the payer choose */
      customPrice: z.union([z.string().max(20), z.number()]).nullish(),
    }),
  )
  .max(50)
export type Choices = z.infer<typeof Choices>

export const OptionChange = z.object({
  name: z.string().trim().max(100, 'Too long').nullish(),
  /** dollars */
  price: z.union([z.string().max(20), z.number()]).nullish(),
  allowCustomPrice: z.boolean().optional(),
})
export type OptionChange = z.infer<typeof OptionChange>
const NewOption = OptionChange.extend({ tournament: Id })
export const OptionBody = z.object({
  id: z.int(),
  tournament: z.int(),
  name: z.string(),
  /** dollars with two decimals */
  price: z.string(),
  /** whoever pays may choose to pay more */
  allowCustomPrice: z.boolean(),
})
export type Row = { priceCents: number } & Omit<z.infer<typeof OptionBody>, 'price'>

/** Left out, what is due already is paid. What it costs is worked out here, never sent (R-PM-4). */
export const NewCheckout = z.object({ options: Choices.optional() })

/** In cents. */
const CheckoutState = z.object({
  state: z.enum(['none', 'open', 'waiting', 'paid', 'failed', 'expired']),
  price: z.int(),
  settled: z.int(),
  paid: z.boolean(),
})

/** A word and no text: what is told of somebody has no business in the ledger (P20). */
const Reason = z.enum(['volunteer', 'guest', 'prize', 'price', 'other'])

/** In cents. `cents` is money that came in, or negative went out; `covers` what of the price it settles. */
export const LedgerEntry = z.object({
  id: z.int(),
  tournament: z.int(),
  player: z.int(),
  kind: z.enum(['card', 'cash', 'comp', 'refund', 'dispute']),
  cents: z.int(),
  covers: z.int(),
  /** the application's part of it */
  fee: z.int(),
  /** who entered it; null: Stripe, or a script */
  by: z.int().nullable(),
  at: z.string(),
  /** Stripe's */
  payment: z.string().nullable(),
  /** the entry it takes back */
  reverses: z.int().nullable(),
  /** why somebody was let off */
  reason: Reason.nullable(),
})

/** With the name of who entered it, as it is today; null once they are gone. */
const LedgerLine = LedgerEntry.extend({ byName: z.string().nullable() })

const OfTournament = z.object({ tournamentId: IdText })
const LedgerFilters = OfTournament.extend({ ...paging, playerId: IdFilter })

/** What the sum of a player's entries can be at most, either way. */
const maxCents = 2 ** 31 - 1
const Cents = z.int().min(1).max(99_999_999)

/** What stood settled when it was decided: where more was entered since, it is refused. */
const Settled = z.int().min(-maxCents).max(maxCents).optional()
export const ByHand = z.object({
  player: Id,
  kind: z.enum(['cash', 'comp', 'refund']),
  /** left out, what is due; money given back is always said */
  cents: Cents.optional(),
  /** of a comp */
  reason: Reason.optional(),
  settled: Settled,
})
const PayBack = z.object({
  /** the card payment; left out, the last with anything left */
  entry: Id.optional(),
  /** left out, all that is left */
  cents: Cents.optional(),
  /** the application's fee goes back as well, in proportion */
  refundFee: z.boolean().default(false),
  settled: Settled,
})

export const AccountBody = z.object({
  id: z.int(),
  scene: z.int(),
  stripeAccountId: z.string(),
  createdTimestamp: z.string(),
  /** payments can be accepted (R-PM-2) */
  stripeConfigured: z.boolean(),
  detailsSubmitted: z.boolean(),
  chargesEnabled: z.boolean(),
  /** why payments cannot be accepted */
  reason: z.string().nullable(),
})
const AccountFilters = z.object({ ...paging, scene: IdText })
const Chosen = z.object({ paymentAccountId: Id })

const Received = z.object({ received: z.literal(true) })

export const paymentApi = {
  'GET /api/tournament/payment-option/': listBy(InTournament, OptionBody),
  'GET /api/tournament/payment-option/:id/': { params: ById, response: { 200: OptionBody } },
  'POST /api/tournament/payment-option/': { body: NewOption, response: { 201: OptionBody } },
  'PATCH /api/tournament/payment-option/:id/': toOne(OptionChange, OptionBody),
  'POST /api/tournament/player/:id/checkout/': toOne(NewCheckout, Url),
  'GET /api/tournament/player/:id/checkout/': { params: ById, response: { 200: CheckoutState } },
  'POST /api/tournament/ledger/': { body: ByHand, response: { 201: LedgerEntry } },
  'POST /api/tournament/player/:id/refund/': toOne(PayBack, Done),
  'GET /api/tournament/ledger/': listBy(LedgerFilters, LedgerLine),
  'GET /api/tournament/ledger/csv/': { querystring: OfTournament },
  'PUT /api/tournament/tournament/:id/update-stripe/': toOne(Chosen, AccountBody),
  'GET /api/tournament/payment-account/': listBy(AccountFilters, AccountBody),
  'GET /api/tournament/tournament/:id/payment-account/': {
    params: ById,
    response: { 200: AccountBody },
  },
  'PUT /api/tournament/tournament/:id/stripe/': { params: ById, response: { 200: Url } },
  'GET /api/tournament/tournament/:id/stripe/': { params: ById },
  'POST /api/stripe/webhook/': { response: { 200: Received } },
  'DELETE /api/tournament/payment-option/:id/': Removal,
}

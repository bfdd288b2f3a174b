import { z } from 'zod'
import { maxInteger } from '#events/rules/limits.ts'
import { cleanName } from '#events/text/clean-name.ts'
import {
  ById,
  Id,
  paging,
  IdFilter,
  IdText,
  toOne,
  listBy,
  InTournament,
  Redirect,
  textOf,
  byId,
} from '../http/common.ts'
import { Done, Removal } from '../http/bodies.ts'

const Url = z.object({ url: z.string() })

/** The payment options that a player chose, some with an amount of their own. */
export const Choices = z
  .array(
    z.object({
      paymentOption: Id,
      quantity: z.int().min(0).max(1_000).default(1),
      /** in dollars, for options that allow it */
      customPrice: z.union([z.string().max(20), z.number()]).nullish(),
    }),
  )
  .max(50)
export type Choices = z.infer<typeof Choices>

export const OptionChange = z.object({
  name: z.string().overwrite(cleanName).max(100, 'Too long').nullish(),
  /** dollars */
  price: z.union([z.string().max(20), z.number()]).nullish(),
  allowCustomPrice: z.boolean().optional(),
})
export type OptionChange = z.infer<typeof OptionChange>
/** An option as a template saves it. */
export const OptionFields = OptionChange.required()
export type OptionFields = z.infer<typeof OptionFields>
const NewOption = OptionChange.extend({ tournament: Id })
export const OptionBody = z
  .object({
    id: z.int(),
    tournament: z.int(),
    name: z.string(),
    /** dollars with two decimals */
    price: z.string(),
    /** whether the payer may pay more */
    allowCustomPrice: z.boolean(),
  })
  .meta({ id: 'PaymentOption' })
export type Row = { priceCents: number } & Omit<z.infer<typeof OptionBody>, 'price'>

/**
 * Without options, the amount due is paid. Prices are computed by the server, never sent (R-PM-4).
 */
export const NewCheckout = z.object({ options: Choices.optional() })

/** In cents. */
const CheckoutState = z.object({
  state: z.enum(['none', 'open', 'waiting', 'paid', 'failed', 'expired']),
  price: z.int(),
  settled: z.int(),
  paid: z.boolean(),
})

/** A fixed set instead of free text, so that the ledger holds nothing personal (P20). */
const Reason = z.enum(['volunteer', 'guest', 'prize', 'price', 'other'])

/**
 * An entry of the ledger, in cents. `cents` is received money, or negative if paid out; `covers` is
 * the part of the price that it settles.
 */
export const LedgerEntry = z
  .object({
    id: z.int(),
    tournament: z.int(),
    player: z.int(),
    kind: z.enum(['card', 'cash', 'comp', 'refund', 'dispute']),
    cents: z.int(),
    covers: z.int(),
    /** the application fee in it; negative for what a refund returns of it */
    fee: z.int(),
    /** the person who entered it; null for Stripe or a script */
    by: z.int().nullable(),
    at: z.string(),
    /** the id at Stripe */
    payment: z.string().nullable(),
    /** the entry that it reverses */
    reverses: z.int().nullable(),
    /** why a fee was waived */
    reason: Reason.nullable(),
  })
  .meta({ id: 'LedgerEntry' })

/** With the current name of the person who entered it; null if erased. */
const LedgerLine = LedgerEntry.extend({ byName: z.string().nullable() })

const OfTournament = z.object({ tournamentId: IdText })
const LedgerFilters = OfTournament.extend({ ...paging, playerId: IdFilter })

/** What a player of a deleted tournament paid and did not get back, in cents. */
const DeletedPayer = z.object({
  tournament: z.int(),
  tournamentName: z.string(),
  player: z.int(),
  held: z.int(),
})

const Cents = z.int().min(1).max(99_999_999)

/** The settled amount that the client saw; refused if it has changed meanwhile. */
const Settled = z.int().min(-maxInteger).max(maxInteger).optional()
export const ByHand = z.object({
  player: Id,
  kind: z.enum(['cash', 'comp', 'refund']),
  /** default: the amount due; required for a refund */
  cents: Cents.optional(),
  /** only for a comp */
  reason: Reason.optional(),
  settled: Settled,
})
const RefundRequest = z.object({
  /** the card payment; default: the last one that is not fully refunded */
  entry: Id.optional(),
  /** default: the whole remaining amount */
  cents: Cents.optional(),
  /** whether the application fee is refunded proportionally too */
  refundFee: z.boolean().default(false),
  settled: Settled,
})

export const AccountBody = z
  .object({
    id: z.int(),
    scene: z.int(),
    stripeAccountId: z.string(),
    createdTimestamp: z.string(),
    /** whether payments can be accepted (R-PM-2) */
    stripeConfigured: z.boolean(),
    detailsSubmitted: z.boolean(),
    chargesEnabled: z.boolean(),
    /** why payments cannot be accepted */
    reason: z.string().nullable(),
  })
  .meta({ id: 'PaymentAccount' })
const OfScene = z.object({ ...paging, scene: IdText })
const ChosenAccount = z.object({ paymentAccountId: Id })

/** An event of Stripe as the text that is signed. */
const SignedEvent = z
  .custom<{ raw: string }>(
    (body) => typeof (body as { raw?: unknown }).raw === 'string',
    'This is not signed by Stripe.',
  )
  .meta({ type: 'object', description: 'an event of Stripe' })
const Received = z.object({ received: z.literal(true) })

export const paymentApi = {
  'GET /api/tournament/payment-option/': listBy(InTournament, OptionBody),
  'GET /api/tournament/payment-option/:id/': byId(OptionBody),
  'POST /api/tournament/payment-option/': { body: NewOption, response: { 201: OptionBody } },
  'PATCH /api/tournament/payment-option/:id/': toOne(OptionChange, OptionBody),
  'POST /api/tournament/player/:id/checkout/': toOne(NewCheckout, Url),
  'GET /api/tournament/player/:id/checkout/': byId(CheckoutState),
  'POST /api/tournament/ledger/': { body: ByHand, response: { 201: LedgerEntry } },
  'POST /api/tournament/player/:id/refund/': toOne(RefundRequest, Done),
  'GET /api/tournament/ledger/': listBy(LedgerFilters, LedgerLine),
  'GET /api/tournament/ledger/deleted/': listBy(OfScene, DeletedPayer),
  'GET /api/tournament/ledger/csv/': {
    querystring: OfTournament,
    response: { 200: textOf<string>('text/csv') },
  },
  'PUT /api/tournament/tournament/:id/update-stripe/': toOne(ChosenAccount, AccountBody),
  'GET /api/tournament/payment-account/': listBy(OfScene, AccountBody),
  'GET /api/tournament/tournament/:id/payment-account/': byId(AccountBody),
  'PUT /api/tournament/tournament/:id/stripe/': byId(Url),
  'GET /api/tournament/tournament/:id/stripe/': { params: ById, response: { 303: Redirect } },
  'POST /api/stripe/webhook/': {
    headers: z.looseObject({ 'stripe-signature': z.string().optional() }),
    body: SignedEvent,
    response: { 200: Received },
  },
  'DELETE /api/tournament/payment-option/:id/': Removal,
}

import { z } from 'zod'
import type { Tx } from '../http/row-write.ts'

/** A word and no text: what is told of somebody has no business in the ledger (P20). */
export const Reason = z.enum(['volunteer', 'guest', 'prize', 'price', 'other'])

/** In cents. `cents` is money that came in, or negative went out; `covers` what of the price it settles. */
export const Entry = z.object({
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
export const Line = Entry.extend({ byName: z.string().nullable() })

export function entries(db: Tx) {
  return db
    .selectFrom('kept.ledger')
    .select([
      'kept.ledger.id',
      'kept.ledger.tournament',
      'kept.ledger.player',
      'kept.ledger.kind',
      'kept.ledger.cents',
      'kept.ledger.covers',
      'kept.ledger.fee',
      'kept.ledger.person',
      'kept.ledger.at',
      'kept.ledger.payment',
      'kept.ledger.reverses',
      'kept.ledger.reason',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number]

export function shown({ person: by, at, ...entry }: Row): z.infer<typeof Entry> {
  return { ...entry, by, at: at.toISOString() }
}

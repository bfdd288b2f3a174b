import type { z } from 'zod'
import type { Tx } from '../http/route.ts'
import type { LedgerEntry } from '../schema/payment.ts'

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

export function shown({ person: by, at, ...entry }: Row): z.infer<typeof LedgerEntry> {
  return { ...entry, by, at: at.toISOString() }
}

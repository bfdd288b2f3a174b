import { statements } from './statements.ts'

/** Why a payment was waived, as one of a few codes, since the ledger has no personal data (P20). */
export const up = statements(`
alter table kept.ledger add column reason text
  check (reason is null or kind = 'comp'
    and reason in ('volunteer', 'guest', 'prize', 'price', 'other'))
`)

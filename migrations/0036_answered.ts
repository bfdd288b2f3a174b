import { statements } from './statements.ts'

/**
 * The old name of the idempotency keys, as a view for services of 0.1.0, which may run beside those
 * of the next release. The release after that drops it.
 */
export const up = statements(`
create view kept.answered as
  select id, content_hash, status, body, created_at, person from kept.idempotency_key
`)

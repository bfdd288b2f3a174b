import { statements } from './statements.ts'

/**
 * A hash of the site that receives a subscription's messages, so that one that hangs delays no
 * other; null for older subscriptions until the next message.
 */
export const up = statements(`
alter table kept.subscription add column host text
`)

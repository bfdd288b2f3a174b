import { statements } from './statements.ts'

/** Subscriptions of past tournaments are kept, so their number grows every year. */
export const up = statements(`
create index subscription_current on kept.subscription (tournament) where ended_at is null
`)

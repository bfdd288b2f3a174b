import { statements } from './statements.ts'

/** Subscriptions of past tournaments stay, and are more with each year. */
export const up = statements(`
create index subscription_current on kept.subscription (tournament) where ended_at is null
`)

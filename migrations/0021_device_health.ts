import { statements } from './statements.ts'

/** A device's last report: battery, unsent presses, and response times. */
export const up = statements(`
alter table kept.session add column health jsonb
`)

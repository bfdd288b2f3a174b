// Works off jobs that are stored in Postgres until they are done: deliveries, reports to Challonge and
// events of Stripe. Each queue has its own table, and says what its jobs are and when they may be done.
export { openJobs } from './jobs.ts'
export type { Attempt } from './jobs.ts'
export { backoffMs } from './backoff.ts'
export { openCheckpoint } from './checkpoint.ts'
export { workOff } from './work-off.ts'

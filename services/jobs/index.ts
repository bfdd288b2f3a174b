// Works off jobs that are stored in Postgres until they are done: deliveries, reports to Challonge and
// events of Stripe. Each queue has its own table and says what its jobs are.
export { openJobs } from './jobs.ts'
export type { Job } from './jobs.ts'
export { backoffMs } from './backoff.ts'
export { startWorker } from './worker.ts'

/**
 * Postgres: connection lost, out of resources, shutting down, conflict with another transaction.
 */
const retryableCodes = /^(08|53|57P0|40001|40P01|55P03)/
/** Errors of the driver without a code. */
const retryableMessages = /^(Connection terminated|Client has encountered a connection error)/
const retryableNetworkCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND)$/

/** Whether the log or the database is away or busy, so that the same may succeed later. */
export function isRetryable(error: Error & { retryable?: unknown; code?: unknown }): boolean {
  if (error.retryable === true || retryableMessages.test(error.message)) return true
  if (typeof error.code !== 'string') return false
  if (retryableNetworkCodes.test(error.code)) return true
  return 'severity' in error && retryableCodes.test(error.code)
}

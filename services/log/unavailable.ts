/** The log is away, full or too slow to answer: nothing is known to be lost, the same may be sent again. */
export class Unavailable extends Error {
  readonly retryable = true
  override readonly name = 'Unavailable'
}

/** The log is unreachable, full or too slow. The same message may be sent again. */
export class Unavailable extends Error {
  readonly retryable = true
  override readonly name = 'Unavailable'
}

export function unavailable(cause: unknown): never {
  if (cause instanceof Unavailable) throw cause
  const why = cause instanceof Error ? cause.message : String(cause)
  throw new Unavailable(`the log did not take or give a message: ${why}`, { cause })
}

/** The log is unreachable, full or too slow. The same message may be sent again. */
export class Unavailable extends Error {
  readonly retryable = true
  override readonly name = 'Unavailable'
  /** for whoever pressed; left out, the usual words */
  readonly detail?: string
}

/** Of the servers that hold the copies of a stream one has died, and the others have not agreed yet. */
export class ChoosingLeader extends Unavailable {
  override readonly detail =
    'The log is choosing a leader. Your press waits and is sent again by itself.'
}

export function unavailable(cause: unknown): never {
  if (cause instanceof Unavailable) throw cause
  const why = cause instanceof Error ? cause.message : String(cause)
  throw new Unavailable(`the log did not take or give a message: ${why}`, { cause })
}

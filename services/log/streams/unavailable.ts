/** The log is unreachable, full or too slow. Retrying the same message is safe. */
export class Unavailable extends Error {
  readonly retryable = true
  override readonly name = 'Unavailable'
  /** the text shown to the user, instead of the default one */
  readonly detail?: string
}

/** A server with a replica of the stream has died, and the others have not elected a leader yet. */
export class ChoosingLeader extends Unavailable {
  override readonly detail =
    'The log is choosing a new leader. Your press is kept and will be sent again automatically.'
}

export function unavailable(cause: unknown): never {
  if (cause instanceof Unavailable) throw cause
  const why = cause instanceof Error ? cause.message : String(cause)
  throw new Unavailable(`the log did not take or give a message: ${why}`, { cause })
}

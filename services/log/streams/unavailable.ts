import { JetStreamApiError } from '@nats-io/jetstream'

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

/** Nothing was stored, and nothing will be until somebody makes space: waiting does not help. */
export class DiskFull extends Unavailable {
  override readonly detail =
    'The disk of the server is full, so nothing can be saved. Tell the person who runs it. ' +
    'Your press is kept and will be sent again automatically.'
}

/** The log has lost its last messages: until there are newer ones it ends at `end` without them. */
export class LostEnd extends Unavailable {
  readonly end: number
  constructor({ at, end }: { at: number; end: number }) {
    super(`the log has lost its messages after ${at}, up to its end at ${end}`)
    this.end = end
  }
}

/** NATS's codes: it has no space for more, and it could not store a message for any reason. */
const [noStorage, notStored] = [10_047, 10_077]

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof JetStreamApiError)) return false
  const { code, message } = error
  return code === noStorage || (code === notStored && message.endsWith('no space left on device'))
}

export function unavailable(cause: unknown): never {
  if (cause instanceof Unavailable) throw cause
  if (isDiskFull(cause)) throw new DiskFull('the disk of the log is full', { cause })
  const why = cause instanceof Error ? cause.message : String(cause)
  throw new Unavailable(`the log did not take or give a message: ${why}`, { cause })
}

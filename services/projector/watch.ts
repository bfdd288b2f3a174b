import type { Store } from '../store/index.ts'
import { checkpointOf } from './writes.ts'
import type { Checkpoint } from './writes.ts'

type Watch = { signal: AbortSignal; stop(): void }

/** Checks every `everyMs`; the signal aborts when `check` resolves to true. Errors go to `logError`. */
export function abortWhen(
  check: () => Promise<boolean>,
  everyMs: number,
  logError: (error: unknown) => void = () => {},
): Watch {
  const controller = new AbortController()
  let isChecking = false
  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    check()
      .then((isTrue) => isTrue && controller.abort())
      .catch(logError)
      .finally(() => (isChecking = false))
  }, everyMs)
  timer.unref()
  return { signal: controller.signal, stop: () => clearInterval(timer) }
}

/**
 * The signal aborts when the checkpoint in the database is below `written()`: a standby took over
 * that did not have the last rows, or a crash lost them. Otherwise only the next commit would reveal
 * it, and the sender of the last one would wait until then.
 */
export function watchLostRows(
  store: Store,
  name: Checkpoint,
  { written, everyMs }: { written: () => number; everyMs: number },
): Watch {
  return abortWhen(async () => {
    const expected = written()
    return (await checkpointOf(store, 'view', name)) < expected
  }, everyMs)
}

/**
 * Rejects when the signal aborts: an unreachable log may never answer, and stop must not wait
 * (P21).
 */
export async function unlessAborted<T>(reading: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  return Promise.race([reading, aborted]).finally(() => signal.removeEventListener('abort', stop))
}

/** Too many calls are waiting; the same call may succeed later. */
export class TooMuchAtOnce extends Error {
  readonly retryable = true
  constructor() {
    super('too much at once')
  }
}

/** Limits how many calls run at once and how many wait; further calls throw `TooMuchAtOnce`. */
export function limitConcurrency({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++
    else if (waiting.length < maxWaiting) {
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else throw new TooMuchAtOnce()
    try {
      return await work()
    } finally {
      // The slot is passed to the next in line, so that no newcomer can take it.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

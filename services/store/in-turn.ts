/** So many at once, and so many that wait for them; who comes after those is sent away for now. */
export function inTurn({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++
    else if (waiting.length < mostWaiting) {
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else throw Object.assign(new Error('too much at once'), { retryable: true })
    try {
      return await work()
    } finally {
      // The place is handed on, not given up: nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** Limits concurrency; entries with precedence are admitted before all others. */
type RequestQueue = {
  /**
   * resolves when there is room, with a function that releases the place; repeats have no effect
   */
  enter(hasPrecedence: boolean): Promise<() => void>
  waiting(): number
}

export function openRequestQueue(maxRunning: number): RequestQueue {
  let running = 0
  const priority: (() => void)[] = []
  const normal: (() => void)[] = []

  function release(): void {
    const next = priority.shift() ?? normal.shift()
    // The place passes directly to the next entry, so that no newcomer can take it.
    if (next) next()
    else running--
  }

  return {
    async enter(hasPrecedence) {
      if (running < maxRunning) running++
      else {
        await new Promise<void>((resolve) => (hasPrecedence ? priority : normal).push(resolve))
      }
      let isReleased = false
      return () => {
        if (!isReleased) release()
        isReleased = true
      }
    },
    waiting: () => priority.length + normal.length,
  }
}
